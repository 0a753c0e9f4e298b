/** @jsxImportSource preact */
// Moderation in figures: what waits, how long decisions take, the reasons. Each chart has its table beside it.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/figures';
export const FIGURE_RANGES = ['7', '30', '90'] as const;
const NOTHING = '–';

type Figures = AnswerBody<'GET /api/v1/moderation/figures'>;
type Day = Figures['days'][number];

export function figuresPage(page: PageContext, figures: Figures, range: string): Page {
  const words = page.words(PAGES_MESSAGES);
  const { say, numbers } = page;
  const facts = [
    [words.openCases, numbers.format(figures.open.cases)],
    [words.openReports, numbers.format(figures.open.reports)],
    [words.openAppeals, numbers.format(figures.open.appeals)],
    [words.median, sayDuration(page, figures.medianSeconds)],
  ] as const;
  return moderationPage(page, {
    section: 'figures',
    styles: ['moderation'],
    children: (
      <div class="stack stack-loose">
        <Tabs
          label={say(words.range)}
          tabs={FIGURE_RANGES.map((days) => ({
            href: page.path(PATH, days === '30' ? {} : { days }),
            label: say(words.days, { count: Number(days) }),
            current: days === range,
          }))}
        />
        <dl class="staff-facts">
          {facts.map(([name, value], index) => (
            <div key={index}>
              <dt>{say(name)}</dt>
              <dd class="mod-figure">{value}</dd>
            </div>
          ))}
        </dl>
        <div class="mod-charts">
          <Bars page={page} title={say(words.openChart)} days={figures.days} read={({ open }) => open} />
          <Bars page={page} title={say(words.decidedChart)} days={figures.days} read={({ decided }) => decided} />
          <Bars
            page={page}
            title={say(words.median)}
            days={figures.days}
            read={({ medianSeconds }) => medianSeconds}
            write={(seconds) => sayDuration(page, seconds)}
          />
        </div>
        <p class="meta">{say(words.figuresLead)}</p>
        <DayTable page={page} days={figures.days} />
        <div class="stack">
          <h2 id="reasons-title">{say(words.byReason)}</h2>
          {figures.reasons.length === 0 ? (
            <p class="meta">{say(words.noFigures)}</p>
          ) : (
            <div class="mod-reasons">
              <ReasonBars page={page} reasons={figures.reasons} />
              <ReasonTable page={page} reasons={figures.reasons} />
            </div>
          )}
        </div>
      </div>
    ),
  });
}

/** Seconds in the largest unit that fits. */
function sayDuration({ locale }: PageContext, seconds: number | null): string {
  if (seconds === null) return NOTHING;
  const [value, unit] =
    seconds < 90
      ? ([seconds, 'second'] as const)
      : seconds < 5_400
        ? ([seconds / 60, 'minute'] as const)
        : seconds < 172_800
          ? ([seconds / 3_600, 'hour'] as const)
          : ([seconds / 86_400, 'day'] as const);
  const written = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return written.format(value);
}

const WIDTH = 360;
const HEIGHT = 96;

interface BarsProps {
  readonly page: PageContext;
  readonly title: string;
  readonly days: readonly Day[];
  /** Null: nothing to show on that day. */
  readonly read: (day: Day) => number | null;
  /** The value in words; by default the number. */
  readonly write?: (value: number) => string;
}

/** A bar a day; the table below has the numbers. */
function Bars({ page, title, days, read, write = (value) => page.numbers.format(value) }: BarsProps): VNode {
  const words = page.words(PAGES_MESSAGES);
  const greatest = Math.max(0, ...days.map((day) => read(day) ?? 0));
  const step = WIDTH / Math.max(1, days.length);
  const dayOf = (day: Day | undefined): string => (day === undefined ? '' : page.date(Date.parse(day.day)));
  return (
    <figure class="mod-chart">
      <figcaption>
        {title} <span class="meta">{page.say(words.most, { count: write(greatest) })}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} preserveAspectRatio="none">
        {days.map((day, index) => {
          const value = read(day);
          const height = value === null ? 0 : (value / Math.max(1, greatest)) * (HEIGHT - 4);
          return (
            <rect
              key={day.day}
              x={index * step + step * 0.1}
              y={HEIGHT - height}
              width={step * 0.8}
              height={height}
              class="mod-bar"
            >
              <title>{`${dayOf(day)}: ${value === null ? NOTHING : write(value)}`}</title>
            </rect>
          );
        })}
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} class="mod-axis" />
      </svg>
      <p class="meta mod-span" aria-hidden="true">
        <span>{dayOf(days[0])}</span>
        <span>{dayOf(days.at(-1))}</span>
      </p>
    </figure>
  );
}

/** What decisions and reports of each reason amount to; the table beside has the numbers. */
function ReasonBars({ page, reasons }: ReasonTableProps): VNode {
  const words = page.words(PAGES_MESSAGES);
  const sums = reasons.map(({ rejected, allowed, reports }) => rejected + allowed + reports);
  const most = Math.max(1, ...sums);
  return (
    <figure class="mod-chart" aria-hidden="true">
      <ul class="plain-list mod-legend meta">
        {(['rejectedColumn', 'allowedColumn', 'reportsColumn'] as const).map((word) => (
          <li key={word}>
            <svg viewBox="0 0 10 10" class="mod-key">
              <rect width="10" height="10" class={PARTS[word]} />
            </svg>
            {page.say(words[word])}
          </li>
        ))}
      </ul>
      {reasons.map(({ reasonCode, rejected, allowed, reports }) => {
        const width = (count: number): number => (count / most) * WIDTH;
        return (
          <div key={reasonCode} class="mod-reason">
            <span>{sayReason(page, reasonCode)}</span>
            <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none">
              <rect width={width(rejected)} height="10" class={PARTS.rejectedColumn} />
              <rect x={width(rejected)} width={width(allowed)} height="10" class={PARTS.allowedColumn} />
              <rect x={width(rejected + allowed)} width={width(reports)} height="10" class={PARTS.reportsColumn} />
            </svg>
          </div>
        );
      })}
    </figure>
  );
}

/** Colours of the parts of a bar, by their column. */
const PARTS = { rejectedColumn: 'mod-part-1', allowedColumn: 'mod-part-2', reportsColumn: 'mod-part-3' } as const;

function DayTable({ page, days }: { readonly page: PageContext; readonly days: readonly Day[] }): VNode {
  const words = page.words(PAGES_MESSAGES);
  const { say, numbers } = page;
  return (
    <section class="mod-table" tabIndex={0} aria-label={say(words.range)}>
      <table>
        <caption class="unseen">{say(words.range)}</caption>
        <thead>
          <tr>
            <th scope="col">{say(words.day)}</th>
            <th scope="col">{say(words.opened)}</th>
            <th scope="col">{say(words.decided)}</th>
            <th scope="col">{say(words.waiting)}</th>
            <th scope="col">{say(words.median)}</th>
            <th scope="col">{say(words.reportsColumn)}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{page.date(Date.parse(day.day))}</th>
              <td>{numbers.format(day.opened)}</td>
              <td>{numbers.format(day.decided)}</td>
              <td>{numbers.format(day.open)}</td>
              <td>{sayDuration(page, day.medianSeconds)}</td>
              <td>{numbers.format(day.reports)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ReasonTableProps {
  readonly page: PageContext;
  readonly reasons: Figures['reasons'];
}

function ReasonTable({ page, reasons }: ReasonTableProps): VNode {
  const words = page.words(PAGES_MESSAGES);
  const { say, numbers } = page;
  return (
    <section class="mod-table" tabIndex={0} aria-labelledby="reasons-title">
      <table>
        <caption class="unseen">{say(words.byReason)}</caption>
        <thead>
          <tr>
            <th scope="col">{say(words.reason)}</th>
            <th scope="col">{say(words.rejectedColumn)}</th>
            <th scope="col">{say(words.allowedColumn)}</th>
            <th scope="col">{say(words.reportsColumn)}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map((row) => (
            <tr key={row.reasonCode}>
              <th scope="row">{sayReason(page, row.reasonCode)}</th>
              <td>{numbers.format(row.rejected)}</td>
              <td>{numbers.format(row.allowed)}</td>
              <td>{numbers.format(row.reports)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
