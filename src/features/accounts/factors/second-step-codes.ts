// The pending second step of a sign-in: whose it is, and the codes that complete it. The step is a row of the sign-in
// library; its signed cookie names it.
import { and, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { twoFactor, verification } from '../../../platform/database/schema/accounts.ts';
import { storedIdentifier } from '../common/auth-names.ts';
import { findStored } from '../common/backup-codes.ts';
import { findSignedCookie } from '../common/cookies.ts';
import type { FailedSignIns } from '../common/failed-sign-ins.ts';
import type { Library } from '../sign-in/library.ts';
import type { Wishes } from '../sign-in/request-notes.ts';
import { type AttemptDependencies, redeemTotp, tryCode } from './attempts.ts';

export interface SecondStepDependencies extends AttemptDependencies {
  readonly database: Database;
  readonly library: Library;
  readonly failed: FailedSignIns;
  /** Name of the cookie of the step, and the secret that signs it. */
  readonly stepCookie: string;
  readonly secret: string;
}

/** Sent to the library in place of a code that it must not accept. No app makes it. */
const NO_CODE = '-';
/** The library's refusal of a wrong backup code. */
const INVALID = { code: 'INVALID_BACKUP_CODE', message: 'Invalid backup code' };
const TOTP = /^\d{6}$/;

/** The account whose sign-in waits for its second factor in this browser. */
export async function readStepAccount(
  { database, stepCookie, secret }: Pick<SecondStepDependencies, 'database' | 'stepCookie' | 'secret'>,
  { request }: RequestContext,
): Promise<string | undefined> {
  const step = findSignedCookie(request.headers.get('cookie') ?? '', stepCookie, secret)?.value;
  if (step === undefined) return undefined;
  const [row] = await database.db
    .select({ accountId: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, storedIdentifier(step)), sql`${verification.expiresAt} > now()`));
  return row?.accountId;
}

/** Answers with the library's response to a code of the authenticator app. `accountId`: whose code it should be. */
export async function answerTotp(
  dependencies: SecondStepDependencies,
  context: RequestContext,
  { accountId, code, wishes }: CodePlan,
): Promise<Response> {
  const isRight = accountId !== undefined && (await redeemTotp(dependencies, accountId, spellCode(code)));
  const body = { code: isRight ? spellCode(code) : NO_CODE };
  const path = '/two-factor/verify-totp';
  const answer = await dependencies.library.ask(context, { path, method: 'POST', body, ...(wishes && { wishes }) });
  if (!answer.ok) await dependencies.failed.note(context, 'second-factor', { accountId });
  return answer;
}

/** Answers with the library's response to a backup code, which it accepts once. */
export async function answerBackupCode(
  dependencies: SecondStepDependencies,
  context: RequestContext,
  { accountId, code }: CodePlan,
): Promise<Response> {
  const verify = async (given: string): Promise<Response> => {
    const path = '/two-factor/verify-backup-code';
    const answer = await dependencies.library.ask(context, { path, method: 'POST', body: { code: given } });
    // Another code was taken at the same moment, and the step is over.
    return answer.status === 409 ? Response.json(INVALID, { status: 401 }) : answer;
  };
  // The library does not look whether the step has expired.
  const answer = await (accountId === undefined
    ? verify(NO_CODE)
    : tryCode(dependencies, accountId, async () =>
        verify((await readStoredCode(dependencies, accountId, code.trim())) ?? NO_CODE),
      ));
  if (!answer.ok) await dependencies.failed.note(context, 'second-factor', { accountId });
  return answer;
}

export interface CodePlan {
  readonly accountId: string | undefined;
  readonly code: string;
  readonly wishes?: Wishes;
}

/** Answers a code of either kind, told apart by its form. */
export const answerCode = (
  dependencies: SecondStepDependencies,
  context: RequestContext,
  plan: CodePlan,
): Promise<Response> => (TOTP.test(spellCode(plan.code)) ? answerTotp : answerBackupCode)(dependencies, context, plan);

/** Apps show codes in groups, and people type the gap. */
const spellCode = (code: string): string => code.replaceAll(/\s/g, '');

/** What to hand to the library for a code that somebody typed; undefined when it is not one of the account. */
async function readStoredCode(
  { database, decrypt }: SecondStepDependencies,
  accountId: string,
  code: string,
): Promise<string | undefined> {
  const [row] = await database.db
    .select({ codes: twoFactor.backupCodes })
    .from(twoFactor)
    .where(eq(twoFactor.accountId, accountId));
  return row && findStored(await decrypt(row.codes), code);
}
