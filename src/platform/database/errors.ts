// Classifies failed queries: the database is unavailable (503), a unique constraint was violated (a refusal chosen by
// the caller), or a bug. Decided by SQLSTATE and the client's error codes, never by message text.
import { SQL } from 'bun';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';

/** The database cannot be reached or cannot accept work now. The dispatcher answers 503 `database_unavailable`. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The disk of the database is full: it cannot write now. The dispatcher answers 507 `storage_full`. */
export class DatabaseFull extends DatabaseUnavailable {}

const DISK_FULL = '53100';
const LOCK_TIMEOUT = '55P03';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** Codes of Bun's client for a connection that was lost or never established. */
const LOST =
  /^(ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT|TLS|UNEXPECTED_MESSAGE)|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST)/;
/**
 * SQLSTATEs that are transient: connection (08), insufficient resources (53), shutdown and start-up (57P), statement or
 * lock timeout (57014, 55P03), deadlock and serialisation failure (40), read-only server (25006), system error (58).
 */
const NOT_NOW = /^(08|53|57P|57014|55P03|40|25006|58)/;

/** Iterates over an error and its causes, at most eight deep. */
function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

/** Whether the error, or one of its causes, means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseUnavailable) return true;
    if (cause instanceof SQL.PostgresError) {
      return cause.code === 'ERR_POSTGRES_SERVER_ERROR' ? NOT_NOW.test(cause.errno ?? '') : LOST.test(cause.code);
    }
  }
  return false;
}

/** Whether the error, or one of its causes, means that the database has no room. */
export function isDatabaseFull(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseFull) return true;
    if (cause instanceof SQL.PostgresError && cause.errno === DISK_FULL) return true;
  }
  return false;
}

/** Whether the error, or one of its causes, means that another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof SQL.PostgresError) return cause.errno === LOCK_TIMEOUT;
  }
  return false;
}

/** Whether the connection itself was lost or refused, so that other connections are suspect too. */
export function isConnectionLost(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (!(cause instanceof SQL.PostgresError)) continue;
    return cause.code === 'ERR_POSTGRES_SERVER_ERROR'
      ? /^(08|57P0[1-3])/.test(cause.errno ?? '')
      : LOST.test(cause.code);
  }
  return false;
}

/** Converts errors of an unavailable database to DatabaseUnavailable; returns refusals and others unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof DatabaseUnavailable || !isDatabaseUnavailable(error)) return error;
  const Kind = isDatabaseFull(error) ? DatabaseFull : DatabaseUnavailable;
  return new Kind('The database cannot take this query now', { cause: error });
}

/** Name of the constraint that was violated in this way; undefined for other errors. */
function readViolation(error: unknown, kind: string): string | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof SQL.PostgresError && cause.errno === kind) return cause.constraint;
  }
  return undefined;
}

/** Whether the error, or one of its causes, is a violation of this unique constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  readViolation(error, UNIQUE_VIOLATION) === constraint;

/**
 * For `.catch(…)` after a write or a whole transaction. A violation of this constraint becomes the refusal; every other
 * error is rethrown.
 */
export const onUnique = (constraint: string, code: RefusalCode) => onViolation(UNIQUE_VIOLATION, constraint, code);

/** The same for a reference to a row that was removed meanwhile. */
export const onAbsentReference = (constraint: string, code: RefusalCode) =>
  onViolation(FOREIGN_KEY_VIOLATION, constraint, code);

function onViolation(kind: string, constraint: string, code: RefusalCode): (error: unknown) => never {
  return (error) => {
    if (readViolation(error, kind) === constraint) throw new Refusal(code, { cause: error });
    throw error;
  };
}
