// What has a beginning and an end: coming, running, over. On cards, pages, the home page and the calendar, and as a file for
// calendar applications. Pages are cached, but never beyond the moment at which one of these changes.
import { afterEach, expect, setSystemTime, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import ICAL from 'ical.js';
import { keepOpen } from '../fixtures/keep-open.ts';
import { HTML } from '../fixtures/page-client.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In the middle of the month, so that the month holds what is near. Timers cannot be shifted by more than 24 days. */
const NOW = Date.parse(`${new Date().toISOString().slice(0, 8)}15T12:00:00Z`);
const THIS_MONTH = new Date(NOW).toISOString().slice(0, 7);

const iso = (offset: number): string => new Date(NOW + offset).toISOString();

/** The month that is so many later. */
function monthAt(by: number): string {
  const date = new Date(NOW);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

const nameOfMonth = (month: string): string =>
  new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));
/** The months of the first beginning and of what is far in the past. */
const FIRST = iso(-400 * DAY).slice(0, 7);
const LONG_AGO = iso(-120 * DAY).slice(0, 7);

const day = (offset: number): string => iso(offset).slice(0, 10);
/** Slots of five languages: only the server's own, the first, counts. */
const slots = (offset: number): readonly number[] => [NOW + offset, ...new Array<number>(4).fill(NOW - 900 * DAY)];

const EVENTS = [
  { eventId: 1, name: 'Ended before', startAt: iso(-9 * DAY), endAt: iso(-2 * DAY) },
  { eventId: 2, name: 'Runs & runs', startAt: iso(-DAY), endAt: iso(2 * HOUR) },
  { eventId: 3, name: 'Begins later', startAt: iso(3 * HOUR), endAt: iso(2 * DAY) },
  { eventId: 4, name: 'Never ends', startAt: iso(-40 * DAY), endAt: null },
  { eventId: 5, name: 'Long ago', startAt: iso(-120 * DAY), endAt: iso(-100 * DAY) },
  { eventId: 6, name: 'Runs for years', startAt: iso(-400 * DAY), endAt: '2099-12-31T00:00:00Z' },
];

const accounts = await keepOpen(openAccountsWorld({ PROVIDER_URL: 'off' }));
const world = accounts.world;
const snapshot = await keepOpen(createSmallSnapshot());
snapshot.write('catalog/events.json', JSON.stringify(EVENTS));
snapshot.write(
  'catalog/gachas.json',
  JSON.stringify([
    { gachaId: 'a', name: 'Slots of this server', startAt: slots(-HOUR), endAt: slots(5 * DAY) },
    { gachaId: 'b', name: 'Only an end', startAt: null, endAt: slots(-3 * DAY) },
  ]),
);
snapshot.write(
  'catalog/offers.json',
  JSON.stringify([{ offerId: 1, name: 'Whole days', openDate: day(DAY), closeDate: day(3 * DAY) }]),
);
snapshot.write('catalog/cards.json', JSON.stringify([{ cardId: 1, name: 'A card', releasedAt: NOW - DAY }]));
const resources = {
  songs: { file: 'catalog/songs.json', id: 'musicId' },
  events: { file: 'catalog/events.json', id: 'eventId' },
  gachas: { file: 'catalog/gachas.json', id: 'gachaId' },
  offers: { file: 'catalog/offers.json', id: 'offerId' },
  cards: { file: 'catalog/cards.json', id: 'cardId' },
};
const locales = ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'];
snapshot.describe({ resources, locales });
const { releaseId } = await world.publish(snapshot.directory);
const plain = await keepOpen(createSmallSnapshot({ server: 'plain' }));
await world.publish(plain.directory);
await world.untilThere('/api/v1/servers/jp/catalog/query/events');
await world.untilThere('/api/v1/servers/plain/catalog/query/songs');
afterEach(() => {
  setSystemTime();
});

const open = (path: string, headers: Record<string, string> = {}) =>
  world.fetch(path, { headers: { ...HTML, ...headers } });
const pageAt = async (path: string): Promise<string> => (await open(path)).text();

/** Each entry of a page with its state: the nearest chip behind the link to it. */
function statesIn(page: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, path = '', rest = ''] of page.matchAll(/<a class="entity-link" href="([^"?]+)[^"]*"(.*?)<\/li>/gs)) {
    const [, state] = /class="running-state"><span class="chip[^"]*">([^<]+)</.exec(rest) ?? [];
    if (state !== undefined) found[path.replace('/catalog/jp/', '')] = state;
  }
  return found;
}

test('a list says of each entry whether it is coming, running or over', async () => {
  setSystemTime(NOW);
  expect(statesIn(await pageAt('/catalog/jp/events?view=grid'))).toEqual({
    'events/1': 'Over',
    'events/2': 'Running now',
    'events/3': 'Coming up',
    'events/4': 'Running now',
    'events/5': 'Over',
    'events/6': 'Running now',
  });
  expect(await pageAt('/catalog/jp/events?view=table')).toContain('>Coming up<');
  expect(statesIn(await pageAt('/catalog/jp/gachas?view=grid'))).toEqual({
    'gachas/a': 'Running now',
    'gachas/b': 'Over',
  });
  expect(statesIn(await pageAt('/catalog/jp/offers?view=grid'))).toEqual({ 'offers/1': 'Coming up' });
  expect(await pageAt('/catalog/jp?q=Begins')).toContain('>Coming up<');
  // A day of publication is no beginning.
  expect(await pageAt('/catalog/jp/cards?view=grid')).not.toContain('running-state');
});

test('the states that follow are on the page, hidden, for the browser to show', async () => {
  setSystemTime(NOW);
  const states = async (path: string) =>
    [...(await pageAt(path)).matchAll(/<p class="running-state"( hidden)?><span class="chip[^"]*">([^<]+)</g)].map(
      ([, hidden, state]) => `${hidden === undefined ? '' : 'then '}${state}`,
    );
  expect(await states('/catalog/jp/events/3')).toEqual(['Coming up', 'then Running now', 'then Over']);
  expect(await states('/catalog/jp/events/2')).toEqual(['Running now', 'then Over']);
  expect(await states('/catalog/jp/events/4')).toEqual(['Running now']);
  expect(await states('/catalog/jp/events/1')).toEqual(['Over']);
});

test('the countdown leads to the next change and is counted in the browser', async () => {
  setSystemTime(NOW);
  const page = await pageAt('/catalog/jp/events/2');
  expect(page).toContain(`<time datetime="${iso(2 * HOUR)}" data-form="until">in 2 hours</time>`);
  expect(await pageAt('/catalog/jp/events/4')).not.toContain('data-form="until"');
});

test('a page is cached until the next beginning or end, which belongs to the new state', async () => {
  const begins = NOW + 3 * HOUR;
  const places: readonly (readonly [string, string, string])[] = [
    ['/catalog/jp/events/3', 'Coming up', 'Running now'],
    ['/catalog/jp/events?view=grid', 'Coming up', 'Running now'],
    ['/', 'Coming up', 'Running now'],
    ['/catalog/jp', 'Coming up', 'Running now'],
    ['/catalog/jp/~calendar', 'Coming up', 'Running now'],
  ];
  for (const [path, before, after] of places) {
    const stateAt = async (at: number): Promise<string | undefined> => {
      setSystemTime(at);
      const page = await pageAt(path);
      return path.endsWith('/3') ? /<span class="chip[^"]*">([^<]+)</.exec(page)?.[1] : statesIn(page)['events/3'];
    };
    expect([path, await stateAt(begins - 1000)]).toEqual([path, before]);
    expect([path, await stateAt(begins - 1)]).toEqual([path, before]);
    expect([path, await stateAt(begins)]).toEqual([path, after]);
  }
  // The last moment of something does not belong to it.
  setSystemTime(NOW + 2 * HOUR - 1);
  expect(await pageAt('/catalog/jp/events/2')).toContain('>Running now<');
  setSystemTime(NOW + 2 * HOUR);
  expect(await pageAt('/catalog/jp/events/2')).toContain('>Over<');
});

test('a page that shows nothing yet changes when something begins', async () => {
  using quiet = createSmallSnapshot({ server: 'quiet' });
  const begins = NOW + DAY;
  quiet.write(
    'catalog/events.json',
    JSON.stringify([{ eventId: 1, name: 'First', startAt: begins, endAt: begins + DAY }]),
  );
  quiet.describe({
    server: { id: 'quiet', displayName: 'Quiet', region: 'global' },
    resources: { ...resources, gachas: undefined, offers: undefined, cards: undefined },
  });
  await world.publish(quiet.directory);
  await world.untilThere('/api/v1/servers/quiet/catalog/query/events');
  setSystemTime(begins + 2 * DAY);
  const [, over] = [await pageAt('/catalog/quiet'), await pageAt('/catalog/quiet')];
  expect(over).not.toContain('running-cards');
  setSystemTime(begins - 1);
  expect(await pageAt('/catalog/quiet?lang=ja')).toContain('開催予定');
  setSystemTime(begins);
  expect(await pageAt('/catalog/quiet?lang=ja')).toContain('開催中');
});

test('the home page shows what runs, the soonest end first, then what is coming, and leads to the calendar', async () => {
  setSystemTime(NOW);
  const page = await pageAt('/');
  const shelves = [...page.matchAll(/<ul class="plain-list running-cards">.*?<\/ul>/gs)].map(([shelf]) => shelf);
  const own = shelves.find((shelf) => shelf.includes('/catalog/jp/')) ?? '';
  expect(Object.keys(statesIn(own))).toEqual(['events/2', 'gachas/a', 'events/6', 'events/4', 'events/3', 'offers/1']);
  expect(page).toContain('href="/catalog/jp/~calendar"');
  expect(await pageAt('/catalog/jp')).toContain('href="/catalog/jp/~calendar"');
  expect(await pageAt('/catalog/plain')).not.toContain('~calendar');
});

test('pages of a pinned release show dates without states', async () => {
  setSystemTime(NOW);
  for (const path of ['events/2', 'events?view=grid', '~calendar', '']) {
    const address = `/catalog/jp${path === '' ? '' : `/${path}`}${path.includes('?') ? '&' : '?'}release=${releaseId}`;
    const page = await pageAt(address);
    expect([address, page.includes('Running now'), page.includes('data-form="until"')]).toEqual([
      address,
      false,
      false,
    ]);
    if (path !== '') expect(page).toContain(`<time datetime="${iso(-DAY)}" data-form="moment">`);
  }
});

test('the calendar shows the month in weeks and as a list, with links to the months around it', async () => {
  setSystemTime(NOW);
  const page = await pageAt('/catalog/jp/~calendar');
  expect(page).toContain(`<time datetime="${THIS_MONTH}">${nameOfMonth(THIS_MONTH)}</time>`);
  expect(page).toContain(`<time datetime="${THIS_MONTH}-15" aria-current="date">15</time>`);
  expect(page).toContain('Days are in UTC.');
  expect(page).toMatch(/14, \d{4}, 12:00 PM UTC<\/time> – <time/);
  expect(page).toContain(
    `<link rel="alternate" type="text/calendar" title="Japan: calendar" href="/catalog/jp/~calendar.ics?lang=en"/>`,
  );
  // A bar in each of the weeks that it takes.
  const bars = [...page.matchAll(/calendar-bar from-\d days-(\d)[^"]*"><a href="\/catalog\/jp\/events\/2"/g)];
  expect(bars.reduce((days, [, taken]) => days + Number(taken), 0)).toBe(2);
  expect(Object.keys(statesIn(page))).toEqual([
    ...['gachas/b', 'events/1', 'events/2', 'gachas/a', 'events/3', 'offers/1'],
    // All month.
    ...['events/6', 'events/4'],
  ]);
  expect(page).toContain(`rel="prev" aria-label="${nameOfMonth(monthAt(-1))}"`);
  expect(page).not.toContain('noindex');
  const before = await pageAt(`/catalog/jp/~calendar?month=${LONG_AGO}`);
  expect(Object.keys(statesIn(before))).toContain('events/5');
  expect(Object.keys(statesIn(before))).toContain('events/6');
  expect(Object.keys(statesIn(before))).not.toContain('events/4');
  expect(Object.keys(statesIn(before))).not.toContain('gachas/b');
  expect(before).toContain('<link rel="canonical" href="');
  expect(before).toContain(`~calendar?month=${LONG_AGO}"/>`);
});

test('the calendar is the same for everybody, and cached for strangers alone', async () => {
  setSystemTime(NOW);
  const [member, blocked, author] = await accounts.people(3);
  await author.send('PUT', `/api/v1/community/users/${blocked.uid}/block`, { active: true });
  const staff = [await accounts.person({ role: 'moderator' }), await accounts.person({ role: 'administrator' })];
  const stranger = await open('/catalog/jp/~calendar');
  expect(stranger.headers.get('cache-control')).toContain('public');
  const states = statesIn(await stranger.text());
  expect(Object.keys(states).length).toBeGreaterThan(0);
  const file = await (await open('/catalog/jp/~calendar.ics?lang=en')).text();
  for (const who of [member, blocked, author, ...staff]) {
    const answer = await who.fetch('/catalog/jp/~calendar', { headers: HTML });
    expect(answer.headers.get('cache-control')).toContain('private');
    expect(statesIn(await answer.text())).toEqual(states);
    expect(await (await who.fetch('/catalog/jp/~calendar.ics?lang=en')).text()).toBe(file);
  }
});

test('the months that links lead to have an end, and search engines leave far ones out', async () => {
  setSystemTime(NOW);
  const first = await pageAt(`/catalog/jp/~calendar?month=${FIRST}`);
  expect(first).not.toContain('rel="prev"');
  expect(first).toContain('rel="next"');
  const far = await pageAt('/catalog/jp/~calendar?month=2090-01');
  expect(far).toContain('<meta name="robots" content="noindex"/>');
  // A long-running entry does not make a chain of months: links lead back to where something happens.
  expect(far).toContain(`href="/catalog/jp/~calendar?month=${monthAt(12)}" rel="prev"`);
  expect(far).not.toContain('rel="next"');
  const past = await pageAt('/catalog/jp/~calendar?month=1999-01');
  expect(past).toContain('Nothing this month.');
  expect(past).toContain('noindex');
  expect(past).toContain(`href="/catalog/jp/~calendar?month=${FIRST}" rel="next"`);
});

test.each(['2026-13', '2026-5', '1899-12', '2200-01', 'now', ''])('the month "%s" is none', async (month) => {
  const answer = await open(`/catalog/jp/~calendar?month=${month}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('<!doctype html>');
});

test('a server without anything that begins or ends has no calendar', async () => {
  const page = await open('/catalog/plain/~calendar');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('<!doctype html>');
  const file = await world.fetch('/catalog/plain/~calendar.ics');
  expect([file.status, file.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect((await open('/catalog/none/~calendar')).status).toBe(404);
  expect((await world.fetch('/catalog/none/~calendar.ics')).status).toBe(404);
  expect((await open('/catalog/jp/~calendar?release=r-00000000000000000000')).status).toBe(404);
});

const FILE = '/catalog/jp/~calendar.ics';
/** Ids name the instance as it calls itself. */
const hostOf = (port: number): string => `localhost:${port}`;

/** The events of a file, by the end of their ids, as another program reads them. */
function readEvents(text: string): ReadonlyMap<string, ICAL.Event> {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return new Map(events.map((event) => [event.uid, event]));
}

test('the file for calendar applications is read by another program', async () => {
  setSystemTime(NOW);
  const answer = await world.fetch(FILE, { headers: { 'accept-language': 'en' } });
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await answer.text();
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const host = hostOf(world.port);
  const events = readEvents(text);
  const nameOf = (id: string): string => `jp/${id}@${host}`;
  expect([...events.keys()].toSorted()).toEqual(
    ['events/1', 'events/2', 'events/3', 'events/4', 'events/6', 'gachas/a', 'gachas/b', 'offers/1'].map(nameOf),
  );
  const running = events.get(nameOf('events/2'));
  expect(running?.summary).toBe('Runs & runs');
  expect(running?.startDate.toString()).toBe(iso(-DAY).replace('.000Z', 'Z'));
  expect(running?.endDate.toString()).toBe(iso(2 * HOUR).replace('.000Z', 'Z'));
  expect(running?.component.getFirstPropertyValue('url')).toBe(`${world.address}/catalog/jp/events/2`);
  const days = events.get(nameOf('offers/1'));
  expect([days?.startDate.isDate, days?.startDate.toString(), days?.endDate.toString()]).toEqual([
    ...[true, day(DAY), day(3 * DAY)],
  ]);
  expect(events.get(nameOf('gachas/b'))?.summary).toBe('Only an end ends');
  expect(events.get(nameOf('events/4'))?.component.hasProperty('dtend')).toBe(false);
});

test('the file is asked for again by its entity tag, compressed, and without its body', async () => {
  setSystemTime(NOW);
  const answer = await world.fetch(FILE);
  const text = await answer.text();
  const etag = answer.headers.get('etag') ?? '';
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await world.fetch(FILE, { headers: { 'if-none-match': etag } })).status).toBe(304);
  // Not a word of it changes within a day.
  setSystemTime(NOW + 3 * HOUR);
  expect((await world.fetch(FILE, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const coded = await fetch(`${world.address}${FILE}`, { headers: { 'accept-encoding': 'gzip' }, decompress: false });
  expect(coded.headers.get('content-encoding')).toBe('gzip');
  expect(coded.headers.get('vary')).toBe('Accept-Language, Accept-Encoding');
  expect(gunzipSync(await coded.arrayBuffer()).toString()).toBe(text);
  const head = await world.fetch(FILE, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    ...[200, String(Buffer.byteLength(text)), ''],
  ]);
  expect(await (await world.fetch(`${FILE}?lang=ja`)).text()).toContain('Only an end 終了');
  expect((await world.fetch(FILE, { method: 'POST' })).status).toBe(405);
});

test('a file has at most 1,000 entries: first what is not over, then what was over last', async () => {
  using many = createSmallSnapshot({ server: 'many' });
  const events = Array.from({ length: 1300 }, (_, at) => {
    const start = NOW + (at - 300) * HOUR;
    return { eventId: at + 1, name: `Event ${at + 1}`, startAt: start, endAt: start + HOUR / 2 };
  });
  many.write('catalog/events.json', JSON.stringify(events));
  many.describe({ resources: { events: resources.events } });
  await world.publish(many.directory);
  await world.untilThere('/api/v1/servers/many/catalog/query/events');
  setSystemTime(NOW + HOUR / 4);
  const listed = readEvents(await (await world.fetch('/catalog/many/~calendar.ics')).text());
  expect(listed.size).toBe(1000);
  const host = hostOf(world.port);
  const has = (id: number): boolean => listed.has(`many/events/${id}@${host}`);
  // Of 300 that are over none has a place, since 1,000 are not.
  expect([has(300), has(301), has(1300)]).toEqual([false, true, true]);
  const page = await pageAt('/catalog/many/~calendar');
  expect(page).toMatch(/\d+ more entries aren’t listed\./);
});

test('while the release is being prepared for queries the page says so and the file is refused', async () => {
  await using home = await openWorld({ PROVIDER_URL: 'off' });
  // What was read of a release is cached by its id, so that this one must be new.
  snapshot.write('catalog/cards.json', '[]');
  await home.publish(snapshot.directory);
  const file = await home.fetch(FILE);
  expect([file.status, await file.text()]).toEqual([503, 'query_not_ready']);
  expect(file.headers.get('retry-after')).not.toBeNull();
  // A reader waits for it.
  const page = await home.fetch('/catalog/jp/~calendar', { headers: HTML });
  expect([page.status, (await page.text()).includes('calendar-list')]).toEqual([200, true]);
  expect((await home.fetch(FILE)).status).toBe(200);
});
