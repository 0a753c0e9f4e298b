// Adapts Bun's connection pool to the job engine (pg-boss).
import type { SQL } from 'bun';
import { fromBunSql } from 'pg-boss';
import { SCHEMA } from './stored-jobs.ts';

/** A parameter that the engine casts to JSON. */
const JSON_PARAMETER = /(?<=\$\d+)::json\b/g;

/** The column in which the engine caches the keys of active jobs. It updates it only when it counts jobs. */
const ACTIVE_KEYS = 'q.singletons_active as "singletonsActive"';
/** The same keys, read from the jobs themselves. */
const ACTIVE_KEYS_NOW = `(select array_agg(a.singleton_key) from ${SCHEMA}.job a where a.name = q.name and a.state = 'active'
  and a.singleton_key is not null and a.policy = 'stately') as "singletonsActive"`;

/**
 * How often the engine reads its queues, in seconds. It does not claim a job whose key was active when it last read them. So for
 * at most this long, a job whose key has just become active keeps workers from later jobs of its kind, and a job waits after the
 * active one with its key has ended.
 */
export const QUEUE_CACHE_SECONDS = 1;

/**
 * The pool for the engine. NOTE: Bun serialises a parameter of type json, so text that is JSON already would be encoded
 * twice. The engine casts such parameters to text in almost all its statements; this adds the cast to the rest (the
 * statement about a schedule's last job). It also replaces the cached keys of active
 * jobs with the present ones.
 */
export function openEngineDatabase(pool: SQL): ReturnType<typeof fromBunSql> {
  const plain = fromBunSql(pool);
  return {
    ...plain,
    executeSql: (text, values) =>
      plain.executeSql(
        text.replace(JSON_PARAMETER, '::text::json').replace(ACTIVE_KEYS, () => ACTIVE_KEYS_NOW),
        values,
      ),
  };
}
