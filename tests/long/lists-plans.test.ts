// How many blocks PostgreSQL reads for lists, with 1,000,000 entries in all and with a hundredth of that: as many, but for the depth
// of indexes. The statements are those that the service sends, planned as it has them planned.
import { expect, test } from 'bun:test';
import { z } from 'zod';
import { pageRows } from '../../src/features/community/common/parts.ts';
import {
  compareLists,
  editEntry,
  listEntries,
  markEntities,
  orderEntries,
  readListedIds,
  readMarks,
  readOwners,
} from '../../src/features/community/lists/entries.ts';
import {
  createList,
  editList,
  listListsOf,
  listOwnLists,
  requireList,
} from '../../src/features/community/lists/lists.ts';
import type { Actor } from '../../src/http/gates/guard.ts';
import { connectForPlans, createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { captureTransaction, writeLiteral } from '../fixtures/statements.ts';

const ENTRIES = 5_000;
const [FEW, MANY] = [10_000, 1_000_000];
const COLLECTION = { server: 'jp', resource: 'cards' } as const;
const PEOPLE = 20;

const testDatabase = await keepOpen(createTestDatabase());
const sql = await keepOpen(connectForPlans(testDatabase.url));
const database = await keepOpen(openReadyDatabase(testDatabase.url));
await sql`insert into account (id, name, email, email_verified)
  select gen_random_uuid(), 'Person', 'person-' || n || '@example.org', true from generate_series(1, ${PEOPLE}::int) n`;
await sql`insert into profile (account_id, display_name) select id, 'Person' from account`;
const [me]: { accountId: string; uid: string }[] =
  await sql`select account_id as "accountId", uid from profile order by uid limit 1`;
if (me === undefined) throw new Error('nobody was made');
const actor: Actor = {
  accountId: me.accountId,
  uid: Number(me.uid),
  role: 'member',
  status: 'active',
  emailVerified: true,
  restrictions: [],
  via: { kind: 'token', tokenId: '', scopes: [], servers: [], ownerRole: 'member' },
};
const dependencies = {
  database,
  describeEntity: async () => ({ title: 'A card', releaseId: 'r-0', picture: undefined }),
  submitText: async () => ({ verdict: 'allow' as const, reasons: [] }),
};

/** Fills lists until there are so many entries. The first person has up to 100 lists, which are full first. */
async function fill(entries: number): Promise<void> {
  const [{ count }]: [{ count: number }] = await sql`select count(*)::int as count from entity_list`;
  const wanted = Math.ceil(entries / ENTRIES);
  for (let number = count; number < wanted; number++) {
    const id = Bun.randomUUIDv7();
    const isMine = number < 99;
    await sql`insert into entity_list (id, owner_id, kind, title, visibility, entries)
      select ${id}, (select account_id from profile order by uid offset ${isMine ? 0 : 1 + (number % (PEOPLE - 1))} limit 1), 'named', 'A list', 'public', ${ENTRIES}`;
    await sql`insert into entity_list_entry (id, list_id, server, resource, entity_id, title, note, position, is_owned)
      select gen_random_uuid(), ${id}, 'jp', 'cards', n::text, 'A card', null, n * 1048576::bigint, false
      from generate_series(1, ${ENTRIES}::int) n`;
  }
  await sql`insert into entity_owners (server, resource, entity_id, owners)
    select 'jp', 'cards', n::text, 7 from generate_series(1, ${ENTRIES}::int) n on conflict do nothing`;
  await sql`vacuum analyze`;
}

const explainedRow = z.array(
  z.object({
    'QUERY PLAN': z.array(
      z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int(), 'Shared Read Blocks': z.int() }) }),
    ),
  }),
);

/** Blocks that the statements of an act touch, in memory or not. They run again, prepared, and are rolled back. */
async function blocksOf(act: () => Promise<unknown>): Promise<number> {
  const sent = (await captureTransaction(database, act)).filter(({ text }) => !/^(?:begin|commit)$/.test(text));
  let blocks = 0;
  await sql.unsafe('begin');
  try {
    for (const { text, values } of sent) {
      await sql.unsafe(`prepare measured as ${text}`);
      const given = values.length === 0 ? '' : `(${values.map(writeLiteral).join(', ')})`;
      const explained = await sql.unsafe(`explain (analyze, buffers, format json) execute measured${given}`);
      await sql.unsafe('deallocate measured');
      for (const { 'QUERY PLAN': plans } of explainedRow.parse([...explained])) {
        for (const { Plan } of plans) blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
      }
    }
  } finally {
    await sql.unsafe('rollback');
  }
  return blocks;
}

async function measure(): Promise<Readonly<Record<string, number>>> {
  const { db } = database;
  const lists: { id: string }[] =
    await sql`select id from entity_list where owner_id = ${me?.accountId} and kind = 'named' and entries = ${ENTRIES} order by id limit 2`;
  const [a, b] = lists.map(({ id }) => id);
  if (a === undefined || b === undefined) throw new Error('there are two lists');
  const limit = pageRows(50);
  const deep = 4_000 * 1_048_576;
  const entry = { ...COLLECTION, id: '2500' };
  const newIds = Array.from({ length: 100 }, (_, index) => ({ ...COLLECTION, id: `new-${index}` }));
  const ids = Array.from({ length: 60 }, (_, index) => String(index * 70 + 1));
  const [moved]: [{ id: string }] =
    await sql`select id from entity_list_entry where list_id = ${a} and entity_id = '2500'`;
  const versionOf = async (): Promise<number> => (await requireList(db, actor, a)).version;
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    ownListList: () => listOwnLists(db, actor, { before: undefined, limit: pageRows(1) }),
    userListList: () => listListsOf(db, undefined, actor.uid, { before: undefined, limit: pageRows(1) }),
    listRead: () => requireList(db, undefined, a),
    entries: () => listEntries(db, a, { after: undefined, limit }),
    deepEntries: () => listEntries(db, a, { after: deep, limit }),
    compare: () => compareLists(db, a, b, { after: { ...COLLECTION, id: '40' }, limit }),
    marks: () => readMarks(db, actor, COLLECTION, ids),
    owners: () => readOwners(db, COLLECTION, ids),
    query: () => readListedIds(db, actor, a, COLLECTION),
    edit: async () => editList(dependencies, actor, a, { description: 'x', version: await versionOf() }),
    editEntry: () => editEntry(dependencies, actor, a, { subject: entry, count: 2 }),
    order: async () =>
      orderEntries(dependencies, actor, a, { ids: [moved.id], after: null, version: await versionOf() }),
    mark: async () => {
      await markEntities(dependencies, actor, 'owned', newIds, true);
      await markEntities(dependencies, actor, 'owned', newIds, false);
    },
  };
  const measured: Record<string, number> = {};
  for (const [name, act] of Object.entries(acts)) measured[name] = await blocksOf(act);
  return measured;
}

test('with a hundred times the entries, no read or write of lists touches more than 1.5 times the blocks', async () => {
  await createList(dependencies, actor, { title: 'Warm', description: '', visibility: 'private' });
  await sql`delete from entity_list`;
  await fill(FEW);
  const few = await measure();
  await fill(MANY);
  const many = await measure();
  const grown = Object.entries(many).flatMap(([name, blocks]) => {
    const before = few[name] ?? 0;
    // A level of an index is one block for each lookup, so a few blocks are allowed in addition to small figures.
    return blocks > before * 1.5 + 8 ? [`${name}: ${before} → ${blocks}`] : [];
  });
  process.stdout.write(`blocks with ${FEW} entries ${JSON.stringify(few)}\nwith ${MANY} ${JSON.stringify(many)}\n`);
  expect(Object.values(few).every((blocks) => blocks > 0)).toBe(true);
  expect(grown).toEqual([]);
}, 900_000);
