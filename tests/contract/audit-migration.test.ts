// Events from before notes had a table of their own: the migration moves their notes, and erasing clears them as it does new ones.
import { expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { listMigrations, MIGRATIONS_FOLDER, migrate } from '../../src/platform/database/migrate.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const AUDIT = '/api/v1/admin/audit';
const AUTHOR = Bun.randomUUIDv7();
const POST = Bun.randomUUIDv7();
const OTHER_POST = Bun.randomUUIDv7();
const NOTED = Bun.randomUUIDv7();
const OTHERS = Bun.randomUUIDv7();
const PLAIN = Bun.randomUUIDv7();
const NO_JSON = Bun.randomUUIDv7();

/** The database as the version before the table had it. */
async function makeEarlier(sql: SQL): Promise<void> {
  const earlier = listMigrations().filter((name) => name < '0040');
  expect(earlier.length).toBeGreaterThan(30);
  await sql.unsafe('drop schema public cascade; create schema public');
  await migrate(sql, openLog('error'), MIGRATIONS_FOLDER, earlier);
  await sql`insert into account (id, name, email, email_verified) values (${AUTHOR}, 'Author', 'author@example.org', true)`;
  await sql`insert into profile (account_id, display_name) values (${AUTHOR}, 'Author')`;
  for (const id of [POST, OTHER_POST]) {
    await sql`insert into post (id, author_id, title, body, excerpt, visibility, moderation_status, search_text, grams)
      values (${id}, ${AUTHOR}, 'A title', 'A body', 'A body', 'public', 'allow', 'a title a body', '{}')`;
  }
  const event = (id: string, subjectId: string, note: string | null, before: string | null, after: string | null) =>
    sql`insert into audit_event (id, action, subject_kind, subject_id, note, before, after)
      values (${id}, 'post.hide', 'post', ${subjectId}, ${note}, ${before}::text::jsonb, ${after}::text::jsonb)`;
  // That version wrote states as JSON texts inside JSON.
  const state = (value: object): string => JSON.stringify(JSON.stringify(value));
  await event(NOTED, POST, 'OLD-NOTE about the post', state({ hidden: false }), state({ hidden: true }));
  await event(OTHERS, OTHER_POST, 'OLD-NOTE about another post', null, '{"hidden": true}');
  await event(PLAIN, POST, null, null, state({ hidden: false }));
  await event(NO_JSON, POST, null, null, '"no JSON"');
}

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }, makeEarlier));
const administrator = await home.person({ role: 'administrator' });

type Events = AnswerBody<'GET /api/v1/admin/audit'>['events'];
const readEvents = async (): Promise<ReadonlyMap<string, Events[number]>> => {
  const { events } = await expectStatus(administrator.fetch(AUDIT), 200);
  return new Map(events.map((event) => [event.id, event]));
};

test('notes are moved, states are read as what they say, and events stay', async () => {
  const events = await readEvents();
  expect(events.get(NOTED)).toMatchObject({
    note: 'OLD-NOTE about the post',
    before: { hidden: false },
    after: { hidden: true },
  });
  expect(events.get(OTHERS)).toMatchObject({ note: 'OLD-NOTE about another post', after: { hidden: true } });
  expect(events.get(PLAIN)).toMatchObject({ note: null, after: { hidden: false } });
  expect(events.get(NO_JSON)).toMatchObject({ note: null, after: 'no JSON' });
  expect(await home.sql`select 1 from audit_event where note is not null`).toHaveLength(0);
  const values = await home.sql`select event_id, name, value from audit_value order by value`;
  expect([...values]).toEqual([
    { event_id: OTHERS, name: 'note', value: 'OLD-NOTE about another post' },
    { event_id: NOTED, name: 'note', value: 'OLD-NOTE about the post' },
  ]);
});

test('the trail takes inserts only, as before', async () => {
  for (const statement of [
    'update audit_event set note = null',
    'delete from audit_event',
    'delete from audit_value',
  ]) {
    expect(await home.sql.unsafe(statement).catch(String)).toContain('inserts only');
  }
});

test('erasing clears the notes about what was erased, and no others', async () => {
  const erasing = { kind: 'post', id: POST, reason: 'Request 12' };
  await expectStatus(administrator.send('POST', '/api/v1/admin/erasures', erasing), 202);
  const events = await readEvents();
  expect(events.get(NOTED)).toMatchObject({ note: null, after: { hidden: true } });
  expect(events.get(OTHERS)).toMatchObject({ note: 'OLD-NOTE about another post' });
  expect([...events.values()].filter(({ action }) => action === 'audit.clear')).toEqual([
    expect.objectContaining({ subjectKind: 'post', subjectId: POST, after: { values: 1 } }),
  ]);
});
