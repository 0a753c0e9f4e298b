// 32 writers at once, each with the sessions of many people: posts and comments, half of the comments under a few busy
// posts. What was acknowledged must be there exactly once afterwards, and every counter must say what is there.
import type { SQL } from 'bun';
import type { Actor } from '../src/http/gates/guard.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { SeededPerson } from './community.ts';
import { readDatabaseSeconds, secondsBetween } from './community-load.ts';
import { loadWriteFloor } from './community-write-floor.ts';
import { formatTable, readCpuSeconds } from './machine.ts';

const POSTS = '/api/v1/community/posts';
const WRITERS = 32;
const BUSY_POSTS = 8;
const POST_EVERY = 4;

const FLOOR_GOAL = 0.6;
const SAMPLE_MS = 50;

export interface WritesPlan {
  readonly folder: string;
  readonly sql: SQL;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly livehouse: { readonly port: number; readonly pid: number };
  readonly people: readonly SeededPerson[];
  /** Reads the first of the people as a request does. */
  readonly admitWriter: () => Promise<Actor>;
  readonly seconds: number;
}

interface Acknowledged {
  readonly kind: 'post' | 'comment';
  readonly id: string;
  /** Text that no other write has. */
  readonly mark: string;
  readonly authorId: string;
  readonly milliseconds: number;
}

/** Prints the table of writes; throws when something was lost, doubled or miscounted. */
export async function benchCommunityWrites(plan: WritesPlan): Promise<void> {
  const { sql, livehouse, people, seconds } = plan;
  const busy: { id: string }[] =
    await sql`select id from post where visibility = 'public' and moderation_status = 'allow' limit ${BUSY_POSTS}`;
  const acknowledged: Acknowledged[] = [];
  const own: string[] = [];
  let sent = 0;

  async function write(kind: Acknowledged['kind'], path: string, person: (typeof people)[number]): Promise<void> {
    sent += 1;
    const mark = `mark${sent}end`;
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${livehouse.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: `http://localhost:${livehouse.port}`,
        cookie: person.cookie,
      },
      body: JSON.stringify({ body: `Written at once with others, ${mark}` }),
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`a ${kind} was answered ${answer.status}: ${text.slice(0, 300)}`);
    const made: Readonly<Record<string, { readonly id: string }>> = JSON.parse(text);
    const id = made[kind]?.id ?? '';
    acknowledged.push({ kind, id, mark, authorId: person.id, milliseconds: performance.now() - startedAt });
    if (kind === 'post') own.push(id);
  }

  const before = [readCpuSeconds(livehouse.pid), await readDatabaseSeconds(sql)] as const;
  const waits = sampleWaits(sql);
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = writer; performance.now() < end; turn += 1) {
        const person = people[(turn * 7) % people.length];
        if (person === undefined) return;
        if (turn % POST_EVERY === 0) {
          await write('post', POSTS, person);
          continue;
        }
        const under = turn % 2 === 0 ? busy[turn % busy.length]?.id : own[turn % Math.max(1, own.length)];
        if (under !== undefined) await write('comment', `${POSTS}/${under}/comments`, person);
      }
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  const waited = await waits.end();
  const count = acknowledged.length;
  const serverUs = ((readCpuSeconds(livehouse.pid) - before[0]) / count) * 1e6;
  const databaseUs = (secondsBetween(before[1], await readDatabaseSeconds(sql)) / count) * 1e6;
  const rows = (['post', 'comment'] as const).map((kind) => {
    const times = acknowledged.filter((one) => one.kind === kind).map(({ milliseconds }) => milliseconds);
    times.sort((a, b) => a - b);
    const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
    return [`${kind}s`, String(WRITERS), (times.length / elapsed).toFixed(0), p99.toFixed(1)];
  });
  process.stdout.write(`\n${formatTable(['written', 'conns', '/s', 'p99 ms'], rows)}\n`);
  process.stdout.write(`a write: server ${serverUs.toFixed(0)} µs, PostgreSQL ${databaseUs.toFixed(0)} µs\n`);
  process.stdout.write(`what PostgreSQL's connections did meanwhile: ${waited}\n`);
  const faults = await listFaults(sql, acknowledged);
  if (faults.length > 0) throw new Error(`writes: ${faults.join('; ')}`);
  process.stdout.write(`${count} acknowledged, each there once; all counters right\n`);
  const floor = await loadWriteFloor({
    ...plan,
    busy: busy.map(({ id }) => id),
    own,
    clients: WRITERS,
    postEvery: POST_EVERY,
  });
  const ratio = count / elapsed / floor.perSecond;
  const [post, comment] = floor.statements;
  process.stdout.write(
    `pgbench, the same statements (${post} a post, ${comment} a comment): ${floor.perSecond.toFixed(0)} writes a second; ours ${(count / elapsed).toFixed(0)}, ${ratio.toFixed(2)} × (goal ${FLOOR_GOAL} ${ratio >= FLOOR_GOAL ? 'met' : 'missed'})\n`,
  );
}

/** Looks again and again what the connections of the service do. */
function sampleWaits(sql: SQL): { end(): Promise<string> } {
  const seen = new Map<string, number>();
  let isDone = false;
  const sampling = (async () => {
    while (!isDone) {
      const rows: { what: string; count: number }[] = await sql`
        select case when state = 'idle' then 'idle' when state like 'idle in%' then 'waits for the next statement'
          when wait_event is null then 'runs' else wait_event_type || ' ' || wait_event end as what, count(*)::int as count
        from pg_stat_activity where datname = current_database() and application_name = 'livehouse' and pid <> pg_backend_pid() group by 1`;
      for (const { what, count } of rows) seen.set(what, (seen.get(what) ?? 0) + count);
      await Bun.sleep(SAMPLE_MS);
    }
  })();
  return {
    end: async () => {
      isDone = true;
      await sampling;
      const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
      const shares = [...seen].sort((one, other) => other[1] - one[1]);
      return shares.map(([what, count]) => `${what} ${((100 * count) / all).toFixed(0)} %`).join(', ');
    },
  };
}

async function listFaults(sql: SQL, acknowledged: readonly Acknowledged[]): Promise<readonly string[]> {
  const found: { kind: string; id: string; authorId: string; mark: string }[] = await sql`
    select 'post' as kind, id, author_id as "authorId", substring(body from 'mark\\d+end') as mark from post
      where body like 'Written at once with others, mark%'
    union all select 'comment', id, author_id, substring(body from 'mark\\d+end') from comment
      where body like 'Written at once with others, mark%'`;
  const faults: string[] = [];
  const there = new Map(found.map((row) => [row.id, row]));
  const lost = acknowledged.filter(({ id, kind, mark, authorId }) => {
    const row = there.get(id);
    return row === undefined || row.kind !== kind || row.mark !== mark || row.authorId !== authorId;
  });
  if (lost.length > 0) faults.push(`${lost.length} are not there as they were acknowledged`);
  if (new Set(found.map(({ mark }) => mark)).size !== found.length) faults.push('some are there twice');
  if (found.length !== acknowledged.length) faults.push(`${found.length} there, ${acknowledged.length} acknowledged`);
  const [wrong]: { comments: number; likes: number; authors: number; floors: number }[] = await sql`
    select
      (select count(*)::int from post p left join (select post_id, count(*) as n from comment where deleted_at is null
          and hidden_at is null and moderation_status = 'allow' group by 1) c on c.post_id = p.id
        where p.comment_count <> coalesce(c.n, 0)) as comments,
      (select count(*)::int from post p left join (select post_id, count(*) as n from post_like group by 1) l
        on l.post_id = p.id where p.like_count <> coalesce(l.n, 0)) as likes,
      (select count(*)::int from author_stat s left join (select author_id, count(*) as n from post where deleted_at is null
          and hidden_at is null and archived_at is null and moderation_status = 'allow' and visibility = 'public' group by 1) w
        on w.author_id = s.account_id where s.posts <> coalesce(w.n, 0)) as authors,
      (select count(*)::int from (select 1 from comment group by post_id having count(*) <> max(floor)) f) as floors`;
  for (const [what, count] of Object.entries(wrong ?? {}))
    if (count > 0) faults.push(`${count} wrong counts of ${what}`);
  return faults;
}
