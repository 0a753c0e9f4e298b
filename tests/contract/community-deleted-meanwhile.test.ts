// A post that is deleted between two reads of one request: the answer is the one for what is gone.
import { expect, test } from 'bun:test';
import { likeComment } from '../../src/features/community/comments/likes.ts';
import type { Actor } from '../../src/http/gates/guard.ts';
import type { Database, Transaction } from '../../src/platform/database/database.ts';
import { writeComment, writePost } from '../fixtures/community.ts';
import { openReadyDatabase } from '../fixtures/database.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

/** The database, with `meanwhile` after the first statement of each transaction. */
const interrupted = (database: Database, meanwhile: () => Promise<unknown>): Pick<Database, 'transaction'> => ({
  transaction: (work) =>
    database.transaction((tx) => {
      let isFirst = true;
      const client = new Proxy(tx.$client, {
        get: (target, key) => {
          if (key !== 'unsafe') return Reflect.get(target, key);
          return async (text: string, values: unknown[]) => {
            const rows: unknown = await target.unsafe(text, values);
            if (isFirst) await meanwhile();
            isFirst = false;
            return rows;
          };
        },
      });
      const proxied: Transaction = new Proxy(tx, {
        get: (target, key) => (key === '$client' ? client : Reflect.get(target, key)),
      });
      return work(proxied);
    }),
});

test('liking a comment of a post that has just been deleted', async () => {
  await using home = await openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' });
  const [author, reader] = await home.people(2);
  const post = await writePost(author);
  const comment = await writeComment(author, post.id);
  await using database = await openReadyDatabase(home.databaseUrl);
  const actor: Actor = {
    accountId: reader.id,
    uid: reader.uid,
    role: 'member',
    status: 'active',
    emailVerified: true,
    restrictions: [],
    via: { kind: 'token', tokenId: '', scopes: [], servers: [], ownerRole: 'member' },
  };
  const parts = {
    wake: () => undefined,
    database: interrupted(database, () => home.sql`update post set deleted_at = now() where id = ${post.id}`),
  };
  await expect(likeComment(parts, actor, comment.id, true)).rejects.toMatchObject({ code: 'comment_not_found' });
});
