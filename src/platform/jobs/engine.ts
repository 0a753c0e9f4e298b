// The database as the job engine (pg-boss) sees it: a pool of Bun's driver.
import type { SQL } from 'bun';
import { fromBunSql } from 'pg-boss';

/** A text that the engine means as JSON. */
const JSON_PARAMETER = /(\$\d+)::json\b/g;

/**
 * The pool for the engine. NOTE: Bun writes a parameter of type json as JSON, a text that is JSON already once more. The
 * engine has it sent as text almost everywhere; where it does not (which job a schedule made last), it is done here.
 */
export function openEngineDatabase(pool: SQL): ReturnType<typeof fromBunSql> {
  const plain = fromBunSql(pool);
  return {
    ...plain,
    executeSql: (text, values) => plain.executeSql(text.replace(JSON_PARAMETER, '$1::text::json'), values),
  };
}
