// Exports everything of an account as one streamed zip file of JSON documents and files, never held in memory as a
// whole. Accounts supply their own part; other features supply theirs as sources. Contains no secrets and no hashes of
// secrets.
import { and, desc, eq } from 'drizzle-orm';
import { streamZip } from '../../../http/answer/zip.ts';
import { type ExportFile, type ExportSource, jsonFile } from '../../../kernel/export-file.ts';
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

/** The zip of all sources; see `streamZip`. */
export const streamExport = (
  sources: readonly ExportSource[],
  accountId: string,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> => streamZip(listFiles(sources, accountId), onError);

/** The files of all sources, one source after the other. */
export async function* listFiles(sources: readonly ExportSource[], accountId: string): AsyncGenerator<ExportFile> {
  for (const source of sources) yield* source(accountId);
}
