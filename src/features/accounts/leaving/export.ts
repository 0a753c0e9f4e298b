// Exports everything of an account as one streamed zip file of JSON documents and files, never held in memory as a
// whole. Accounts supply their own part; other features supply theirs as sources. Contains no secrets and no hashes of
// secrets.
import { makeZip } from 'client-zip';
import { and, desc, eq } from 'drizzle-orm';
import { type ExportSource, jsonFile } from '../../../kernel/export-file.ts';
import type { Database } from '../../../platform/database/database.ts';
import { account, avatar, loginMethod, session } from '../../../platform/database/schema/accounts.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { listGameAccounts } from '../belongings/game-accounts.ts';
import { listTokens } from '../belongings/tokens.ts';
import { listPasskeys } from '../factors/state.ts';
import { readPreferences } from '../profile/preferences.ts';
import { readProfileView } from '../profile/profile.ts';

/** The accounts' own part. */
export function exportAccount(
  { database, objects }: { readonly database: Database; readonly objects: Objects },
  identityKey: string,
): ExportSource {
  return async function* (accountId) {
    const { db } = database;
    const [identity] = await db.select().from(account).where(eq(account.id, accountId));
    if (identity === undefined) return;
    const methods = await db
      .select({ provider: loginMethod.providerId, createdAt: loginMethod.createdAt })
      .from(loginMethod)
      .where(eq(loginMethod.ownerId, accountId));
    const sessions = await db
      .select({ createdAt: session.createdAt, expiresAt: session.expiresAt })
      .from(session)
      .where(eq(session.accountId, accountId))
      .orderBy(desc(session.createdAt));
    const { email, emailVerified, name, createdAt, twoFactorEnabled } = identity;
    const passkeys = await listPasskeys(db, accountId);
    const ways = { signInMethods: methods, twoFactorEnabled, passkeys, sessions };
    yield jsonFile('account.json', { name, email, emailVerified, createdAt, ...ways });
    yield jsonFile('profile.json', await readProfileView(db, identityKey, accountId));
    yield jsonFile('preferences.json', await readPreferences(db, accountId));
    yield jsonFile('game-accounts.json', await listGameAccounts(db, accountId));
    yield jsonFile('api-tokens.json', await listTokens(db, accountId));
    const [picture] = await db
      .select({ key: avatar.imageKey, updatedAt: avatar.updatedAt })
      .from(avatar)
      .where(and(eq(avatar.accountId, accountId), eq(avatar.status, 'ready')));
    const file = picture?.key ? await objects.local(picture.key) : undefined;
    if (picture !== undefined && file !== undefined) {
      yield { name: 'avatar.webp', content: Bun.file(file.path).stream(), modifiedAt: picture.updatedAt };
    }
  };
}

/**
 * The zip of all sources, generated while it is read. When the reader disconnects, open sources are ended. When a
 * source fails, the stream errors, so that a partial zip is not mistaken for a complete one, and `onError` is called.
 */
export function streamExport(
  sources: readonly ExportSource[],
  accountId: string,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const members = new Members(sources, accountId);
  const zip = makeZip(members.list()).getReader();
  let hasLeft = false;
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await zip.read();
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (hasLeft) return;
        onError(error);
        throw error;
      }
    },
    cancel: async (reason) => {
      hasLeft = true;
      await members.end();
      await zip.cancel(reason).catch(() => undefined);
    },
  });
}

/** Iterates over the members of a zip. Also ends the current member, which the zip writer does not. */
class Members {
  readonly #sources: readonly ExportSource[];
  readonly #accountId: string;
  #current: AsyncIterator<string | Uint8Array> | undefined;

  constructor(sources: readonly ExportSource[], accountId: string) {
    this.#sources = sources;
    this.#accountId = accountId;
  }

  async *list() {
    for (const source of this.#sources) {
      for await (const { name, content, modifiedAt } of source(this.#accountId)) {
        const input = typeof content === 'string' ? content : this.#open(content);
        yield { name, input, lastModified: modifiedAt ?? new Date() };
        this.#current = undefined;
      }
    }
  }

  async end(): Promise<void> {
    await this.#current?.return?.();
  }

  #open(content: AsyncIterable<string | Uint8Array>): AsyncIterable<string | Uint8Array> {
    const iterator = content[Symbol.asyncIterator]();
    this.#current = iterator;
    return { [Symbol.asyncIterator]: () => iterator };
  }
}
