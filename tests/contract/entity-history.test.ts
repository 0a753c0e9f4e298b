// The history of an entity, changes of single entities with values, and of the schema: lists of objects, orders, entities that
// were removed and added again, pages, entity tags, places of clients.
import { describe, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentKey, queryRecordKey } from '../../src/kernel/object-key.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { holdWorkers } from '../fixtures/held-workers.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import {
  type Answer,
  COMPUTED_CACHE,
  CURRENT_CACHE,
  comparable,
  expectRefusal,
  PINNED_CACHE,
  readFrom,
} from '../fixtures/release-world.ts';
import { runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot, type SmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld, type World } from '../world.ts';

const server = '/api/v1/servers/jp';
const LONG = 'long '.repeat(500);

type Item = AnswerBody<'GET /api/v1/servers/{server}/catalog/history/{resource}/{id}'>['items'][number];
interface Page {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests judge the shape.
const json = (answer: Answer): any => {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json();
};
const read = (path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Answer> =>
  readFrom(world, `${server}/${path}`, headers, method);
const history = async (path: string, of: World = world): Promise<Page> =>
  json(await readFrom(of, `${server}/catalog/history/${path}`));
const idOf = (i: number): string => ids[i] ?? '';
const pair = (from: number, to: number): string => `from=${idOf(from)}&to=${idOf(to)}`;
const told = ({ items }: Page): readonly unknown[] =>
  items.map(({ releaseId, change, fields }) => [ids.indexOf(releaseId), change, fields]);

/** Processes that run queries for this process. */
function queryProcesses(): readonly number[] {
  const found = Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', 'query-program']);
  return found.stdout.toString().split('\n').filter(Boolean).map(Number);
}

const describeCards = (snapshot: SmallSnapshot): void =>
  snapshot.describe({
    resources: {
      cards: { file: 'catalog/cards.json', id: 'cardId' },
      rules: { file: 'catalog/rules.json', kind: 'document' },
    },
  });

const world = await keepOpen(openWorld());
const snapshot = await keepOpen(createSmallSnapshot());
describeCards(snapshot);
const ids: string[] = [];
async function publish(cards: readonly object[], rules: object): Promise<void> {
  snapshot.write('catalog/cards.json', JSON.stringify(cards));
  snapshot.write('catalog/rules.json', JSON.stringify(rules));
  ids.push((await world.publish(snapshot.directory)).releaseId);
}
const card = (costs: readonly object[], more: object = {}) => ({ cardId: 1, title: 'One', costs, ...more });
const other = { cardId: 2, title: 'Two' };
await publish(
  [
    card([
      { id: 104, count: 1 },
      { id: 105, count: 2 },
    ]),
    other,
  ],
  { life: 1 },
);
await publish(
  [
    card([
      { id: 105, count: 3 },
      { id: 104, count: 1 },
      { id: 106, count: 9 },
    ]),
  ],
  { life: 1 },
);
await publish(
  [
    card([
      { id: 106, count: 9 },
      { id: 104, count: 1 },
      { id: 105, count: 3 },
    ]),
    other,
  ],
  { life: 2 },
);
await publish([card([], { title: LONG, note: { text: LONG } }), other], { life: 2 });

describe('history of an entity', () => {
  test('lists what changed in which release, the newest first', async () => {
    const answer = await read('catalog/history/cards/1');
    const page: Page = json(answer);
    expect(answer.headers.get('cache-control')).toBe(CURRENT_CACHE);
    expect(page.nextCursor).toBeNull();
    expect(told(page).slice(1)).toEqual([
      [
        2,
        'changed',
        [
          {
            path: 'costs',
            before: [
              { count: 3, id: 105 },
              { count: 1, id: 104 },
              { count: 9, id: 106 },
            ],
            after: [
              { count: 9, id: 106 },
              { count: 1, id: 104 },
              { count: 3, id: 105 },
            ],
          },
        ],
      ],
      [
        1,
        'changed',
        [
          { path: 'costs[id=105].count', before: 2, after: 3 },
          { path: 'costs[id=106]', after: { count: 9, id: 106 } },
        ],
      ],
      [0, 'added', []],
    ]);
    const releases: { releaseId: string; promotedAt: number }[] = json(await read('release/history')).releases;
    expect(page.items.map(({ releaseId, promotedAt }) => ({ releaseId, promotedAt }))).toEqual(
      releases.map(({ releaseId, promotedAt }) => ({ releaseId, promotedAt })),
    );
  });

  test('cuts long values', async () => {
    const { items } = await history('cards/1?limit=1');
    const fields = new Map(items[0]?.fields.map((field) => [field.path, field]));
    expect(fields.get('title')).toEqual({ path: 'title', before: 'One', after: LONG.slice(0, 1022), truncated: true });
    const note = fields.get('note');
    expect(note).toEqual({ path: 'note', after: expect.stringMatching(/^\{"text":"long /), truncated: true });
    expect(JSON.stringify(note?.after).length).toBeLessThanOrEqual(1024);
  });

  test('an entity that was removed and added again', async () => {
    expect(told(await history('cards/2'))).toEqual([
      [2, 'added', []],
      [1, 'removed', []],
      [0, 'added', []],
    ]);
  });

  test('a document is one entity', async () => {
    expect(told(await history('rules/rules'))).toEqual([
      [2, 'changed', [{ path: 'life', before: 1, after: 2 }]],
      [0, 'added', []],
    ]);
    expectRefusal(await read('catalog/history/rules/1'), 404, 'entity_not_found');
  });

  test('pages, and refuses cursors of other entities', async () => {
    const items: Item[] = [];
    let cursor = '';
    let last: string | undefined;
    for (;;) {
      const page = await history(`cards/1?limit=1${cursor}`);
      items.push(...page.items);
      if (page.nextCursor === null) break;
      last = page.nextCursor;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(items).toEqual([...(await history('cards/1')).items]);
    for (const path of [
      `cards/2?cursor=${last}`,
      `rules/rules?cursor=${last}`,
      'cards/1?cursor=x',
      'cards/1?cursor=',
    ]) {
      expectRefusal(await read(`catalog/history/${path}`), 400, 'invalid_cursor');
    }
    for (const limit of ['0', '101', 'x', '']) {
      expectRefusal(await read(`catalog/history/cards/1?limit=${limit}`), 400, 'invalid_limit');
    }
  });

  test('entity tags and HEAD', async () => {
    const path = 'catalog/history/cards/1';
    const whole = await read(path);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await read('catalog/history/cards/2')).headers.get('etag')).not.toBe(etag);
    const head = await read(path, {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(comparable(head.headers)).toEqual(comparable(whole.headers));
    // Under an address that no cached answer has.
    for (const again of [path, `${path}?limit=20`]) {
      const fresh = await read(again, { 'if-none-match': etag });
      expect([fresh.status, fresh.bytes.length, fresh.headers.get('etag')]).toEqual([304, 0, etag]);
      expect(fresh.headers.get('cache-control')).toBe(CURRENT_CACHE);
    }
    expect((await read(`${path}?limit=3`, { 'if-none-match': etag })).status).toBe(200);
    expect((await read(`${path}?limit=3`, { 'if-none-match': '*' })).status).toBe(304);
  });

  test('refusals', async () => {
    for (const [path, status, code] of [
      [`${server}/catalog/history/cards/9`, 404, 'entity_not_found'],
      [`${server}/catalog/history/cards/a%20b`, 404, 'entity_not_found'],
      [`${server}/catalog/history/nope/1`, 404, 'resource_not_found'],
      [`${server}/catalog/history/No/1`, 404, 'resource_not_found'],
      ['/api/v1/servers/none/catalog/history/cards/1', 404, 'server_not_found'],
      [`${server}/catalog/history/cards/1?limit=1&limit=2`, 400, 'duplicate_query_parameter'],
    ] as const) {
      expectRefusal(await readFrom(world, path), status, code);
    }
  });
});

test('many promotions: twenty a request, releases that come again count by their promotions, kept ones alone', async () => {
  await using home = await openWorld();
  using own = createSmallSnapshot({ media: 1 });
  describeCards(own);
  own.write('catalog/rules.json', '{}');
  const publishTitle = async (title: string): Promise<string> => {
    // Card 2 is in the first release alone.
    const cards = [{ cardId: 1, title }, ...(title === 'one' ? [{ cardId: 2, title: 'gone' }] : [])];
    own.write('catalog/cards.json', JSON.stringify(cards));
    return (await home.publish(own.directory)).releaseId;
  };
  const one = await publishTitle('one');
  const two = await publishTitle('two');
  const three = await publishTitle('three');
  for (let i = 0; i < 11; i++) {
    expect(await publishTitle('two')).toBe(two);
    expect(await publishTitle('three')).toBe(three);
  }
  await home.until(async () => (await history('cards/1', home)).items[0]?.fields[0]?.after === 'three');
  const first = await history('cards/1', home);
  expect(first.items).toHaveLength(20);
  expect(first.items.slice(0, 2).map(({ releaseId, fields }) => [releaseId, fields])).toEqual([
    [three, [{ path: 'title', before: 'two', after: 'three' }]],
    [two, [{ path: 'title', before: 'three', after: 'two' }]],
  ]);
  const second = await history(`cards/1?cursor=${first.nextCursor}`, home);
  expect(second.nextCursor).toBeNull();
  expect(second.items.at(-1)).toMatchObject({ releaseId: one, change: 'added' });
  expect(first.items.length + second.items.length).toBe(25);
  // A page may have nothing although the history goes on.
  const empty = await history('cards/2', home);
  expect(empty.items).toEqual([]);
  const rest = await history(`cards/2?cursor=${empty.nextCursor}`, home);
  expect(rest.items.map(({ releaseId, change }) => [releaseId, change])).toEqual([
    [two, 'removed'],
    [one, 'added'],
  ]);
  expect(rest.nextCursor).toBeNull();
  // Only the end of the history shows that no release has it.
  for (const [path, code] of [
    ['cards/9', 'entity_not_found'],
    ['nope/9', 'resource_not_found'],
  ] as const) {
    const { nextCursor } = await history(path, home);
    expectRefusal(await readFrom(home, `${server}/catalog/history/${path}?cursor=${nextCursor}`), 404, code);
  }
  const tag = (await readFrom(home, `${server}/catalog/history/cards/1`)).headers.get('etag');
  expect((await runJson(home.dataDirectory, 'releases', 'gc', '--keep', '2')).code).toBe(0);
  await home.until(async () => (await readFrom(home, `${server}/catalog/history/cards/2`)).headers.get('etag') !== tag);
  await home.until(async () => {
    const { nextCursor } = await history('cards/1', home);
    const { items } = await history(`cards/1?cursor=${nextCursor}`, home);
    return items.at(-1)?.releaseId === two && items.at(-1)?.change === 'added';
  });
});

describe('changes of one entity, and with values', () => {
  const changes = async (query: string) => json(await read(`release/changes?${query}`));

  test('id narrows to one entity', async () => {
    const whole = await changes(`${pair(0, 1)}&resource=cards`);
    expect(whole.items).toEqual([
      { id: '1', change: 'changed', fields: ['costs[id=105].count', 'costs[id=106]'] },
      { id: '2', change: 'removed', fields: [] },
    ]);
    for (const item of whole.items) {
      const answer = await read(`release/changes?${pair(0, 1)}&resource=cards&id=${item.id}`);
      expect(json(answer)).toEqual({ items: [item], nextCursor: null });
      expect(answer.headers.get('cache-control')).toBe(PINNED_CACHE);
    }
    const nothing = { items: [], nextCursor: null };
    expect(await changes(`${pair(0, 1)}&resource=rules&id=rules`)).toEqual(nothing);
    expect(await changes(`${pair(1, 1)}&resource=cards&id=1`)).toEqual(nothing);
    expect(await changes(`${pair(0, 1)}&resource=cards&id=77`)).toEqual(nothing);
    expect(await changes(`resource=cards&id=2&to=${idOf(2)}`)).toEqual({
      items: [{ id: '2', change: 'added', fields: [] }],
      nextCursor: null,
    });
  });

  test('values=1 adds what each field was and is', async () => {
    const values = [
      { path: 'costs[id=105].count', before: 2, after: 3 },
      { path: 'costs[id=106]', after: { count: 9, id: 106 } },
    ];
    const item = { id: '1', change: 'changed', fields: values.map(({ path }) => path), values };
    expect(await changes(`${pair(0, 1)}&resource=cards&values=1`)).toEqual({
      items: [item, { id: '2', change: 'removed', fields: [], values: [] }],
      nextCursor: null,
    });
    expect((await changes(`${pair(0, 1)}&resource=cards&values=1&id=1`)).items).toEqual([item]);
    const first = await changes(`${pair(0, 1)}&resource=cards&values=1&limit=1`);
    expect(first.items).toEqual([item]);
    expect((await changes(`resource=cards&values=1&cursor=${first.nextCursor}`)).items).toEqual([
      { id: '2', change: 'removed', fields: [], values: [] },
    ]);
    expect((await changes(`${pair(1, 2)}&resource=rules&values=1`)).items).toEqual([
      { id: 'rules', change: 'changed', fields: ['life'], values: [{ path: 'life', before: 1, after: 2 }] },
    ]);
    const [cut] = (await changes(`${pair(2, 3)}&resource=cards&values=1`)).items;
    expect(cut.values).toContainEqual({
      path: 'title',
      before: 'One',
      after: LONG.slice(0, 1022),
      truncated: true,
    });
  });

  test('refusals', async () => {
    for (const [query, status, code] of [
      ['id=1', 400, 'invalid_query'],
      ['values=1', 400, 'invalid_query'],
      ['files=1&values=1', 400, 'invalid_query'],
      ['files=1&id=1', 400, 'invalid_query'],
      ['resource=cards&values=2', 400, 'invalid_query'],
      ['resource=cards&id=a%20b', 404, 'entity_not_found'],
      ['resource=nope&id=1', 404, 'resource_not_found'],
      ['resource=nope&values=1', 404, 'resource_not_found'],
      ['resource=cards&id=1&limit=0', 400, 'invalid_limit'],
      ['schema=2', 400, 'invalid_query'],
      ['schema=1&resource=cards', 400, 'invalid_query'],
      ['schema=1&files=1', 400, 'invalid_query'],
      ['schema=1&id=1', 400, 'invalid_query'],
      ['schema=1&limit=1', 400, 'invalid_query'],
    ] as const) {
      expectRefusal(await read(`release/changes?${query}`), status, code);
    }
    const { nextCursor } = await changes(`${pair(0, 1)}&resource=cards&limit=1`);
    expectRefusal(await read(`release/changes?resource=cards&id=1&cursor=${nextCursor}`), 400, 'invalid_cursor');
  });
});

test('changes of the schema: fields that are new, gone or of another type', async () => {
  const path = `${server}/release/changes?${pair(2, 3)}&schema=1`;
  const get = (address: string) => world.fetch(address);
  const answer = await getReady(get, path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, COMPUTED_CACHE]);
  const { schema } = await answer.json();
  expect(Object.keys(schema)).toEqual(['cards']);
  const { added, removed, changed } = schema.cards;
  expect(added).toEqual([{ path: 'note.text', type: 'string' }]);
  expect(changed).toEqual([]);
  // As the routes of fields have them.
  const fieldsOf = async (i: number) => {
    const { fields }: { fields: { path: string; type: string; list: boolean }[] } = await (
      await getReady(get, `${server}/catalog/query/cards/fields?release=${idOf(i)}`)
    ).json();
    return new Map(fields.map(({ path, type, list }) => [path, `${type}${list ? '[]' : ''}`]));
  };
  const [before, after] = [await fieldsOf(2), await fieldsOf(3)];
  expect(removed).toEqual([...before].filter(([path]) => !after.has(path)).map(([path, type]) => ({ path, type })));
  const current = await getReady(get, `${server}/release/changes?schema=1`);
  expect([await current.json(), current.headers.get('cache-control')]).toEqual([{ schema }, CURRENT_CACHE]);
  expect(await (await getReady(get, `${server}/release/changes?${pair(0, 0)}&schema=1`)).json()).toEqual({
    schema: {},
  });
});

test('the schema of releases whose files for queries are missing, slow or damaged', async () => {
  const path = `${server}/release/changes?schema=1`;
  const publishAgain = async (home: World): Promise<string> => {
    snapshot.write('catalog/cards.json', JSON.stringify([{ cardId: 1, level: 1 }]));
    await home.publish(snapshot.directory);
    snapshot.write('catalog/cards.json', JSON.stringify([{ cardId: 1, level: 'one' }]));
    return (await home.publish(snapshot.directory)).releaseId;
  };
  const schema = { cards: { added: [], removed: [], changed: [{ path: 'level', before: 'number', after: 'string' }] } };
  await using home = await openWorld();
  const last = await publishAgain(home);
  const get = (address: string) => home.fetch(address);
  expectRefusal(await readFrom(home, path), 503, 'query_not_ready');
  // The fields of the release before, which are then known, and a process that has begun.
  expect((await getReady(get, `${server}/catalog/query/cards`)).status).toBe(200);
  const stopped = queryProcesses();
  expect(stopped.length).toBeGreaterThan(0);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  let late = await readFrom(home, path);
  while (late.text.includes('query_not_ready')) late = await readFrom(home, path);
  expectRefusal(late, 503, 'query_timeout');
  expect(await (await getReady(get, path)).json()).toEqual({ schema });
  const { file } = JSON.parse(readFileSync(join(home.objectsDirectory, queryRecordKey('jp', last)), 'utf8'));
  const stored = join(home.objectsDirectory, contentKey(file.sha256));
  const bytes = readFileSync(stored);
  rmSync(stored);
  writeFileSync(stored, bytes.fill(255, 20, 40));
  await using fresh = await openWorld({ LIVEHOUSE_DATA: home.dataDirectory });
  expectRefusal(await readFrom(fresh, path), 502, 'object_corrupt');
});

test('a client has two places and eight more to wait', async () => {
  using held = holdWorkers('comparison-worker.ts');
  await using fresh = await openWorld({ LIVEHOUSE_DATA: world.dataDirectory });
  const busy = Promise.withResolvers<void>();
  const asked = Array.from({ length: 11 }, async (_, i) => {
    const answer = await readFrom(fresh, `${server}/catalog/history/cards/1?limit=${i + 1}`);
    if (answer.status !== 200) busy.resolve();
    return answer;
  });
  await busy.promise;
  for (const query of ['resource=cards&id=1', 'resource=cards&id=1&values=1']) {
    expectRefusal(await readFrom(fresh, `${server}/release/changes?${query}`), 503, 'query_busy');
  }
  expect((await fresh.fetch('/catalog/jp/cards/1/history')).status).toBe(503);
  held.release();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(1);
  for (const answer of refused) {
    expectRefusal(answer, 503, 'query_busy');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
});
