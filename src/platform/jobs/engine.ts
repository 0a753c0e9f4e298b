// Adapts Bun's connection pool to the job engine (pg-boss).
import type { SQL } from 'bun';
import { fromBunSql } from 'pg-boss';

/** A parameter that the engine casts to JSON. */
const JSON_PARAMETER = /(?<=\$\d+)::json\b/g;

/**
 * The pool for the engine. NOTE: Bun serialises a parameter of type json, so text that is JSON already would be encoded
 * twice. The engine casts such parameters to text in almost all its statements; this adds the cast to the rest (the
 * statement about a schedule's last job).
 */
export function openEngineDatabase(pool: SQL): ReturnType<typeof fromBunSql> {
  const plain = fromBunSql(pool);
  return {
    ...plain,
    executeSql: (text, values) => plain.executeSql(text.replace(JSON_PARAMETER, '::text::json'), values),
  };
}
