// The database client that all queries pass through. It fails fast while the database is unavailable, times out queries
// on dead connections, and rejects a query made outside the handle of an open transaction. The connection pool behind
// it can be replaced at any time; handles and prepared statements stay valid.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'bun';
import { DatabaseUnavailable, isConnectionLost, translateDatabaseError } from './errors.ts';
import type { OnStatement } from './slow-statements.ts';

export interface GuardedClient {
  /** The client that Drizzle uses for all queries of the service. */
  readonly client: SQL;
  /** Runs `work` in a transaction, which its throw rolls back. Single queries throw until it has ended. */
  begin<T>(work: (transaction: SQL) => Promise<T>): Promise<T>;
  /** Sends queries to this pool from now on. */
  open(pool: SQL): void;
  /** Rejects queries from now on, and ends those in progress with this reason. */
  shut(reason: DatabaseUnavailable): void;
}

interface OpenTransaction {
  open: boolean;
}

/** Longer than any statement timeout. A single query that waits longer is on a connection that was dropped silently. */
const ANSWER_MS = 30_000;

/**
 * @param onLost called when a query finds its connection lost
 * @param answerMs timeout of a single query, in milliseconds
 * @param onStatement called when a statement has ended, inside a transaction or beside
 */
export function guardClient(
  idle: SQL,
  onLost: () => void,
  answerMs = ANSWER_MS,
  onStatement?: OnStatement,
): GuardedClient {
  const transactions = new AsyncLocalStorage<OpenTransaction>();
  const underWay = new Set<(error: Error) => void>();
  let pool: SQL | undefined;
  let shutReason = new DatabaseUnavailable('The database is starting');

  const requirePool = (): SQL => {
    if (transactions.getStore()?.open) {
      throw new Error('A query beside the open transaction: use the handle that the transaction gave');
    }
    if (pool === undefined) throw shutReason;
    return pool;
  };

  /** Settles like `work`, or rejects when the database becomes unavailable or the limit elapses. */
  const watch = <T>(work: PromiseLike<T>, limitMs?: number): Promise<T> =>
    new Promise((resolve, reject) => {
      underWay.add(reject);
      const end = (): void => {
        clearTimeout(timer);
        underWay.delete(reject);
      };
      const refuse = (): void => {
        end();
        reject(new DatabaseUnavailable(`No answer within ${limitMs} ms`));
      };
      const timer = limitMs === undefined ? undefined : setTimeout(refuse, limitMs);
      work.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          if (isConnectionLost(error)) onLost();
          reject(translateDatabaseError(error));
        },
      );
    });

  /** The same work, of which the end is told. */
  const timed = <T>(text: string, work: PromiseLike<T>): PromiseLike<T> => {
    if (onStatement === undefined) return work;
    const startedAt = performance.now();
    return work.then(
      (value) => {
        onStatement(text, startedAt, false);
        return value;
      },
      (error: unknown) => {
        onStatement(text, startedAt, true);
        throw error;
      },
    );
  };

  /** A transaction whose statements are told. */
  const told = (transaction: SQL): SQL =>
    onStatement === undefined
      ? transaction
      : new Proxy(transaction, {
          get: (target, key) => {
            if (key !== 'unsafe') return Reflect.get(target, key);
            return (text: string, values?: unknown[]) => tellQuery(text, target.unsafe(text, values));
          },
        });

  const tellQuery = (text: string, query: SQL.Query<unknown>): object =>
    new Proxy(query, {
      get: (target, key) => {
        if (key === 'values') return () => timed(text, target.values());
        if (key === 'then') {
          const whole = timed(text, target);
          return whole.then.bind(whole);
        }
        return Reflect.get(target, key);
      },
    });

  const unsafe = (text: string, values?: unknown[]): object => {
    const query = requirePool().unsafe(text, values);
    // Bun starts a query when it is awaited. `values` requests rows as arrays.
    return new Proxy(query, {
      get: (target, key) => {
        if (key === 'values') return () => watch(timed(text, target.values()), answerMs);
        if (key === 'then') {
          const watched = watch(timed(text, target), answerMs);
          return watched.then.bind(watched);
        }
        return Reflect.get(target, key);
      },
    });
  };

  const begin = <T>(work: (transaction: SQL) => Promise<T>): Promise<T> => {
    const mark: OpenTransaction = { open: true };
    const whole = requirePool().begin(async (transaction) => {
      try {
        return await transactions.run(mark, () => work(told(transaction)));
      } finally {
        mark.open = false;
      }
    });
    return watch<T>(whole);
  };

  const overrides = new Map<PropertyKey, unknown>([
    ['unsafe', unsafe],
    ['begin', begin],
  ]);
  return {
    begin,
    client: new Proxy(idle, { get: (target, key) => overrides.get(key) ?? Reflect.get(target, key) }),
    open: (next) => {
      pool = next;
    },
    shut: (reason) => {
      pool = undefined;
      shutReason = reason;
      for (const reject of underWay) reject(reason);
      underWay.clear();
    },
  };
}
