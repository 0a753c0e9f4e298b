// Administration of jobs over HTTP: waiting, running and dead ones, never a payload; starting one again and deleting it.
import { beforeEach, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import {
  expectOnlyStatus,
  expectRefused,
  openAccountsWorld,
  readJson,
  refusalOf,
  sendTogether,
} from '../fixtures/people.ts';

const JOBS = '/api/v1/admin/jobs';
const KIND = 'moderation.mail';
const SECRET = 'the-payload-of-a-job';

type Page = AnswerBody<'GET /api/v1/admin/jobs'>;

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });
beforeEach(async () => {
  await home.sql`delete from jobs.job where name in (${KIND}, 'dead-letter', 'gone.kind')`;
});

const list = async (query = ''): Promise<Page> => readJson(admin.fetch(`${JOBS}?${query}`));
const act = (id: string, verb: 'retry' | 'delete') =>
  admin.fetch(verb === 'retry' ? `${JOBS}/${id}/retry` : `${JOBS}/${id}`, {
    method: verb === 'retry' ? 'POST' : 'DELETE',
  });
const data = JSON.stringify({ of: 'case', id: Bun.randomUUIDv7(), note: SECRET });
const output = JSON.stringify({ name: 'Error', message: 'PostgresError', stack: SECRET });

/** A job that is due in an hour. */
async function addWaiting(fields: { readonly retried?: boolean } = {}): Promise<string> {
  const [row]: { id: string }[] = await home.sql`
    insert into jobs.job (name, data, state, retry_count, retry_limit, start_after, output)
    values (${KIND}, ${data}::text::jsonb, ${fields.retried ? 'retry' : 'created'}::jobs.job_state, ${fields.retried ? 2 : 0}, 6,
      now() + interval '1 hour', ${fields.retried ? output : null}::text::jsonb) returning id`;
  return row?.id ?? '';
}

async function addActive(): Promise<string> {
  const [row]: { id: string }[] = await home.sql`
    insert into jobs.job (name, data, state, started_on, expire_seconds)
    values (${KIND}, ${data}::text::jsonb, 'active', now(), 3600) returning id`;
  return row?.id ?? '';
}

/** A job that failed for good. */
async function addDead(kind = KIND): Promise<string> {
  const [row]: { id: string }[] = await home.sql`
    insert into jobs.job (name, data, state, source_name, source_id, source_created_on, source_retry_count, source_output)
    values ('dead-letter', ${data}::text::jsonb, 'created', ${kind}, gen_random_uuid(), now() - interval '1 day', 6,
      ${output}::text::jsonb) returning id`;
  return row?.id ?? '';
}

const eventsOf = async (id: string): Promise<readonly string[]> => {
  const { events } = await readJson(admin.fetch(`/api/v1/admin/audit?subjectKind=job&subjectId=${id}`));
  return events.map(({ action }) => action);
};

test('jobs are listed by state and kind with the name of their error, never with a payload', async () => {
  const [waiting, retried, active, dead] = [
    await addWaiting(),
    await addWaiting({ retried: true }),
    await addActive(),
    await addDead(),
  ];
  const all = await list(`kind=${KIND}`);
  expect(JSON.stringify(all)).not.toContain(SECRET);
  const found = Object.fromEntries(all.jobs.map((job) => [job.id, job]));
  expect(Object.keys(found).sort()).toEqual([waiting, retried, active, dead].sort());
  expect(found[waiting]).toMatchObject({ kind: KIND, state: 'waiting', attempts: 0, error: null });
  expect(found[retried]).toMatchObject({ state: 'waiting', attempts: 2, error: 'PostgresError' });
  expect(found[active]).toMatchObject({ state: 'active', attempts: 1, dueAt: null, startedAt: expect.any(Number) });
  expect(found[dead]).toMatchObject({ kind: KIND, state: 'failed', attempts: 7, error: 'PostgresError', dueAt: null });
  // The dead one is as old as the job that it was.
  expect(all.jobs.at(-1)?.id).toBe(dead);
  expect(all.counts.filter(({ kind }) => kind === KIND)).toEqual([
    { kind: KIND, state: 'active', count: 1 },
    { kind: KIND, state: 'failed', count: 1 },
    { kind: KIND, state: 'waiting', count: 2 },
  ]);
  const failed = await list('state=failed');
  expect(failed.jobs.map(({ id }) => id)).toEqual([dead]);

  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await list(`kind=${KIND}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all.jobs.map(({ id }) => id));
});

test('a waiting job starts now, a dead one waits again', async () => {
  const waiting = await addWaiting();
  await expectOnlyStatus(act(waiting, 'retry'), 204);
  const dead = await addDead();
  await expectOnlyStatus(act(dead, 'retry'), 204);
  // Both run, and find nothing to mail about.
  await home.world.until(async () => (await list(`kind=${KIND}`)).jobs.length === 0);
  const rows: { state: string }[] = await home.sql`select state from jobs.job where name = ${KIND}`;
  expect(rows.map(({ state }) => state)).toEqual(['completed', 'completed']);
  expect(await eventsOf(waiting)).toEqual(['job.retry']);
  expect(await eventsOf(dead)).toEqual(['job.retry']);
});

test('a job is deleted, once, also when two do it at once', async () => {
  const [waiting, dead] = [await addWaiting(), await addDead()];
  for (const id of [waiting, dead]) {
    const answers = await sendTogether(home, (tx) => tx`select 1 from jobs.job where id = ${id} for update`, [
      () => act(id, 'delete'),
      () => act(id, 'delete'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await eventsOf(id)).toEqual(['job.delete']);
  }
  expect((await list(`kind=${KIND}`)).jobs).toEqual([]);
});

test('what runs, is not there, or has no kind any more is refused and stays', async () => {
  const [active, orphan] = [await addActive(), await addDead('gone.kind')];
  for (const verb of ['retry', 'delete'] as const) {
    expect([verb, ...(await refusalOf(act(active, verb)))]).toEqual([verb, 409, 'job_running']);
    for (const id of [Bun.randomUUIDv7(), 'x']) {
      expect([verb, ...(await refusalOf(act(id, verb)))]).toEqual([verb, 404, 'job_not_found']);
    }
  }
  await expectRefused(act(orphan, 'retry'), '409 job_not_retryable');
  expect((await list('state=failed')).jobs.map(({ id, kind }) => [id, kind])).toEqual([[orphan, 'gone.kind']]);
  expect(await eventsOf(orphan)).toEqual([]);
});

test('a job of which one waits already does not start again, and stays as it was', async () => {
  const kind = 'avatar.examine';
  const [row]: { id: string }[] =
    await home.sql`select name as id from jobs.queue where policy = 'stately' order by name limit 1`;
  const stately = row?.id ?? kind;
  await home.sql`insert into jobs.job (name, data, policy, singleton_key, start_after)
    values (${stately}, '{}', 'stately', 'one', now() + interval '1 hour')`;
  const [letter]: { id: string }[] = await home.sql`
    insert into jobs.job (name, data, source_name, source_id, singleton_key)
    values ('dead-letter', '{}', ${stately}, gen_random_uuid(), 'one') returning id`;
  await expectRefused(act(letter?.id ?? '', 'retry'), '409 job_not_retryable');
  const found = (await list('state=failed')).jobs.find(({ id }) => id === letter?.id);
  expect(found).toMatchObject({ kind: stately, error: null });
  await home.sql`delete from jobs.job where name = ${stately} and singleton_key = 'one'`;
});

test('what it does not know is refused', async () => {
  for (const query of ['state=asleep', 'kind=A', `kind=${'a'.repeat(65)}`]) {
    expect([query, ...(await refusalOf(admin.fetch(`${JOBS}?${query}`)))]).toEqual([query, 400, 'invalid_query']);
  }
  await expectRefused(admin.fetch(`${JOBS}?limit=101`), '400 invalid_limit');
  await expectRefused(admin.fetch(`${JOBS}?cursor=x`), '400 invalid_cursor');
});
