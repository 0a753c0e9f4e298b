// Game accounts that people list on their profile: at most 16, visible to others only if public. Owns `game_account`.
// Nothing is verified with a provider; they are the owner's statements (`unverified`).
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlyOf } from '../../../kernel/page.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { onUnique } from '../../../platform/database/errors.ts';
import { gameAccount } from '../../../platform/database/schema/accounts.ts';
import type { Reader } from '../common/accounts.ts';
import { normalizeDisplayName } from '../profile/names.ts';
import { lockProfile } from '../profile/profile.ts';
import type { GameAccountView } from './contract.ts';

const GAME_ACCOUNTS_MAX = 16;

export interface GameAccountFields {
  readonly provider: string;
  readonly region: string;
  readonly playerUid: string;
  readonly displayName?: string | null | undefined;
  readonly public?: boolean | undefined;
}

export type GameAccountChanges = { readonly [K in keyof GameAccountFields]?: GameAccountFields[K] | undefined };

/** What others see of a public game account. */
export type PublicGameAccountView = Omit<GameAccountView, 'id' | 'public' | 'createdAt'>;

type Row = typeof gameAccount.$inferSelect;

export const presentPublicGameAccount = (row: PublicGameAccountRow): PublicGameAccountView => ({
  provider: row.provider,
  region: row.region,
  playerUid: row.playerUid,
  displayName: row.displayName,
  verificationStatus: 'unverified',
  lastSyncedAt: null,
  updatedAt: row.updatedAt,
  latestSnapshot: null,
});

const present = (row: Row): GameAccountView => ({
  id: row.id,
  ...presentPublicGameAccount({ ...row, updatedAt: row.updatedAt.getTime() }),
  public: row.public,
  createdAt: row.createdAt.getTime(),
});

/** All game accounts of an account, newest first. */
export async function listGameAccounts(db: Reader, accountId: string): Promise<readonly GameAccountView[]> {
  return (await readRows(db, accountId)).map(present);
}

/**
 * SQL expression: the public game accounts of the account in a column, newest first, as a JSON array of
 * `PublicGameAccountRow`, or null. For use inside a profile query.
 */
export const publicGameAccounts = (accountId: string): string => `(
  select json_agg(json_build_object('provider', g.provider, 'region', g.region, 'playerUid', g.player_uid,
    'displayName', g.display_name,
    'updatedAt', round(date_part('epoch', date_trunc('milliseconds', g.updated_at)) * 1000)) order by g.created_at desc, g.id desc)
  from game_account g where g.account_id = ${accountId} and g.public)`;

export const publicGameAccountRow = z.object({
  provider: z.string(),
  region: z.string(),
  playerUid: z.string(),
  displayName: z.string().nullable(),
  updatedAt: z.number(),
});
type PublicGameAccountRow = Readonly<z.output<typeof publicGameAccountRow>>;

const readRows = (db: Reader, accountId: string): Promise<readonly Row[]> =>
  db
    .select()
    .from(gameAccount)
    .where(eq(gameAccount.accountId, accountId))
    .orderBy(desc(gameAccount.createdAt), desc(gameAccount.id));

function spellName(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return required(normalizeDisplayName(text), 'invalid_game_account');
}

/** Adds a game account. The profile row is locked, so that concurrent calls cannot exceed the limit of 16. */
export function createGameAccount(
  database: Database,
  accountId: string,
  fields: GameAccountFields,
): Promise<GameAccountView> {
  const values = {
    ...fields,
    id: Bun.randomUUIDv7(),
    accountId,
    displayName: spellName(fields.displayName),
    public: fields.public ?? false,
  };
  return database
    .transaction(async (tx) => {
      await lockProfile(tx, accountId);
      const [held] = await tx.select({ n: count() }).from(gameAccount).where(eq(gameAccount.accountId, accountId));
      if ((held?.n ?? 0) >= GAME_ACCOUNTS_MAX) throw new Refusal('game_account_limit');
      return present(onlyOf(await tx.insert(gameAccount).values(values).returning()));
    })
    .catch(onUnique('game_account_unique', 'game_account_exists'));
}

/** Changes the given fields. */
export async function editGameAccount(
  db: Reader,
  accountId: string,
  id: string,
  fields: GameAccountChanges,
): Promise<GameAccountView> {
  const [row] = await db
    .update(gameAccount)
    .set({
      ...fields,
      ...(fields.displayName !== undefined && { displayName: spellName(fields.displayName) }),
      updatedAt: sql`now()`,
    })
    .where(and(eq(gameAccount.id, id), eq(gameAccount.accountId, accountId)))
    .returning()
    .catch(onUnique('game_account_unique', 'game_account_exists'));
  if (row === undefined) throw new Refusal('game_account_not_found');
  return present(row);
}

export async function removeGameAccount(db: Reader, accountId: string, id: string): Promise<void> {
  const gone = await db
    .delete(gameAccount)
    .where(and(eq(gameAccount.id, id), eq(gameAccount.accountId, accountId)))
    .returning({ id: gameAccount.id });
  if (gone.length === 0) throw new Refusal('game_account_not_found');
}
