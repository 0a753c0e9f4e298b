// The reader's own account as the frame of every page shows it: one statement, cached until the next commit.
import { and, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Actor, Role } from '../../../http/gates/guard.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { CachedReads } from '../../../platform/database/cached-reads.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts';
import { avatar, preference, profile } from '../../../platform/database/schema/accounts.ts';
import type { DatabaseStamps } from '../../../platform/database/stamps.ts';
import { avatarSeedOf, avatarUrlOf } from './public-identity.ts';

interface ViewerView {
  readonly uid: number;
  readonly handle: string | null;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly avatarSeed: string;
  readonly role: Role;
  readonly locale: Locale | null;
  /** Registrations that wait for an administrator, up to a hundred; zero for others. */
  readonly registrations: number;
}

export type ReadViewer = (context: RequestContext, actor: Actor) => Promise<ViewerView | undefined>;

const KEPT = 10_000;
const AGE_MS = 10_000;
/** More are not counted, since every page of an administrator asks. */
const WAITING_SHOWN = 100;

/** Creates the reader of viewers; undefined while the database is away. */
export function createViewerReader(database: Database, stamps: DatabaseStamps, identityKey: string): ReadViewer {
  const cache = new CachedReads<ViewerView | undefined>(stamps, { limit: KEPT, weigh: () => 1, ageMs: AGE_MS });

  async function read(actor: Actor): Promise<ViewerView | undefined> {
    const { accountId } = actor;
    const [row] = await database.db
      .select({
        uid: profile.uid,
        handle: profile.handle,
        displayName: profile.displayName,
        role: profile.role,
        publicId: avatar.publicId,
        locale: preference.locale,
        registrations: sql<number>`case when ${profile.role} = 'administrator' then (select count(*)::int from (
          select 1 from account w where w.approval = 'pending' and w.approval_since is not null
          limit ${WAITING_SHOWN}) t) else 0 end`,
      })
      .from(profile)
      .leftJoin(avatar, and(eq(avatar.accountId, profile.accountId), eq(avatar.status, 'ready')))
      .leftJoin(preference, eq(preference.accountId, profile.accountId))
      .where(eq(profile.accountId, accountId));
    if (row === undefined) return undefined;
    const { publicId, locale, ...rest } = row;
    return {
      ...rest,
      avatarUrl: avatarUrlOf(publicId),
      avatarSeed: avatarSeedOf(identityKey, accountId),
      locale: LOCALES.find((known) => known === locale) ?? null,
    };
  }

  return (context, actor) =>
    cache
      .read(context, actor.accountId, () => read(actor))
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) return undefined;
        throw error;
      });
}
