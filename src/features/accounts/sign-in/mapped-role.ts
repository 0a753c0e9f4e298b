// Roles that an OpenID Connect provider gives by groups. They are set at each sign-in with it and taken when the group is gone,
// but never from the last administrator. Roles that administrators here gave stay.
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Role } from '../../../http/gates/guard.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { OidcConfig } from '../../../platform/config/oidc.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { loginMethod } from '../../../platform/database/schema/accounts.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { AccountMail } from '../mail/account-mail.ts';

/** What a provider states about the person who signs in. */
export interface MappedRole {
  readonly provider: string;
  /** Null: no group gives a role. */
  readonly role: Exclude<Role, 'member'> | null;
}

/** The role by the groups of a profile; undefined where the provider gives none to anybody. */
export function mapRole(
  { name, groupsClaim, administrators, moderators }: OidcConfig,
  profile: Readonly<Record<string, unknown>>,
): MappedRole | undefined {
  if (administrators.length === 0 && moderators.length === 0) return undefined;
  const claim = profile[groupsClaim];
  const groups: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const isIn = (named: readonly string[]): boolean => named.some((group) => groups.includes(group));
  return { provider: name, role: isIn(administrators) ? 'administrator' : isIn(moderators) ? 'moderator' : null };
}

/** Sets the role of an account in the name of a provider; with `only`, if it has that role. Returns the role that it had, if it changed. */
export type SetRole = (
  tx: Transaction,
  accountId: string,
  role: Role,
  how: { readonly by: string; readonly only?: Role },
) => Promise<Role | undefined>;

export interface RoleDependencies {
  readonly setRole: SetRole;
  readonly database: Database;
  readonly mail: AccountMail;
  readonly log: Log;
}

/** Sets the role, before the session of the sign-in is made. */
export async function applyMappedRole(
  { database, setRole, mail, log }: RoleDependencies,
  accountId: string,
  { provider, role }: MappedRole,
): Promise<void> {
  const isWay = and(eq(loginMethod.ownerId, accountId), eq(loginMethod.providerId, provider));
  try {
    const changed = await database.transaction(async (tx) => {
      const [way] = await tx.select({ before: loginMethod.mappedRole }).from(loginMethod).where(isWay).for('update');
      const before = way?.before ?? null;
      if (role === null && before === null) return undefined;
      const next: Role = role ?? 'member';
      const from = await setRole(tx, accountId, next, {
        by: provider,
        // A provider removes only the role that it gave.
        ...(role === null && before !== null && { only: before }),
      });
      await tx.update(loginMethod).set({ mappedRole: role }).where(isWay);
      return from === undefined ? undefined : next;
    });
    if (changed !== undefined) mail.notify(`role-${changed}`, accountId, null);
  } catch (error) {
    if (!isRefusal(error, 'last_administrator_required')) throw error;
    log.warn('the last administrator keeps the role that the provider no longer gives', { provider });
  }
}

/** Whether a provider gave this account its role. */
export async function hasMappedRole({ db }: Database, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: loginMethod.id })
    .from(loginMethod)
    .where(and(eq(loginMethod.ownerId, accountId), isNotNull(loginMethod.mappedRole)))
    .limit(1);
  return rows.length > 0;
}
