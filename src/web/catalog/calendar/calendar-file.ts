// The calendar of a server as a file for calendar applications (RFC 5545), which ask for it again and again. Moments are in UTC, so
// that no time zones have to be described.
import { ICalCalendar } from 'ical-generator';
import { UNFRAMED } from '../../../http/answer/headers.ts';
import type { Content } from '../../../http/content/bytes.ts';
import { prepareContent } from '../../../http/content/prepared.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { CALENDAR_MESSAGES } from '../../messages/catalog.ts';
import { byEnd, byStart, type DatedEntity, readDated, summaryOf } from '../common/dated.ts';
import { type Catalog, entityPath, nameOf } from '../common/reads.ts';
import { requireDated } from './calendar-data.ts';
import { DAY_MS } from './month.ts';

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

const ENTRIES_MAX = 1000;
const DAYS_BACK = 90;
const REFRESH_SECONDS = 3600;
const CACHE_BYTES = 8 * 1024 * 1024;

const cache = new BoundedCache<string, Content>(CACHE_BYTES);

/** Reads the file as it is on this day. `promotedAt`: when the release became current. */
export async function readCalendarFile(
  catalog: Catalog,
  readPromotedAt: () => Promise<number | undefined>,
): Promise<Content> {
  requireDated(catalog);
  const { page, server, releaseId } = catalog;
  // The days that are left out are whole ones, so that the file is the same for a day.
  const today = Math.floor(page.now / DAY_MS);
  // A language that the address names is part of the links.
  const names = [page.locale, page.forcedLocale, page.address, page.publicAddress];
  const key = JSON.stringify([server, releaseId, ...names, today]);
  const known = cache.read(key);
  if (known !== undefined) return known;
  const dated = await readDated(catalog);
  if (dated === undefined) throw new Refusal('query_not_ready');
  const chosen = chooseEntries(dated, (today - DAYS_BACK) * DAY_MS, page.now);
  const text = writeCalendar(catalog, chosen, (await readPromotedAt()) ?? 0);
  const bytes = new TextEncoder().encode(text);
  const headers = new Headers({
    'Content-Type': CALENDAR_TYPE,
    'Content-Disposition': `inline; filename="${server.id}.ics"`,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...UNFRAMED,
  });
  const content = await prepareContent(bytes, headers);
  content.headers.set('Vary', 'Accept-Language, Accept-Encoding');
  cache.store(key, content, bytes.byteLength * 2);
  return content;
}

/** What is not over before `from`. If that is too much, first what comes and runs, then what was over last. */
function chooseEntries(dated: readonly DatedEntity[], from: number, now: number): readonly DatedEntity[] {
  const listed = dated.filter(({ start, end }) => (end ?? start ?? from) >= from);
  if (listed.length <= ENTRIES_MAX) return listed.toSorted(byStart);
  const isOver = ({ end }: DatedEntity): boolean => end !== undefined && end <= now;
  const open = listed.filter((one) => !isOver(one)).toSorted(byStart);
  const over = listed.filter(isOver).toSorted(byEnd).reverse();
  return [...open, ...over].slice(0, ENTRIES_MAX).toSorted(byStart);
}

function writeCalendar(catalog: Catalog, entries: readonly DatedEntity[], stamp: number): string {
  const { page, server } = catalog;
  const say = page.sayFrom(CALENDAR_MESSAGES);
  const { origin } = new URL(page.address);
  const { host } = new URL(page.publicAddress);
  const calendar = new ICalCalendar({
    name: say('ofServer', { name: server.displayName }),
    prodId: { company: 'livehouse', product: 'calendar', language: page.locale.toUpperCase() },
    ttl: REFRESH_SECONDS,
    url: `${page.address}/catalog/${server.id}/~calendar`,
  });
  for (const entry of entries) {
    const { resource, id, start, end, isDay } = entry;
    const title = summaryOf(catalog, entry).title.text;
    // Without a beginning only the end is known, and without an end only the beginning: each is then a moment.
    const from = start ?? end;
    if (from === undefined) continue;
    calendar.createEvent({
      id: `${server.id}/${resource}/${id}@${host}`,
      stamp: new Date(stamp),
      start: new Date(from),
      allDay: isDay,
      summary: start === undefined ? say('endOf', { title }) : title,
      categories: [{ name: nameOf(catalog, resource) }],
      url: `${origin}${entityPath(catalog, resource, id)}`,
      // An end before the beginning is a mistake of the data, which applications refuse.
      ...(start !== undefined && end !== undefined && end > start ? { end: new Date(end) } : {}),
    });
  }
  return calendar.toString();
}
