import type { TestDatabase } from '../tests/fixtures/database.ts';
import { connectTo } from '../tests/fixtures/database.ts';
import { signValue } from '../tests/fixtures/people.ts';

/** What sessions are signed with: `AUTH_SECRET` of the service. */
export const UPLOADER_SECRET = 'a secret of the benchmark, long enough';

export interface Uploader {
  readonly id: string;
  readonly cookie: string;
}

export async function createUploader(database: TestDatabase): Promise<Uploader> {
  await using sql = connectTo(database.url);
  const [id, token] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await sql`insert into account (id, name, email, email_verified)
    values (${id}, 'Bench', ${`${id}@example.org`}, true)`;
  await sql`insert into profile (account_id, display_name) values (${id}, 'Bench')`;
  await sql`insert into session (id, token, account_id, expires_at)
    values (${Bun.randomUUIDv7()}, ${token}, ${id}, now() + interval '7 days')`;
  return { id, cookie: `livehouse.session_token=${encodeURIComponent(signValue(token, UPLOADER_SECRET))}` };
}
