// The first run: as long as the instance has never had an administrator, a link creates one and sets name, language and
// registration. One administrator always remains afterwards, so the first run ends for good when there is one. All processes
// on a database share the code of the link, and the transaction that creates the account uses it up.
import { eq } from 'drizzle-orm';
import type { Locale } from '../../../kernel/names.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { RegistrationMode } from '../../../platform/config/instance.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { profile } from '../../../platform/database/schema/accounts.ts';
import { instanceSetup } from '../../../platform/database/schema/instance.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { createAccount, normalizeEmail } from '../../accounts/common/accounts.ts';
import { findPasswordFault, type PasswordFault } from '../../accounts/passwords/rules.ts';
import { setPasswordHash } from '../../accounts/passwords/store.ts';
import { recordAudit } from '../../audit/record.ts';
import { storedSettingsSchema } from '../common/settings.ts';
import { type InstanceStore, ROW } from '../common/store.ts';
import { storeChange } from '../settings/change.ts';
import { findSetupCode, forgetSetupCode, hashSetupCode, isSetupCode, keepSetupCode } from './token.ts';

export interface FirstRunStateDependencies {
  readonly database: Database;
  readonly store: InstanceStore;
  readonly dataDirectory: string;
  /** The database is in the data directory, whose file then counts. */
  readonly isEmbedded: boolean;
  /** Hashes a password. Refuses with `sign_in_busy` when too many wait. */
  readonly hashPassword: (password: string) => Promise<string>;
  readonly retireSample: () => Promise<void>;
  readonly log: Log;
}

/**
 * `local-code`: the code is in the data directory of this process; `remote-code`: in that of another; `complete`: there is an
 * administrator.
 */
export type FirstRunState = 'local-code' | 'remote-code' | 'complete';

interface SetupPlan {
  readonly code: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly locale: Locale;
  readonly registration: RegistrationMode;
  readonly retiresSample: boolean;
}

export type SetupFault = 'code' | 'email' | 'taken' | 'name' | PasswordFault;

/** `over`: somebody else was first, or it was used before. */
type SetupOutcome =
  | { readonly kind: 'over' }
  | { readonly kind: 'fault'; readonly fault: SetupFault }
  | { readonly kind: 'made'; readonly email: string };

export interface FirstRun {
  /** Resolves when the database has answered for the first time. */
  readonly begun: Promise<FirstRunState>;
  /** Whether there was no administrator yet. */
  isOpen(): Promise<boolean>;
  /** Whether this is the code of the link. */
  knows(code: string): Promise<boolean>;
  /** Makes the administrator. Refuses with `sign_in_busy`. */
  complete(plan: SetupPlan): Promise<SetupOutcome>;
}

/** Opens the first run. The database may still be starting. */
export function openFirstRun(dependencies: FirstRunStateDependencies): FirstRun {
  const { database, log } = dependencies;
  const begun = Promise.withResolvers<FirstRunState>();
  database.onReady(async () => {
    try {
      begun.resolve(await prepareSetup(dependencies));
    } catch (error) {
      log.warn('the setup link could not be prepared', { error });
      throw error;
    }
  });
  const readHash = async (): Promise<string | undefined> => {
    if (await hasAdministrator(database.db)) return undefined;
    const [row] = await database.db.select().from(instanceSetup).where(eq(instanceSetup.id, ROW));
    return row?.tokenHash;
  };
  return {
    begun: begun.promise,
    isOpen: async () => (await readHash()) !== undefined,
    knows: async (code) => {
      const hash = await readHash();
      return hash !== undefined && isSetupCode(code, hash);
    },
    complete: (plan) => complete(dependencies, plan),
  };
}

/** Prepares the code, or removes it when there is an administrator. Idempotent. */
export async function prepareSetup({
  database,
  dataDirectory,
  isEmbedded,
}: Pick<FirstRunStateDependencies, 'database' | 'dataDirectory' | 'isEmbedded'>): Promise<FirstRunState> {
  const { db } = database;
  if (await hasAdministrator(db)) {
    forgetSetupCode(dataDirectory);
    await db.delete(instanceSetup);
    return 'complete';
  }
  const wasHere = findSetupCode(dataDirectory) !== undefined;
  const tokenHash = hashSetupCode(keepSetupCode(dataDirectory));
  const added = db.insert(instanceSetup).values({ id: ROW, tokenHash });
  await (isEmbedded
    ? added.onConflictDoUpdate({ target: instanceSetup.id, set: { tokenHash } })
    : added.onConflictDoNothing());
  const [row] = await db.select().from(instanceSetup).where(eq(instanceSetup.id, ROW));
  if (row?.tokenHash === tokenHash) return 'local-code';
  // Another process on this database, with a data directory of its own, was first.
  if (!wasHere) forgetSetupCode(dataDirectory);
  return row === undefined ? 'complete' : 'remote-code';
}

async function hasAdministrator(db: Queries | Transaction): Promise<boolean> {
  const rows = await db
    .select({ id: profile.accountId })
    .from(profile)
    .where(eq(profile.role, 'administrator'))
    .limit(1);
  return rows.length > 0;
}

const fault = (of: SetupFault): SetupOutcome => ({ kind: 'fault', fault: of });

async function complete(dependencies: FirstRunStateDependencies, plan: SetupPlan): Promise<SetupOutcome> {
  const { database, store, dataDirectory, hashPassword, retireSample, log } = dependencies;
  const { code, password, locale, registration } = plan;
  // Whoever does not have the code learns nothing else, and makes no work.
  const hash = await readCodeHash(database.db);
  if (hash === undefined) return { kind: 'over' };
  if (!isSetupCode(code, hash)) return fault('code');
  const email = normalizeEmail(plan.email);
  if (email === undefined) return fault('email');
  const name = storedSettingsSchema.shape.name.safeParse(plan.name.trim());
  if (!name.success || name.data === undefined) return fault('name');
  const wrong = findPasswordFault(password, { email });
  if (wrong !== undefined) return fault(wrong);
  const passwordHash = await hashPassword(password);
  const change = changesOf(await store.read(), { name: name.data, locale, registration });
  const outcome = await database
    .transaction(async (tx): Promise<SetupOutcome> => {
      const [row] = await tx.select().from(instanceSetup).where(eq(instanceSetup.id, ROW)).for('update');
      if (row === undefined || (await hasAdministrator(tx))) return { kind: 'over' };
      if (!isSetupCode(code, row.tokenHash)) return fault('code');
      const made = await createAccount(tx, { email, emailVerified: true, role: 'administrator' });
      await setPasswordHash(tx, made.id, passwordHash);
      await storeChange(tx, made.id, { set: change, reset: [] });
      await tx.delete(instanceSetup);
      await recordAudit(tx, {
        actorAccountId: made.id,
        action: 'instance.setup',
        subjectKind: 'user',
        subjectId: String(made.uid),
        after: { role: 'administrator' },
      });
      return { kind: 'made', email };
    })
    .catch((error: unknown): SetupOutcome => {
      if (isRefusal(error, 'account_exists')) return fault('taken');
      throw error;
    });
  if (outcome.kind !== 'made') return outcome;
  forgetSetupCode(dataDirectory);
  await store.refresh();
  if (plan.retiresSample) {
    await retireSample().catch((error: unknown) => log.warn('the sample could not be retired', { error }));
  }
  return outcome;
}

type Named = Pick<SetupPlan, 'name' | 'locale' | 'registration'>;

/** What differs from what counts. The rest goes on following the environment. */
const changesOf = (shown: Named, { name, locale, registration }: Named): Partial<Named> => ({
  ...(name !== shown.name && { name }),
  ...(locale !== shown.locale && { locale }),
  ...(registration !== shown.registration && { registration }),
});

async function readCodeHash(db: Queries): Promise<string | undefined> {
  const [row] = await db.select().from(instanceSetup).where(eq(instanceSetup.id, ROW));
  return row?.tokenHash;
}
