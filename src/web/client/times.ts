// Writes the moments of a page in the reader's zone, and for a week as how long ago they were.

const DAY_MS = 86_400_000;
const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function createForms(lang: string) {
  return {
    date: new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }),
    ago: new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }),
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
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-form]')) {
    const at = Date.parse(element.dateTime);
    if (Number.isNaN(at)) continue;
    element.title = whole.format(at);
    element.textContent = (element.dataset.form === 'ago' ? sayRecent(ago, at) : undefined) ?? date.format(at);
  }
}

/** How long ago it was; undefined: longer than a week, or still to come. */
export function sayRecent(ago: Intl.RelativeTimeFormat, at: number): string | undefined {
  const age = Date.now() - at;
  if (age < 0 || age >= 7 * DAY_MS) return undefined;
  for (const [unit, milliseconds] of STEPS) {
    if (age >= milliseconds) return ago.format(-Math.floor(age / milliseconds), unit);
  }
  return ago.format(0, 'second');
}
