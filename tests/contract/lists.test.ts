// Lists of catalog entities: owned, wanted and named ones, their entries, order and files, comparing, who sees what, reports and
// moderation, limits, export and deletion of the account.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { USERS } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  expectStatus,
  openAccountsWorld,
  openWithoutDatabase,
  type Person,
} from '../fixtures/people.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const MINE = '/api/v1/me/lists';
const PUBLIC = '/api/v1/community/lists';
const CARDS = 1_100;
const song = (id: number | string) => ({ server: 'jp', resource: 'songs', id: String(id) });
const songs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => song(from + index));

type ListAnswer = AnswerBody<'GET /api/v1/me/lists/{listId}'>;
type List = ListAnswer['list'];

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const snapshot = await keepOpen(createSmallSnapshot());

/** Publishes so many songs, without some, and waits until the service answers with them. */
async function publish(without: readonly number[] = []): Promise<void> {
  const all = Array.from({ length: CARDS }, (_, index) => index + 1).filter((id) => !without.includes(id));
  const entities = all.map((id) => ({
    musicId: String(id),
    title: id === 7 ? '=SUM(A1)' : `Song "${id}"; the ${id}th`,
  }));
  snapshot.write('catalog/songs.json', JSON.stringify(entities));
  await world.world.publish(snapshot.directory);
}
await publish();
const owner = await world.person();

const create = async (who: Person, fields: object = {}): Promise<List> =>
  (await expectStatus<{ list: List }>(who.send('POST', MINE, { title: 'Cards', ...fields }), 201)).list;
const read = (who: Person, id: string, query = ''): Promise<ListAnswer> =>
  expectStatus<ListAnswer>(who.fetch(`${MINE}/${id}${query}`), 200);
const mark = async (who: Person, id: string, subjects: readonly object[], active = true): Promise<readonly List[]> =>
  (await expectStatus<{ lists: List[] }>(who.send('PUT', `${MINE}/${id}/entries`, { subjects, active }), 200)).lists;
const idsOf = ({ entries }: Pick<ListAnswer, 'entries'>) => entries.map(({ subject }) => subject.id);
const message = async (answer: Response | Promise<Response>): Promise<string> => {
  const { error } = await (await answer).json();
  return `${error.code}: ${error.message}`;
};

describe('one’s own lists', () => {
  test('are made, read, changed by version, and deleted', async () => {
    const who = await world.person();
    await expectRefused(world.world.fetch(MINE), '401 authentication_required');
    for (const wrong of [
      {},
      { title: '' },
      { title: 'a\nb' },
      { title: 'x'.repeat(101) },
      { title: 'a', server: 'jp' },
      { title: 'a', visibility: 'protected' },
      { title: 'a\u0000' },
    ]) {
      await expectRefused(who.send('POST', MINE, wrong), '422 invalid_list');
    }
    const made = await create(who, { title: '  To trade ', description: 'Two\r\nlines' });
    expect(made).toMatchObject({
      kind: 'named',
      server: null,
      resource: null,
      title: 'To trade',
      description: 'Two\nlines',
      visibility: 'private',
      version: 1,
      entries: 0,
    });
    expect(await expectStatus(who.fetch(MINE), 200)).toEqual({ lists: [made], nextCursor: null });
    const edit = (fields: object) => who.send('PATCH', `${MINE}/${made.id}`, fields);
    await expectRefused(edit({ title: 'x' }), '422 invalid_list');
    await expectRefused(edit({ title: 'x', version: 7 }), '409 version_conflict');
    const { list } = await expectStatus<{ list: List }>(edit({ title: 'Traded', version: 1 }), 200);
    expect(list).toMatchObject({ title: 'Traded', description: 'Two\nlines', version: 2 });
    await expectOnlyStatus(who.send('DELETE', `${MINE}/${made.id}`, undefined), 204);
    for (const method of ['DELETE', 'PATCH']) {
      const body = method === 'PATCH' ? { version: 1 } : undefined;
      await expectRefused(who.send(method, `${MINE}/${made.id}`, body), '404 list_not_found');
    }
    await expectRefused(who.fetch(`${MINE}/${made.id}`), '404 list_not_found');
    await expectRefused(who.fetch(`${MINE}/nonsense`), '404 route_not_found');
  });

  test('are listed newest first, in pages', async () => {
    const who = await world.person();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await create(who)).id);
    const first = await expectStatus<AnswerBody<'GET /api/v1/me/lists'>>(who.fetch(`${MINE}?limit=3`), 200);
    const second = await expectStatus<AnswerBody<'GET /api/v1/me/lists'>>(
      who.fetch(`${MINE}?limit=3&cursor=${first.nextCursor}`),
      200,
    );
    expect([...first.lists, ...second.lists].map(({ id }) => id)).toEqual(made.toReversed());
    expect(second.nextCursor).toBeNull();
    await expectRefused(who.fetch(`${MINE}?limit=101`), '400 invalid_limit');
    await expectRefused(who.fetch(`${MINE}?cursor=e30`), '400 invalid_cursor');
  });

  test('a request with a key that is repeated makes one list', async () => {
    const who = await world.person();
    const send = () =>
      who.fetch(MINE, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-a-list-once' },
        body: JSON.stringify({ title: 'Once' }),
      });
    const first = await send();
    const { list } = await expectStatus<{ list: List }>(first, 201);
    expect(first.headers.get('location')).toBe(`${MINE}/${list.id}`);
    expect((await expectStatus<{ list: List }>(send(), 201)).list).toEqual(list);
    expect((await expectStatus<AnswerBody<'GET /api/v1/me/lists'>>(who.fetch(MINE), 200)).lists).toHaveLength(1);
    await expectOnlyStatus(who.send('DELETE', `${MINE}/${list.id}`, undefined), 204);
    await expectRefused(send(), '404 list_not_found');
  });

  test('there are at most 100, not counting owned and wanted ones', async () => {
    const who = await world.person();
    await mark(who, 'owned', [song(1)]);
    await world.sql`insert into entity_list (id, owner_id, kind, title, visibility)
      select gen_random_uuid(), ${who.id}, 'named', 'x', 'private' from generate_series(1, 99)`;
    await create(who);
    await expectRefused(who.send('POST', MINE, { title: 'One more' }), '409 list_limit');
  });
});

describe('entries', () => {
  test('are added at the end and removed, all or nothing', async () => {
    const { id } = await create(owner);
    const [first] = await mark(owner, id, [song(3), song(1), song(3)]);
    expect(first).toMatchObject({ entries: 2, version: 2 });
    await mark(owner, id, [song(2), song(1)]);
    const { entries } = await read(owner, id);
    expect(entries.map(({ subject }) => subject)).toEqual(
      [3, 1, 2].map((number) => ({ ...song(number), title: `Song "${number}"; the ${number}th` })),
    );
    expect(entries[0]).toMatchObject({ count: null, note: null, gone: false });
    const put = (subjects: unknown, active = true) => owner.send('PUT', `${MINE}/${id}/entries`, { subjects, active });
    expect(await message(put([song(4), song('none'), song(5)]))).toStartWith('invalid_subject: subjects[1]');
    for (const wrong of [[], 'x', [{ server: 'jp' }], songs(1, 501)])
      await expectRefused(put(wrong), '422 invalid_list');
    expect(idsOf(await read(owner, id))).toEqual(['3', '1', '2']);
    expect(await mark(owner, id, [song(1), song('none')], false)).toMatchObject([{ entries: 2 }]);
    const page = await read(owner, id, '?limit=1');
    expect(idsOf(page)).toEqual(['3']);
    expect(idsOf(await read(owner, id, `?limit=1&cursor=${page.nextCursor}`))).toEqual(['2']);
    const other = await create(owner);
    await expectRefused(owner.fetch(`${MINE}/${other.id}?cursor=${page.nextCursor}`), '400 invalid_cursor');
    await expectRefused(
      (await world.person()).send('PUT', `${MINE}/${id}/entries`, { subjects: [song(1)], active: true }),
      '404 list_not_found',
    );
  });

  test('owned and wanted exist from the first entry, are emptied, and have no title', async () => {
    const who = await world.person();
    expect(await mark(who, 'wanted', [song(1)], false)).toEqual([]);
    const [owned] = await mark(who, 'owned', [song(1), song(2)]);
    const [wanted] = await mark(who, 'wanted', [song(2)]);
    expect(owned).toMatchObject({ kind: 'owned', server: 'jp', resource: 'songs', title: '', entries: 2 });
    expect(wanted).toMatchObject({ kind: 'wanted', entries: 1 });
    expect((await mark(who, 'owned', [song(3)]))[0]?.id).toBe(owned?.id ?? '');
    const edit = { title: 'No', version: 3 };
    await expectRefused(who.send('PATCH', `${MINE}/${owned?.id}`, edit), '422 invalid_list');
    await expectOnlyStatus(who.send('DELETE', `${MINE}/${owned?.id}`, undefined), 204);
    expect(await read(who, owned?.id ?? '')).toMatchObject({ list: { entries: 0 }, entries: [] });
  });

  test('a list of a collection takes its entities alone', async () => {
    const { id } = await create(owner, { server: 'jp', resource: 'units' });
    expect(
      await message(owner.send('PUT', `${MINE}/${id}/entries`, { subjects: [song(1)], active: true })),
    ).toStartWith('invalid_subject: subjects[0]');
  });

  test('have counts and notes', async () => {
    const { id } = await create(owner);
    await mark(owner, id, [song(1)]);
    const edit = (fields: object) => owner.send('PATCH', `${MINE}/${id}/entries`, { subject: song(1), ...fields });
    for (const wrong of [{ count: 0 }, { count: 10_000 }, { note: 'x'.repeat(281) }, { note: 'a\nb' }]) {
      await expectRefused(edit(wrong), '422 invalid_list');
    }
    await expectRefused(
      owner.send('PATCH', `${MINE}/${id}/entries`, { subject: song(2), count: 1 }),
      '404 list_entry_not_found',
    );
    await expectOnlyStatus(edit({ count: 3, note: ' from the box ' }), 200);
    await expectOnlyStatus(edit({ count: 4 }), 200);
    expect((await read(owner, id)).entries).toMatchObject([{ count: 4, note: 'from the box' }]);
    await expectOnlyStatus(edit({ count: null, note: null }), 200);
    expect((await read(owner, id)).entries).toMatchObject([{ count: null, note: null }]);
    await expectRefused(
      owner.send('PATCH', `${MINE}/${crypto.randomUUID()}/entries`, { subject: song(1) }),
      '404 list_not_found',
    );
  });

  test('are moved, also where there is no space left between two', async () => {
    const { id } = await create(owner);
    await mark(owner, id, songs(1, 5));
    let { list, entries } = await read(owner, id);
    const entryOf = (number: number): string => entries.find(({ subject }) => subject.id === String(number))?.id ?? '';
    const move = async (numbers: readonly number[], after: number | null): Promise<readonly string[]> => {
      const body = { ids: numbers.map(entryOf), after: after === null ? null : entryOf(after), version: list.version };
      ({ list } = await expectStatus<{ list: List }>(owner.send('PUT', `${MINE}/${id}/order`, body), 200));
      ({ entries } = await read(owner, id));
      return entries.map(({ subject }) => subject.id);
    };
    expect(await move([5, 4], null)).toEqual(['5', '4', '1', '2', '3']);
    expect(await move([5], 3)).toEqual(['4', '1', '2', '3', '5']);
    expect(await move([1, 3], 2)).toEqual(['4', '2', '1', '3', '5']);
    for (let round = 0; round < 15; round++) {
      expect(await move([3, 5], 2)).toEqual(['4', '2', '3', '5', '1']);
      expect(await move([1], 2)).toEqual(['4', '2', '1', '3', '5']);
    }
    const order = (body: object) =>
      owner.send('PUT', `${MINE}/${id}/order`, { version: list.version, after: null, ...body });
    await expectRefused(order({ ids: [entryOf(1)], version: 1 }), '409 version_conflict');
    for (const wrong of [
      { ids: [] },
      { ids: [crypto.randomUUID()] },
      { ids: [entryOf(1), entryOf(1)] },
      { ids: [entryOf(1)], after: entryOf(1) },
      { ids: [entryOf(1)], after: crypto.randomUUID() },
    ]) {
      await expectRefused(order(wrong), '422 invalid_list');
    }
    await expectRefused(
      owner.send('PUT', `${MINE}/${crypto.randomUUID()}/order`, { ids: [entryOf(1)], after: null, version: 1 }),
      '404 list_not_found',
    );
  });

  test('are at most 5,000', async () => {
    const { id } = await create(owner);
    await world.sql`insert into entity_list_entry (id, list_id, server, resource, entity_id, title, position, is_owned)
      select gen_random_uuid(), ${id}, 'jp', 'gone', n::text, 'x', n, false from generate_series(1, 4999) n`;
    await world.sql`update entity_list set entries = 4999 where id = ${id}`;
    await expectRefused(
      owner.send('PUT', `${MINE}/${id}/entries`, { subjects: songs(1, 2), active: true }),
      '409 list_full',
    );
    const text = 'server,resource,id\njp,songs,1\njp,songs,2\n';
    await expectRefused(owner.send('POST', `${MINE}/${id}/import`, { format: 'csv', text }), '409 list_full');
    expect(await mark(owner, id, [song(1)])).toMatchObject([{ entries: 5_000 }]);
  });
});

test('a list of 1,000 cards is exported, edited in a spreadsheet, imported and compared', async () => {
  const who = await world.person();
  const { id } = await create(who, { title: 'All' });
  await mark(who, id, songs(1, 500));
  await mark(who, id, songs(501, 1_000));
  const answer = await who.fetch(`${MINE}/${id}/export.csv`);
  expect(answer.headers.get('content-disposition')).toContain('All.csv');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const csv = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  expect(csv.slice(0, 40)).toBe('\ufeffserver,resource,id,title,count,note\r\njp');
  expect(csv).toContain("jp,songs,7,'=SUM(A1),,\r\n");
  // As a spreadsheet with semicolons writes it: every cell quoted, another order of columns, some with counts and notes.
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const number = index + 51;
    const note = number % 2 === 0 ? `'-from; "${number}"` : '';
    return [number, 'songs', 'jp', note, number % 9_999]
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(';');
  });
  const text = `\ufeff"id";"resource";"server";"note";"count"\r\n${[...lines, '"none";"songs";"jp";"";""'].join('\r\n')}\r\n`;
  const { id: target } = await create(who, { title: 'Imported' });
  await mark(who, target, songs(1, 100));
  const send = (dryRun: boolean) => who.send('POST', `${MINE}/${target}/import`, { format: 'csv', text, dryRun });
  const wanted = { added: 950, changed: 50, unknown: [1_002] };
  expect(await expectStatus(send(true), 200)).toEqual(wanted);
  expect((await read(who, target)).list.entries).toBe(100);
  expect(await expectStatus(send(false), 200)).toEqual(wanted);
  expect(await expectStatus(send(false), 200)).toEqual({ added: 0, changed: 0, unknown: [1_002] });
  const { list, entries } = await read(who, target, '?limit=100');
  expect(list.entries).toBe(1_050);
  expect(entries.slice(49, 52)).toMatchObject([
    { note: null, count: null },
    { count: 51, note: null },
    { count: 52, note: '-from; "52"' },
  ]);
  // What was exported is read back unchanged.
  for (const format of ['csv', 'json']) {
    const exported = await (await who.fetch(`${MINE}/${target}/export.${format}`)).text();
    const again = who.send('POST', `${MINE}/${target}/import`, { format, text: exported });
    expect(await expectStatus(again, 200)).toEqual({ added: 0, changed: 0, unknown: [] });
    const copy = await create(who);
    const added = who.send('POST', `${MINE}/${copy.id}/import`, { format, text: exported });
    expect(await expectStatus(added, 200)).toEqual({ added: 1_050, changed: 0, unknown: [] });
  }
  const seen = { both: 0, onlyA: 0, onlyB: 0 };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `${MINE}/compare?a=${id}&b=${target}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await expectStatus<AnswerBody<'GET /api/v1/me/lists/compare'>>(who.fetch(path), 200);
    for (const which of ['both', 'onlyA', 'onlyB'] as const) seen[which] += page[which].length;
    expect(page.onlyB.every(({ a, b }) => a === null && b !== null)).toBe(true);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual({ both: 1_000, onlyA: 0, onlyB: 50 });
  await expectRefused(who.fetch(`${MINE}/compare?a=${id}`), '400 invalid_query');
  await expectRefused(who.fetch(`${MINE}/compare?a=${id}&b=${crypto.randomUUID()}`), '404 list_not_found');
  await expectRefused(who.fetch(`${MINE}/compare?a=${id}&b=${target}&cursor=e30`), '400 invalid_cursor');
  for (const path of ['export.csv', 'export.json'])
    await expectRefused(owner.fetch(`${MINE}/${id}/${path}`), '404 list_not_found');
  await expectRefused(owner.send('POST', `${MINE}/${id}/import`, { format: 'csv', text }), '404 list_not_found');
}, 120_000);

test('files that cannot be read are refused with the line', async () => {
  const { id } = await create(owner);
  const refused = (format: string, text: string) =>
    message(owner.send('POST', `${MINE}/${id}/import`, { format, text }));
  expect(await refused('csv', '')).toContain('Line 1: there is no column id');
  expect(await refused('csv', 'server,resource,id,ID\n')).toContain('two columns id');
  expect(await refused('csv', 'server,resource,id,count\njp,songs,1,2\njp,songs,2,1e3\n')).toContain('Line 3: count');
  expect(await refused('csv', 'id\n1\n')).toContain('Line 2: server and resource are missing');
  expect(await refused('csv', 'server,resource,id\njp,songs,"1\n')).toContain('malformed');
  expect(await refused('json', '{')).toContain('no JSON');
  expect(await refused('json', '{}')).toContain('no entries');
  expect(await refused('json', '[{"id": 1}]')).toContain('Line 1: id');
  expect(await refused('json', '[{"server":"jp","resource":"songs","id":"1","note":"a\\u0000"}]')).toContain(
    'Line 1: note',
  );
  expect(await refused('xml', '')).toStartWith('invalid_list');
  expect(await refused('csv', 'x'.repeat(1024 * 1024 + 1))).toStartWith('invalid_list');
  expect((await read(owner, id)).list.version).toBe(1);
});

test('who sees what', async () => {
  const [author, member, blocked] = await world.people(3);
  const [moderator, administrator] = [
    await world.person({ role: 'moderator' }),
    await world.person({ role: 'administrator' }),
  ];
  await expectOnlyStatus(author.send('PUT', `${USERS}/${blocked.uid}/block`, { active: true }), 200);
  const secret = await create(author, { title: 'Secret' });
  const open = await create(author, { title: 'Open', visibility: 'public' });
  await mark(author, open.id, [song(1)]);
  const readers = { stranger: world.world, member, blocked, author, moderator, administrator } as const;
  const seen = async (id: string): Promise<Record<string, number>> => {
    const states: Record<string, number> = {};
    for (const [name, who] of Object.entries(readers)) {
      const answer = await who.fetch(`${PUBLIC}/${id}`);
      states[name] = answer.status;
      if (answer.status !== 200) expect((await answer.json()).error.code).toBe('list_not_found');
    }
    return states;
  };
  const nobody = { stranger: 404, member: 404, blocked: 404, author: 200, moderator: 404, administrator: 404 };
  const staff = { ...nobody, moderator: 200, administrator: 200 };
  expect(await seen(secret.id)).toEqual(nobody);
  expect(await seen(open.id)).toEqual({ ...staff, stranger: 200, member: 200 });
  expect(await expectStatus(member.fetch(`${PUBLIC}/${open.id}`), 200)).toMatchObject({
    list: { title: 'Open', entries: 1 },
    owner: { uid: author.uid },
    entries: [{ subject: song(1) }],
  });
  const listed = async (who: Pick<Person, 'fetch'>): Promise<readonly string[]> =>
    (await expectStatus<{ lists: List[] }>(who.fetch(`${USERS}/${author.uid}/lists`), 200)).lists.map(({ id }) => id);
  for (const [name, who] of Object.entries(readers))
    expect(await listed(who)).toEqual(name === 'blocked' ? [] : [open.id]);
  await expectRefused(world.world.fetch(`${USERS}/@nobody-here/lists`), '404 profile_not_found');
  // Nobody but the owner writes.
  for (const who of [member, moderator, administrator]) {
    await expectRefused(who.send('PATCH', `${MINE}/${open.id}`, { title: 'x', version: 2 }), '404 list_not_found');
    await expectRefused(who.fetch(`${MINE}/${open.id}`), '404 list_not_found');
  }
  // Comparing takes public lists of others.
  const own = await create(member);
  await expectOnlyStatus(member.fetch(`${MINE}/compare?a=${own.id}&b=${open.id}`), 200);
  await expectRefused(member.fetch(`${MINE}/compare?a=${own.id}&b=${secret.id}`), '404 list_not_found');
  // A report, of public lists alone.
  const report = (who: Person, targetId: string) =>
    who.send('POST', '/api/v1/community/reports', { targetKind: 'list', targetId, reasonCode: 'spam' });
  await expectOnlyStatus(report(member, open.id), 201);
  await expectRefused(report(member, secret.id), '404 report_target_not_found');
  // Staff hides it: it is gone for others, its owner is told, and it is shown again.
  const state = (who: Person, action: string, version: number, id = open.id) =>
    who.send('POST', `/api/v1/moderation/lists/${id}/state`, {
      action,
      reasonCode: 'spam',
      message: 'Not here',
      version,
    });
  await expectRefused(state(member, 'hide', 2), '403 staff_required');
  const ofStaff = await create(moderator, { visibility: 'public' });
  await expectRefused(state(moderator, 'hide', 1, ofStaff.id), '403 forbidden');
  await expectRefused(state(moderator, 'hide', 1), '409 version_conflict');
  await expectRefused(state(moderator, 'unhide', 2), '409 list_state_unchanged');
  await expectRefused(state(moderator, 'hide', 1, secret.id), '404 list_not_found');
  await expectRefused(state(moderator, 'shout', 1), '422 invalid_state_change');
  expect(await expectStatus(state(moderator, 'hide', 2), 200)).toEqual({
    list: { id: open.id, version: 3, hidden: true },
  });
  expect(await seen(open.id)).toEqual(staff);
  expect(await listed(member)).toEqual([]);
  const told = await expectStatus<AnswerBody<'GET /api/v1/community/notifications'>>(
    author.fetch('/api/v1/community/notifications'),
    200,
  );
  expect(told.notifications[0]).toMatchObject({
    kind: 'moderation',
    verdict: 'hide',
    subjectKind: 'list',
    subjectId: open.id,
    message: 'Not here',
  });
  const [found] =
    await world.sql`select id, verdict from moderation_case where kind = 'list' and subject_id = ${open.id}`;
  expect(found).toMatchObject({ verdict: 'rejected' });
  expect(await expectStatus(moderator.fetch(`/api/v1/moderation/cases/${found.id}/context`), 200)).toMatchObject({
    context: { place: { self: { kind: 'list', id: open.id, title: 'Open', hidden: true } } },
  });
  await expectOnlyStatus(state(moderator, 'unhide', 3), 200);
  expect(await seen(open.id)).toEqual({ ...staff, stranger: 200, member: 200 });
  const queue = await expectStatus<AnswerBody<'GET /api/v1/moderation/queue'>>(
    moderator.fetch('/api/v1/moderation/queue'),
    200,
  );
  expect(queue.entries.find(({ kind }) => kind === 'list')).toMatchObject({ excerpt: 'Open' });
});

test('texts of public lists are judged; those of private ones are not', async () => {
  const who = await world.person();
  const stranger = (id: string) => world.world.fetch(`${PUBLIC}/${id}`);
  const bad = 'Cheap boosting service here';
  const { id } = await create(who, { title: 'Fine', description: bad });
  expect((await read(who, id)).list.moderationStatus).toBe('allow');
  const edit = async (fields: object): Promise<List> => {
    const { version } = (await read(who, id)).list;
    return (await expectStatus<{ list: List }>(who.send('PATCH', `${MINE}/${id}`, { ...fields, version }), 200)).list;
  };
  expect((await edit({ visibility: 'public' })).moderationStatus).toBe('review');
  await expectRefused(stranger(id), '404 list_not_found');
  expect((await edit({ description: '' })).moderationStatus).toBe('allow');
  await expectOnlyStatus(stranger(id), 200);
  await mark(who, id, [song(1)]);
  await expectOnlyStatus(who.send('PATCH', `${MINE}/${id}/entries`, { subject: song(1), note: bad }), 200);
  await expectRefused(stranger(id), '404 list_not_found');
  // Another change does not clear a note that waits.
  expect((await edit({ title: 'Finer' })).moderationStatus).toBe('review');
  const [open] =
    await world.sql`select id, version from moderation_case where subject_id = ${id} and status = 'review'`;
  const moderator = await world.person({ role: 'moderator' });
  const decision = { verdict: 'allow', reasonCode: 'other', version: open.version };
  await expectOnlyStatus(moderator.send('POST', `/api/v1/moderation/cases/${open.id}/decision`, decision), 200);
  await expectOnlyStatus(stranger(id), 200);
  await mark(who, id, [song(1)], false);
  expect((await read(who, id)).list.moderationStatus).toBe('allow');
});

test('entries that the current release lacks stay, and owners are counted from five on', async () => {
  const who = await world.person();
  const { id } = await create(who);
  await mark(who, id, [song(1_099), song(1_100)]);
  const people = await world.people(5);
  for (const one of people) await mark(one, 'owned', [song(1_099)]);
  await mark(who, 'wanted', [song(1_099)]);
  const owners = async () => (await world.sql`select owners from entity_owners where entity_id = '1099'`)[0]?.owners;
  expect(await owners()).toBe(5);
  const marks = (one: Pick<Person, 'fetch'>, query = 'server=jp&resource=songs&ids=1099,1100') =>
    one.fetch(`${PUBLIC}/marks?${query}`);
  expect(await expectStatus(marks(who), 200)).toEqual({ owned: [], wanted: ['1099'], owners: { 1099: 5 } });
  expect(await expectStatus(marks(people[0] ?? who), 200)).toMatchObject({ owned: ['1099'], wanted: [] });
  await expectRefused(marks(who, 'server=jp&resource=songs'), '400 invalid_query');
  await mark(people[0] ?? who, 'owned', [song(1_099)], false);
  expect(await owners()).toBe(4);
  expect(await expectStatus(marks(world.world), 200)).toEqual({ owned: [], wanted: [], owners: {} });
  await publish([1_099]);
  expect((await read(who, id)).entries).toMatchObject([
    { subject: { id: '1099' }, gone: true },
    { subject: { id: '1100' }, gone: false },
  ]);
  await expectRefused(
    who.send('PUT', `${MINE}/owned/entries`, { subjects: [song(1_099)], active: true }),
    '422 invalid_subject',
  );
  await mark(people[1] ?? who, 'owned', [song(1_099)], false);
  expect(await owners()).toBe(3);
});

test('a query takes lists of one’s own', async () => {
  const who = await world.person();
  await mark(who, 'owned', songs(11, 13));
  const { id } = await create(who);
  await mark(who, id, songs(12, 15));
  const QUERY = '/api/v1/servers/jp/catalog/query/songs?limit=3';
  const ask = async (query: string, one: Pick<Person, 'fetch'> = who): Promise<Response> => {
    let answer: Response | undefined;
    // A release is prepared for queries in the background.
    await world.world.until(async () => {
      answer = await one.fetch(`${QUERY}&${query}`);
      return answer.status !== 503;
    }, 30_000);
    if (answer === undefined) throw new Error('there is an answer');
    return answer;
  };
  const found = async (query: string): Promise<readonly string[]> => {
    const answer = await ask(query);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { items } = await expectStatus<{ items: { id: string }[] }>(answer, 200);
    return items.map(({ id: one }) => one);
  };
  expect(await found('list=owned')).toEqual(['11', '12', '13']);
  expect(await found(`list=${id}&notlist=owned`)).toEqual(['14', '15']);
  expect(await found('list=wanted')).toEqual([]);
  expect((await found('notlist=owned')).every((one) => !['11', '12', '13'].includes(one))).toBe(true);
  await mark(who, 'owned', [song(11)], false);
  expect(await found('list=owned')).toEqual(['12', '13']);
  await expectRefused(await ask('list=owned', world.world), '401 authentication_required');
  await expectRefused(await ask(`list=${id}`, owner), '404 list_not_found');
  await expectRefused(await ask('list=other'), '400 invalid_query');
  const { nextCursor } = await expectStatus<{ nextCursor: string }>(await ask(`list=${id}`), 200);
  expect(await found(`list=${id}&cursor=${nextCursor}`)).toEqual(['15']);
  await expectRefused(await ask(`list=owned&cursor=${nextCursor}`), '400 invalid_cursor');
  // Exports take them as well.
  for (const form of ['ndjson', 'csv', 'parquet']) {
    const exported = (query: string, one: Pick<Person, 'fetch'> = who): Promise<Response> =>
      one.fetch(`/api/v1/servers/jp/catalog/export/songs.${form}?fields=musicId&${query}`);
    const answer = await exported(`list=${id}&notlist=owned`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = await answer.text();
    if (form === 'ndjson')
      expect(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).id),
      ).toEqual(['14', '15']);
    if (form === 'csv') expect(text.trim().split('\r\n').slice(1)).toEqual(['14,14', '15,15']);
    await expectRefused(exported('list=owned', world.world), '401 authentication_required');
    await expectRefused(exported(`notlist=${id}`, owner), '404 list_not_found');
    expect((await exported('limit=1')).status).not.toBe(200);
    expect((await exported('q=Song')).headers.get('cache-control')).not.toContain('private');
  }
});

test('a query by list is refused while the database is away', async () => {
  await using away = await openWithoutDatabase();
  using folder = createSmallSnapshot();
  await away.publish(folder.directory);
  for (const path of ['query/songs', 'export/songs.ndjson', 'export/songs.csv', 'export/songs.parquet']) {
    const ask = () => away.fetch(`/api/v1/servers/jp/catalog/${path}?list=owned`, { headers: { cookie: away.cookie } });
    await away.until(async () => !(await (await ask()).text()).includes('query_not_ready'), 60_000);
    await expectRefused(ask(), '503 database_unavailable');
  }
});

test('a deleted account leaves no rows', async () => {
  const who = await world.person();
  await create(who, { title: 'Public', visibility: 'public' });
  await mark(who, 'owned', songs(900, 905));
  await expectOnlyStatus(who.send('DELETE', '/api/v1/account/profile', { confirmation: who.email }), 204);
  await world.world.until(
    async () => (await world.sql`select 1 from entity_list where owner_id = ${who.id}`).length === 0,
    60_000,
  );
  expect(await world.sql`select 1 from entity_owners where entity_id = '900'`).toHaveLength(0);
  expect(
    await world.sql`select 1 from entity_list_entry e where not exists (select 1 from entity_list l where l.id = e.list_id)`,
  ).toHaveLength(0);
});
