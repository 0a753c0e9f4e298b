// A piece of a statement. Its text has words and numbers of ours only; what a caller wrote is bound.
import type { SqlValue } from '../common/file-tables.ts';

/** A fragment of SQL with its bound values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}
