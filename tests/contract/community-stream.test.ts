// The live stream of notifications: at once, across processes, and, for readers who come back, everything they missed, in
// order, once: after an hour, under many writers at once, and across a restart of the service.
import { expect, test } from 'bun:test';
import { openService } from '../../src/app/serve/serve.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { COMMENTS, NOTIFICATIONS, POSTS, USERS, writeComment, writePost } from '../fixtures/community.ts';
import { type HeardNotice, listen } from '../fixtures/event-stream.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { openWorld, type World } from '../world.ts';

const SECRET = 'a secret of forty characters for tests..';

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off', AUTH_SECRET: SECRET }));

const idsOf = (notices: readonly HeardNotice[]): readonly string[] => notices.map(({ id }) => id);

/** Every notification of a person in the list, oldest first. */
async function readAll(who: Person): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { notifications: readonly HeardNotice[]; nextCursor: string | null } = await expectStatus(
      who.fetch(`${NOTIFICATIONS}?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`),
      200,
    );
    ids.push(...idsOf(page.notifications));
    cursor = page.nextCursor;
  }
  return ids.toReversed();
}

test('tells at once, replays what was missed once, and ends with the session', async () => {
  const [author, guest] = await world.people(2);
  const post = await writePost(author);
  await writeComment(guest, post.id, { body: 'before' });
  const first = await listen(author);
  expect(first.answer.headers.get('content-type')).toBe('text/event-stream');
  await writeComment(guest, post.id, { body: 'one' });
  await world.world.until(() => first.events.length === 1);
  const seen = first.events[0]?.id;
  await first.close();
  await writeComment(guest, post.id, { body: 'two' });
  await expectStatus(guest.send('PUT', `${USERS}/${author.uid}/follow`, { active: true }), 200);
  const second = await listen(author, seen);
  await world.world.until(() => second.events.length === 2);
  // A repeated event would come before this one.
  await expectStatus(guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true }), 200);
  await world.world.until(() => second.events.length >= 3);
  expect(second.events.map(({ kind }) => kind)).toEqual(['comment', 'follow', 'post_reaction']);
  await world.sql`delete from session where account_id = ${author.id}`;
  await world.world.until(() => second.isOver());
  await second.close();
  await expectRefused(author.fetch(`${NOTIFICATIONS}/stream`), '401 authentication_required');
});

test('hears what another process wrote; five an account', async () => {
  const [author, guest] = await world.people(2);
  const post = await writePost(author);
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(author)));
  await expectRefused(author.fetch(`${NOTIFICATIONS}/stream`), '429 too_many_streams');
  await expectRefused(
    author.fetch(`${NOTIFICATIONS}/stream`, { headers: { 'last-event-id': 'x' } }),
    '400 invalid_last_event_id',
  );
  await expectOnlyStatus(author.fetch(`${NOTIFICATIONS}/stream`, { method: 'HEAD' }), 200);
  await world.sql`insert into notification (id, recipient_id, actor_id, kind, post_id, occasion)
    values (${Bun.randomUUIDv7()}, ${author.id}, ${guest.id}, 'post_reaction', ${post.id}, 'elsewhere')`;
  await world.world.until(() => streams.every(({ events }) => events.length === 1));
  for (const stream of streams) await stream.close();
  await world.world.until(async () => {
    const again = await listen(author);
    await again.close();
    return again.answer.status === 200;
  });
});

test('a reader who was away for an hour gets all missed notifications and no earlier ones', async () => {
  const [author, guest] = await world.people(2);
  const post = await writePost(author);
  await world.sql`insert into notification (id, recipient_id, actor_id, kind, post_id, occasion, created_at)
    select gen_random_uuid(), ${author.id}::uuid, ${guest.id}::uuid, 'post_reaction', ${post.id}::uuid, 'o' || n,
      now() - interval '2 hours' + n * interval '5 seconds' from generate_series(1, 1300) n`;
  const rows: { id: string }[] = await world.sql`select id from notification where recipient_id = ${author.id}
    order by created_at`;
  const ids = idsOf(rows.map(({ id }) => ({ id, kind: '', postId: null })));
  const reader = await listen(author, ids[9]);
  await world.world.until(() => reader.events.length >= 1290);
  await writeComment(guest, post.id);
  await world.world.until(() => reader.events.length >= 1291);
  await reader.close();
  expect(idsOf(reader.events).slice(0, 1290)).toEqual(ids.slice(10));
  // A notification of somebody else, or of nobody, is no place: then only what comes from now on.
  for (const stranger of [Bun.randomUUIDv7(), (await makeNotice(guest, author)) ?? '']) {
    const lost = await listen(author, stranger);
    await writeComment(guest, post.id);
    await world.world.until(() => lost.events.length === 1);
    await lost.close();
    expect(lost.events[0]?.kind).toBe('comment');
  }
});

/** A notification of `who`, about something that `by` did. */
async function makeNotice(who: Person, by: Person): Promise<string | undefined> {
  await expectStatus(by.send('PUT', `${USERS}/${who.uid}/follow`, { active: true }), 200);
  return (await readAll(who)).at(-1);
}

test('a stream resumed at a withdrawn notification misses nothing', async () => {
  const [author, friend, guest] = await world.people(3);
  const post = await writePost(author);
  const last = await makeNotice(author, friend);
  expect(last).toBeDefined();
  await writeComment(guest, post.id);
  await writeComment(guest, post.id);
  const later = (await readAll(author)).slice(1);
  await expectStatus(author.send('PUT', `${USERS}/${friend.uid}/block`, { active: true }), 200);
  const back = await listen(author, last);
  await world.world.until(() => back.events.length >= 2);
  await back.close();
  expect(idsOf(back.events)).toEqual([...later]);
  // It is gone for good, and can be told anew.
  expect(await readAll(author)).toEqual([...later]);
  await expectOnlyStatus(author.fetch(`${NOTIFICATIONS}/${last}/read`, { method: 'PUT' }), 404);
  await expectStatus(author.send('PUT', `${USERS}/${friend.uid}/block`, { active: false }), 200);
  expect(await readAll(author)).toEqual([...later]);
  expect(await makeNotice(author, friend)).not.toBe(last);
  expect(await readAll(author)).toHaveLength(3);
});

test('with many writers and a reconnecting reader nothing is lost or repeated, in list order', async () => {
  const author = await world.person();
  const guests = await world.people(6);
  const posts = await Promise.all(Array.from({ length: 4 }, () => writePost(author)));
  let isWriting = true;
  const write = async (guest: Person, at: number): Promise<void> => {
    for (const post of posts) {
      await guest.send('PUT', `${POSTS}/${post.id}/reaction`, { active: true });
      const comment = await writeComment(guest, post.id, { body: `@${author.uid} ${at}` });
      const answer = await writeComment(author, post.id, { parentId: comment.id });
      await guest.send('PUT', `${COMMENTS}/${answer.id}/reaction`, { active: true });
      // Crosswise: each post of a guest names two others at once.
      await writePost(guest, { body: `@${author.uid} @${guests[(at + 1) % 6]?.uid} @${guests[(at + 2) % 6]?.uid}` });
    }
    await guest.send('PUT', `${USERS}/${author.uid}/follow`, { active: true });
  };
  const first = await listen(author);
  const writing = Promise.all(guests.map(write)).finally(() => {
    isWriting = false;
  });
  const heard: HeardNotice[] = [];
  let reader = first;
  while (isWriting) {
    await Bun.sleep(60);
    // Who has heard nothing has no place to come back to.
    if (heard.length + reader.events.length === 0) continue;
    await reader.close();
    heard.push(...reader.events);
    reader = await listen(author, heard.at(-1)?.id);
  }
  await writing;
  const wanted = await readAll(author);
  expect(wanted).toHaveLength(6 * (4 * 4 + 1));
  await world.world.until(() => heard.length + reader.events.length >= wanted.length);
  await reader.close();
  expect(idsOf([...heard, ...reader.events])).toEqual([...wanted]);
}, 60_000);

test('a restart ends the stream; a resumed one loses and repeats nothing', async () => {
  const [author, guest] = await world.people(2);
  const post = await writePost(author);
  const start = (): Promise<World> => openWorld({ DATABASE_URL: world.databaseUrl, AUTH_SECRET: SECRET });
  const through = (service: World): Pick<Person, 'fetch'> => ({
    fetch: (path, init = {}) =>
      service.fetch(path, { ...init, headers: [...new Headers(init.headers), ['cookie', author.cookie]] }),
  });
  const heard: HeardNotice[] = [];
  for (let round = 0; round < 2; round += 1) {
    await using service = await start();
    await service.until(async () => (await through(service).fetch(NOTIFICATIONS)).status === 200, 20_000);
    const reader = await listen(through(service), heard.at(-1)?.id);
    expect(reader.answer.status).toBe(200);
    await writeComment(guest, post.id, { body: `while it runs ${round}` });
    await service.until(() => reader.events.length >= 1 + round);
    await service[Symbol.asyncDispose]();
    await world.world.until(() => reader.isOver());
    heard.push(...reader.events);
    await writeComment(guest, post.id, { body: `while it is away ${round}` });
  }
  expect(idsOf(heard)).toEqual((await readAll(author)).slice(0, 3));
}, 60_000);

test('a stopping service ends its streams first, instead of waiting for them', async () => {
  const author = await world.person();
  const config = checkConfig({
    DATABASE_URL: world.databaseUrl,
    AUTH_SECRET: SECRET,
    LIVEHOUSE_DATA: world.world.dataDirectory,
    HOST: '127.0.0.1',
    PORT: '0',
  });
  const service = await openService(config, openLog('silent'), { work: false });
  const fetchAs: Person['fetch'] = (path, init) =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
      ...init,
      headers: [...new Headers(init?.headers), ['cookie', author.cookie]],
    });
  await world.world.until(async () => (await fetchAs(NOTIFICATIONS)).status === 200, 20_000);
  const reader = await listen({ fetch: fetchAs });
  expect(reader.answer.status).toBe(200);
  const stopping = service.stop();
  // Requests in flight would be waited for twice as long.
  await world.world.until(() => reader.isOver(), 5000);
  await stopping;
}, 60_000);
