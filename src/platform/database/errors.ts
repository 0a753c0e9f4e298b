// What a failed query means: the database is away (503), a unique rule was broken (a refusal of the caller's choice), or
// a fault of ours. Read from PostgreSQL's five-character states and the client's own codes, never from message texts.
import { SQL } from 'bun';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';

/** The database cannot be reached or cannot take work now; the dispatcher makes it 503 `database_unavailable`. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const UNIQUE_VIOLATION = '23505';
/** Codes of Bun's client for a connection that is lost or was never made. */
const LOST =
  /^(ERR_POSTGRES_(CONNECTION|IDLE_TIMEOUT|LIFETIME_TIMEOUT|TLS|UNEXPECTED_MESSAGE)|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST)/;
/**
 * States that mean "not now": connection (08), resources (53), shutdown and start-up (57P), a timeout of a statement or
 * a lock (57014, 55P03), deadlock and serialisation (40), a server that became read-only (25006), damaged system (58).
 */
const NOT_NOW = /^(08|53|57P|57014|55P03|40|25006|58)/;

/** Walks an error and its causes, at most eight deep. */
function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

/** Whether the error, or one of its causes, says that the database is away. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseUnavailable) return true;
    if (cause instanceof SQL.PostgresError) {
      return cause.code === 'ERR_POSTGRES_SERVER_ERROR' ? NOT_NOW.test(cause.errno ?? '') : LOST.test(cause.code);
    }
  }
  return false;
}

/** Whether the connection itself is gone or refused, so that the others are in doubt too. */
export function isConnectionLost(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (!(cause instanceof SQL.PostgresError)) continue;
    return cause.code === 'ERR_POSTGRES_SERVER_ERROR'
      ? /^(08|57P0[1-3])/.test(cause.errno ?? '')
      : LOST.test(cause.code);
  }
  return false;
}

/** Makes errors of an absent database DatabaseUnavailable; others stay as they are. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isDatabaseUnavailable(error)) return error;
  return new DatabaseUnavailable('The database cannot take this query now', { cause: error });
}

/** Name of the unique constraint or index that a write broke, or undefined. */
export function readUniqueViolation(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof SQL.PostgresError && cause.errno === UNIQUE_VIOLATION) return cause.constraint;
  }
  return undefined;
}

/**
 * For `.catch(…)` behind a write or a whole transaction: a violation of this constraint becomes the refusal, everything
 * else is thrown on.
 */
export function onUnique(constraint: string, code: RefusalCode): (error: unknown) => never {
  return (error) => {
    if (readUniqueViolation(error) === constraint) throw new Refusal(code, { cause: error });
    throw error;
  };
}
