/** @jsxImportSource preact */
// The community and moderation in figures: sign-ups, active people, posts and comments; what waits, how long decisions take, the
// reasons. Each chart has its table below. Days are those of the reader's time zone, which the browser says where there is script.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { moderationPage } from '../common/frame.tsx';
import { sayReason } from '../common/reasons.ts';

const PATH = '/moderation/figures';
export const FIGURE_RANGES = ['7', '30', '90'] as const;
const NOTHING = '–';

type Figures = AnswerBody<'GET /api/v1/moderation/figures'>;
type Day = Figures['days'][number];

/** The time zone of the figures, and how it was come by. */
export interface FiguresZone {
  /** As it stands in the address, or as typed; undefined: the browser may say it. */
  readonly asked: string | undefined;
  /** There is no such zone. */
  readonly isUnknown: boolean;
}

export function figuresPage(page: PageContext, figures: Figures, range: string, zone: FiguresZone): Page {
  const { timeZone } = figures;
  const kept = zone.asked === undefined || zone.isUnknown ? {} : { timeZone };
  const say = page.sayFrom(PAGES_MESSAGES);
  const { numbers } = page;
  const facts = [
    ['openCases', numbers.format(figures.open.cases)],
    ['openReports', numbers.format(figures.open.reports)],
    ['openAppeals', numbers.format(figures.open.appeals)],
    ['median', sayDuration(page, figures.medianSeconds)],
  ] as const;
  return moderationPage(page, {
    section: 'figures',
    styles: ['moderation'],
    faults: zone.isUnknown ? [{ field: 'timeZone', text: say('timeZoneUnknown') }] : [],
    children: (
      <div class="stack stack-loose">
        <Tabs
          label={say('range')}
          tabs={FIGURE_RANGES.map((days) => ({
            href: page.path(PATH, { days: days === '30' ? undefined : days, ...kept }),
            label: say('days', { count: Number(days) }),
            current: days === range,
          }))}
        />
        <p class="meta">{say('figuresLead', { zone: timeZone })}</p>
        <ZoneForm page={page} range={range} zone={zone} shown={timeZone} />
        <TitledSection titleId="community-title" title={say('communityTitle')}>
          <p class="meta">{say('communityLead')}</p>
          <div class="mod-charts">
            {COMMUNITY.map((name) => (
              <Bars key={name} page={page} title={say(name)} days={figures.days} read={(day) => day[name]} />
            ))}
          </div>
          <CommunityTable page={page} days={figures.days} />
        </TitledSection>
        <TitledSection titleId="moderation-title" title={say('moderationTitle')}>
          <dl class="staff-facts">
            {facts.map(([name, value], index) => (
              <div key={index}>
                <dt>{say(name)}</dt>
                <dd class="mod-figure">{value}</dd>
              </div>
            ))}
          </dl>
          <div class="mod-charts">
            <Bars page={page} title={say('newCases')} days={figures.days} read={({ opened }) => opened} />
            <Bars page={page} title={say('openChart')} days={figures.days} read={({ open }) => open} />
            <Bars page={page} title={say('decidedChart')} days={figures.days} read={({ decided }) => decided} />
            <Bars
              page={page}
              title={say('median')}
              days={figures.days}
              read={({ medianSeconds }) => medianSeconds}
              write={(seconds) => sayDuration(page, seconds)}
            />
          </div>
          <ModerationTable page={page} days={figures.days} />
        </TitledSection>
        <div class="stack">
          <h2 id="reasons-title">{say('byReason')}</h2>
          {figures.reasons.length === 0 ? (
            <p class="meta">{say('noFigures')}</p>
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

const COMMUNITY = ['signUps', 'activePeople', 'posts', 'comments'] as const;

interface ZoneFormProps extends PageProps {
  readonly range: string;
  readonly zone: FiguresZone;
  readonly shown: string;
}

/** Chooses the time zone. With script, a page whose address names none is opened again with that of the browser. */
function ZoneForm({ page, range, zone, shown }: ZoneFormProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <form class="mod-zone" method="get" action={page.path(PATH)}>
      <HiddenFields values={{ lang: page.forcedLocale, days: range }} />
      <TextField
        id="timeZone"
        label={say('timeZone')}
        value={zone.asked ?? shown}
        error={zone.isUnknown ? say('timeZoneUnknown') : undefined}
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <Button>{say('showZone')}</Button>
      {zone.asked === undefined && <Island name="own-time-zone" when="load" props={{ shown }} />}
    </form>
  );
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

/** Without the year, so that the tables fit on phones. */
const sayDay = ({ locale }: PageContext, { day }: Day): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(day));

const WIDTH = 360;
const HEIGHT = 96;

interface BarsProps extends PageProps {
  readonly title: string;
  readonly days: readonly Day[];
  /** Null: nothing to show on that day. */
  readonly read: (day: Day) => number | null;
  /** The value in words; by default the number. */
  readonly write?: (value: number) => string;
}

/** A bar a day; the table below has the numbers. */
function Bars({ page, title, days, read, write = (value) => page.numbers.format(value) }: BarsProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const greatest = Math.max(0, ...days.map((day) => read(day) ?? 0));
  const step = WIDTH / Math.max(1, days.length);
  const dayOf = (day: Day | undefined): string => (day === undefined ? '' : page.date(Date.parse(day.day)));
  return (
    <figure class="mod-chart">
      <figcaption>
        {title} <span class="meta">{say('most', { count: write(greatest) })}</span>
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
              <title>{`${dayOf(day)}${colonIn(page.locale)}${value === null ? NOTHING : write(value)}`}</title>
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
  const say = page.sayFrom(PAGES_MESSAGES);
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
            {say(word)}
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

interface DayTableProps extends PageProps {
  readonly title: string;
  readonly days: readonly Day[];
  readonly columns: readonly { readonly label: string; readonly write: (day: Day) => string }[];
}

/** A row for each day, the last one first. */
function DayTable({ page, title, days, columns }: DayTableProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  return (
    <section class="mod-table" tabIndex={0} aria-label={`${title}${colonIn(page.locale)}${say('range')}`}>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{say('day')}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{sayDay(page, day)}</th>
              {columns.map(({ label, write }) => (
                <td key={label}>{write(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CommunityTable({ page, days }: PageProps & { readonly days: readonly Day[] }): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const columns = COMMUNITY.map((name) => ({
    label: say(name),
    write: (day: Day) => page.numbers.format(day[name]),
  }));
  return <DayTable page={page} title={say('communityTitle')} days={days} columns={columns} />;
}

function ModerationTable({ page, days }: PageProps & { readonly days: readonly Day[] }): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { numbers } = page;
  const columns: DayTableProps['columns'] = [
    { label: say('opened'), write: ({ opened }) => numbers.format(opened) },
    { label: say('decided'), write: ({ decided }) => numbers.format(decided) },
    { label: say('waiting'), write: ({ open }) => numbers.format(open) },
    { label: say('median'), write: ({ medianSeconds }) => sayDuration(page, medianSeconds) },
    { label: say('reportsColumn'), write: ({ reports }) => numbers.format(reports) },
  ];
  return <DayTable page={page} title={say('moderationTitle')} days={days} columns={columns} />;
}

interface ReasonTableProps extends PageProps {
  readonly reasons: Figures['reasons'];
}

function ReasonTable({ page, reasons }: ReasonTableProps): VNode {
  const say = page.sayFrom(PAGES_MESSAGES);
  const { numbers } = page;
  return (
    <section class="mod-table" tabIndex={0} aria-labelledby="reasons-title">
      <table>
        <caption class="unseen">{say('byReason')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('reason')}</th>
            <th scope="col">{say('rejectedColumn')}</th>
            <th scope="col">{say('allowedColumn')}</th>
            <th scope="col">{say('reportsColumn')}</th>
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
