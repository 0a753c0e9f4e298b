// The client that all queries pass: refuses at once while the database is away, lets nobody wait for a server that does
// not answer any more, and catches a query beside an open transaction, which would silently escape it. Which pool of
// connections stands behind it may change at any time; handles and prepared statements stay.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'bun';
import { DatabaseUnavailable, isConnectionLost, translateDatabaseError } from './errors.ts';

export interface GuardedClient {
  /** For Drizzle: all queries of the service. */
  readonly client: SQL;
  /** Runs `work` in a transaction, which its throw rolls back. Single queries throw until it has ended. */
  begin<T>(work: (transaction: SQL) => Promise<T>): Promise<T>;
  /** From now on queries go to this pool. */
  open(pool: SQL): void;
  /** From now on queries are refused, and those under way end with DatabaseUnavailable. */
  shut(reason: string): void;
}

interface OpenTransaction {
  open: boolean;
}

/** Longer than any statement may run: who waits so long for a single query waits for a connection that died without a word. */
const ANSWER_MS = 30_000;

/** `onLost` is told when a query finds its connection gone; single queries are waited for no longer than `answerMs`. */
export function guardClient(idle: SQL, onLost: () => void, answerMs = ANSWER_MS): GuardedClient {
  const transactions = new AsyncLocalStorage<OpenTransaction>();
  const underWay = new Set<(error: Error) => void>();
  let pool: SQL | undefined;
  let shutReason = 'The database is starting';

  const requirePool = (): SQL => {
    if (transactions.getStore()?.open) {
      throw new Error('A query beside the open transaction: use the handle that the transaction gave');
    }
    if (pool === undefined) throw new DatabaseUnavailable(shutReason);
    return pool;
  };

  /** Settles as `work` does, or at once when the database goes away, or when its time is over. */
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

  const unsafe = (text: string, values?: unknown[]): object => {
    const query = requirePool().unsafe(text, values);
    // Bun's queries start when they are awaited; `values` asks for rows as arrays.
    return new Proxy(query, {
      get: (target, key) => {
        if (key === 'values') return () => watch(target.values(), answerMs);
        if (key === 'then') {
          const watched = watch(target, answerMs);
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
        return await transactions.run(mark, () => work(transaction));
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
      for (const reject of underWay) reject(new DatabaseUnavailable(reason));
      underWay.clear();
    },
  };
}
