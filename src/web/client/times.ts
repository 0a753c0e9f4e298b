// Writes the moments of a page in the reader's zone, and for a week as how long ago they were.
import { createRelativeTime, type RelativeTime } from './relative-time.ts';

const DAY_MS = 86_400_000;
const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** Of what is still to come: it may be years away. */
const LONG_STEPS = [['year', 365.25 * DAY_MS], ['month', 30.44 * DAY_MS], ...STEPS] as const;

function createForms(lang: string) {
  return {
    date: new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }),
    ago: createRelativeTime(lang),
  };
}

/** By language; making them takes longer than using them. */
const forms = new Map<string, ReturnType<typeof createForms>>();

function formsOf(lang: string) {
  const known = forms.get(lang) ?? createForms(lang);
  forms.set(lang, known);
  return known;
}

/** A moment in the zone of who runs this, for what islands show. */
export function writeMoment(lang: string, at: number): string {
  const { ago, date } = formsOf(lang);
  return sayRecent(ago, at) ?? date.format(at);
}

/** Writes all `time` elements below `root` that ask for it. */
export function writeTimes(lang: string, root: ParentNode = document): void {
  const { ago, date } = formsOf(lang);
  const whole = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(lang, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
  });
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const at = Date.parse(element.dateTime);
    if (Number.isNaN(at)) continue;
    element.title = whole.format(at);
    const { form } = element.dataset;
    element.textContent =
      form === 'until'
        ? sayUntil(ago, at)
        : form === 'moment'
          ? moment.format(at)
          : ((form === 'ago' ? sayRecent(ago, at) : undefined) ?? date.format(at));
  }
  countDown(lang);
}

let counting: ReturnType<typeof setInterval> | undefined;

/** Counts moments that are still to come, for as long as the page has any, and shows the next state of what has begun or ended. */
function countDown(lang: string): void {
  const { ago } = formsOf(lang);
  const listed = () => document.querySelectorAll<HTMLTimeElement>('time[data-form="until"]');
  if (counting !== undefined || listed().length === 0) return;
  counting = setInterval(() => {
    for (const element of listed()) {
      const at = Date.parse(element.dateTime);
      const text = sayUntil(ago, at);
      if (element.textContent !== text) element.textContent = text;
      const state = element.closest<HTMLElement>('.running-state:not([hidden])');
      const next = state?.nextElementSibling;
      if (at > Date.now() || !state || !(next instanceof HTMLElement)) continue;
      state.hidden = true;
      next.hidden = false;
    }
  }, 1000);
}

/** How long it is until a moment, in the largest unit of which there are two or more, else in seconds. */
export function sayUntil(ago: RelativeTime, at: number): string {
  const left = at - Date.now();
  for (const [unit, milliseconds] of LONG_STEPS) {
    if (left >= 2 * milliseconds) return ago.format(Math.floor(left / milliseconds), unit);
  }
  return ago.format(Math.max(0, Math.floor(left / 1000)), 'second');
}

/** How long ago it was; undefined: longer than a week, or still to come. */
export function sayRecent(ago: RelativeTime, at: number): string | undefined {
  const age = Date.now() - at;
  if (age < 0 || age >= 7 * DAY_MS) return undefined;
  for (const [unit, milliseconds] of STEPS) {
    if (age >= milliseconds) return ago.format(-Math.floor(age / milliseconds), unit);
  }
  return ago.justNow;
}
