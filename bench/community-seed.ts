// A server with a community of any size.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { PROJECT_ROOT } from './livehouse.ts';

const DATABASE_MS = 30_000;

/** The server answers before its database is ready. */
export async function waitForDatabase(port: number): Promise<void> {
  const end = performance.now() + DATABASE_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/api/v1/community/posts`)).ok) {
    if (performance.now() > end) throw new Error('the database of the server did not become ready');
    await Bun.sleep(50);
  }
}

/** Seeds a migrated database by the SQL of the checkout below `root`: ten comments and thirty likes a post. */
export async function seedCommunity(sql: SQL, posts: number, root = PROJECT_ROOT): Promise<void> {
  const text = readFileSync(join(root, 'bench', 'community-seed.sql'), 'utf8');
  const people = Math.max(1_000, posts / 5);
  const sizes = [`people = '${people}'`, `posts = '${posts}'`, `comments = '${10 * posts}'`, `likes = '${30 * posts}'`]
    .map((size) => `set bench.${size};`)
    .join(' ');
  await sql.unsafe(`${sizes}\n${text}`).simple();
  await sql`vacuum analyze`;
}
