// Pages of the community as strangers get them, on one core without a socket: a feed of 20 posts and a thread of 50
// comments, while nothing changes (kept) and while something was committed before every request (new each time). The parts
// of a new page are told apart: what its reads cost as JSON, what rendering adds, and what compression adds. CPU time is
// that of this process; PostgreSQL's own is not in it, but the time that passes is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { measureCalls, printFigure } from './web-figures.ts';

/** As many as the bench of the community takes for small runs. */
const POSTS = 2_000;
const FEED_POSTS = 20;
const THREAD_COMMENTS = 50;
const GOAL_KEPT = 2_000;
const GOAL_NEW = 400;

type Get = (path: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

/** Fills an empty database. */
export async function seedCommunity(sql: SQL): Promise<void> {
  const text = readFileSync(join(import.meta.dir, 'community-seed.sql'), 'utf8');
  const sizes = `set bench.posts = '${POSTS}'; set bench.comments = '${10 * POSTS}'; set bench.likes = '${10 * POSTS}';`;
  await sql.unsafe(`${sizes}\n${text}`).simple();
  await sql`vacuum analyze`;
}

/** Prints pages a second and core. */
export async function benchCommunityPages(sql: SQL, seconds: number, get: Get): Promise<void> {
  const threads: { readonly id: string }[] = await sql`
    select id from post where visibility = 'public' and comment_count >= ${THREAD_COMMENTS} order by comment_count limit 1`;
  const id = threads[0]?.id;
  if (id === undefined) throw new Error(`no post has ${THREAD_COMMENTS} comments`);
  const commit = async (): Promise<void> => void (await sql`select pg_current_xact_id()`);
  const posts = '/api/v1/community/posts';
  const tags = '/api/v1/community/tags?limit=12';
  const pages = [
    { name: `feed of ${FEED_POSTS}`, path: '/community', reads: [posts, tags] },
    {
      name: `thread of ${THREAD_COMMENTS}`,
      path: `/community/posts/${id}`,
      reads: [`${posts}/${id}?tree=1&commentsSort=hot`],
    },
  ];
  for (const { name, path, reads } of pages) {
    const plain = { 'accept-language': 'ja' };
    const coded = { ...plain, 'accept-encoding': 'br' };
    const kept = await measureCalls(seconds, () => get(path, coded));
    printFigure(`${name} kept`, kept, GOAL_KEPT);
    const whole = await measureCalls(seconds, () => get(path, coded), commit);
    printFigure(`${name} new each time`, whole, GOAL_NEW);
    // Parts that did not change are kept: without them every comment and card is rendered again.
    const data = await measureCalls(seconds, () => Promise.all(reads.map((read) => get(read, plain))), commit);
    // A page with a theme of its own is made without being kept, and compressed only for those who take it.
    const own = { ...plain, cookie: 'livehouse.theme=dark' };
    const uncoded = await measureCalls(seconds, () => get(path, own), commit);
    const inMicroseconds = (value: number): string => `${Math.round(Math.max(0, value))} µs`;
    process.stdout.write(
      `${''.padEnd(32)} data ${inMicroseconds(data.each)}, render ${inMicroseconds(uncoded.each - data.each)}, ` +
        `compression ${inMicroseconds(whole.each - uncoded.each)}; ${inMicroseconds(whole.passed)} passed\n`,
    );
  }
}
