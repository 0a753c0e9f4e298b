/** @jsxImportSource preact */
// The calendar of a server: a month as weeks where there is room for seven days, and as a list.
import type { VNode } from 'preact';
import { CALENDAR_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconArrowLeft, iconArrowRight, iconCalendar } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { EndsAt } from '../../ui/page-end.ts';
import { useTints } from '../../ui/tints.ts';
import { CatalogHead, DataText, EntityLink } from '../common/frame.tsx';
import { type Catalog, type CatalogProps, entityPath, nameOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { RunningState, SpanDates } from '../common/running.tsx';
import { describeCatalogWay } from '../common/way.ts';
import type { Calendar, CalendarEntry } from './calendar-data.ts';
import { type Bar, DAY_MS, firstWeekday, layOutWeeks, type Month, monthOf, startOf, type Week } from './month.ts';

interface PartProps extends CatalogProps {
  readonly calendar: Calendar;
}

/** More of a week are in the list below. */
const BARS_MAX = 8;

const pathOf = ({ server }: Catalog, suffix = ''): string => `/catalog/${server.id}/~calendar${suffix}`;

/** Path of the file for calendar applications. It has its language from the address, since those ask in none. */
const filePathOf = (catalog: Catalog): string => `${pathOf(catalog, '.ics')}?lang=${catalog.page.locale}`;

/** The page of a month; `asked`: the month that the address names. */
export function calendarPage(catalog: Catalog, calendar: Calendar, asked: Month | undefined): Page {
  const { page, server, isPinned } = catalog;
  const say = page.sayFrom(CALENDAR_MESSAGES);
  const { month, entries, throughout, more } = calendar;
  const name = monthText(catalog, month);
  const today = Math.floor(page.now / DAY_MS) * DAY_MS;
  return {
    title: `${name} · ${say('title')} · ${server.displayName}`,
    description: say('lead', { name: server.displayName }),
    section: 'catalog',
    styles: ['catalog', 'calendar'],
    noindex: isPinned || calendar.isFar,
    canonicalQuery: asked === undefined ? undefined : { month: asked },
    structured: [describeCatalogWay(catalog)],
    isPartial: calendar.isPartial || catalog.tints === undefined,
    calendar: { path: filePathOf(catalog), title: say('ofServer', { name: server.displayName }) },
    content: (
      <div class="stack">
        {!isPinned && <EndsAt at={today + DAY_MS} />}
        <CatalogHead catalog={catalog} />
        <div class="calendar-head">
          <h1>
            <time dateTime={month}>{name}</time>
          </h1>
          <MonthLinks catalog={catalog} calendar={calendar} />
          <a class="calendar-subscribe" href={`${page.basePath}${filePathOf(catalog)}`}>
            <Icon shape={iconCalendar} />
            {say('subscribe')}
          </a>
        </div>
        {calendar.isPartial && <Notice tone="warning">{say('away')}</Notice>}
        {!calendar.isPartial && entries.length + throughout.length === 0 && (
          <EmptyState icon={iconCalendar} text={say('nothing')}>
            {month !== monthOf(page.now) && (
              <LinkButton href={page.path(pathOf(catalog))}>{say('thisMonth')}</LinkButton>
            )}
          </EmptyState>
        )}
        {entries.length > 0 && (
          <>
            <Weeks catalog={catalog} calendar={calendar} today={today} />
            <section class="stack" aria-labelledby="month-list">
              <h2 id="month-list">{say('list')}</h2>
              <Entries catalog={catalog} entries={entries} />
            </section>
          </>
        )}
        {throughout.length > 0 && (
          <section class="stack" aria-labelledby="month-throughout">
            <h2 id="month-throughout">{say('throughout')}</h2>
            <Entries catalog={catalog} entries={throughout} />
          </section>
        )}
        {more > 0 && <p class="meta">{say('more', { count: more })}</p>}
      </div>
    ),
  };
}

function monthText({ page }: Catalog, month: Month): string {
  const format = new Intl.DateTimeFormat(page.locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(startOf(month));
}

function MonthLinks({ catalog, calendar: { month, previous, next } }: PartProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CALENDAR_MESSAGES);
  const current = monthOf(page.now);
  const linkTo = (target: Month): string =>
    page.path(pathOf(catalog), { month: target === current ? undefined : target });
  return (
    <nav class="calendar-months" aria-label={say('months')}>
      {previous !== undefined && (
        <a class="button" href={linkTo(previous)} rel="prev" aria-label={monthText(catalog, previous)}>
          <Icon shape={iconArrowLeft} />
        </a>
      )}
      {month !== current && (
        <a class="button" href={linkTo(current)}>
          {say('thisMonth')}
        </a>
      )}
      {next !== undefined && (
        <a class="button" href={linkTo(next)} rel="next" aria-label={monthText(catalog, next)}>
          <Icon shape={iconArrowRight} />
        </a>
      )}
    </nav>
  );
}

/** The month as weeks. Small windows have no room for it; all that it shows is in the list as well. */
function Weeks({ catalog, calendar, today }: PartProps & { readonly today: number }): VNode {
  const { page } = catalog;
  const say = page.sayFrom(CALENDAR_MESSAGES);
  const weeks = layOutWeeks(calendar.month, calendar.entries, firstWeekday(page.locale));
  const weekday = new Intl.DateTimeFormat(page.locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <section class="calendar-grid" aria-label={say('grid')}>
      <p class="meta calendar-zone">{say('zone')}</p>
      <ol class="calendar-weekdays" aria-hidden="true">
        {weeks[0]?.days.map((day) => (
          <li key={day}>{weekday.format(day)}</li>
        ))}
      </ol>
      <ol class="calendar-weeks">
        {weeks.map((week) => (
          <WeekRow key={week.days[0]} catalog={catalog} month={calendar.month} week={week} today={today} />
        ))}
      </ol>
    </section>
  );
}

interface WeekRowProps extends CatalogProps {
  readonly month: Month;
  readonly week: Week<CalendarEntry>;
  readonly today: number;
}

function WeekRow({ catalog, month, week: { days, bars }, today }: WeekRowProps): VNode {
  const { page } = catalog;
  const rest = bars.length - BARS_MAX;
  return (
    <li class="calendar-week">
      <ol class="calendar-days">
        {days.map((day) => (
          <li key={day} class={monthOf(day) === month ? undefined : 'calendar-outside'}>
            <time dateTime={new Date(day).toISOString().slice(0, 10)} aria-current={day === today ? 'date' : undefined}>
              {page.numbers.format(new Date(day).getUTCDate())}
            </time>
          </li>
        ))}
      </ol>
      {bars.length > 0 && (
        <ul class="calendar-bars">
          {bars.slice(0, BARS_MAX).map((bar) => (
            <BarLine key={`${bar.entry.resource}/${bar.entry.id}`} catalog={catalog} bar={bar} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <p class="meta">
          <a href="#month-list">{page.sayFrom(CALENDAR_MESSAGES)('rest', { count: rest })}</a>
        </p>
      )}
    </li>
  );
}

function BarLine({ catalog, bar }: CatalogProps & { readonly bar: Bar<CalendarEntry> }): VNode {
  const tint = useTints();
  const { item } = bar.entry;
  const classes = [
    'calendar-bar',
    `from-${bar.from}`,
    `days-${bar.days}`,
    bar.isContinued ? 'calendar-bar-continued' : '',
    bar.continues ? 'calendar-bar-continues' : '',
    tint(item.tint) ?? '',
  ];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <a href={entityPath(catalog, item.resource, item.id)}>
        <DataText text={item.title} />
      </a>
    </li>
  );
}

const PICTURE_SIDE = 48;

function Entries({ catalog, entries }: CatalogProps & { readonly entries: readonly CalendarEntry[] }): VNode {
  const { page, isPinned, presentations } = catalog;
  return (
    <ol class="plain-list calendar-list">
      {entries.map((entry) => {
        const { item } = entry;
        const isWide = presentations[item.resource]?.group === 'event';
        return (
          <li key={`${item.resource}/${item.id}`} class="calendar-entry">
            {item.picture !== undefined && (
              <span class={isWide ? 'calendar-picture calendar-picture-wide' : 'calendar-picture'}>
                <ReleasePicture
                  catalog={catalog}
                  file={item.picture}
                  alt=""
                  sizes={isWide ? '128px' : `${PICTURE_SIDE}px`}
                  side={isWide ? 128 : PICTURE_SIDE}
                />
              </span>
            )}
            <div class="calendar-words">
              <EntityLink catalog={catalog} item={item} />
              <p class="meta">
                {nameOf(catalog, item.resource)} · <SpanDates page={page} span={entry} />
              </p>
            </div>
            {!isPinned && <RunningState page={page} span={entry} isPinned={false} />}
          </li>
        );
      })}
    </ol>
  );
}
