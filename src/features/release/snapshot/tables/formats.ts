// Formats of tables, told by the suffix of the file.

export const TABLE_FORMATS = ['json', 'ndjson', 'csv', 'yaml'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

const SUFFIXES: readonly (readonly [RegExp, TableFormat])[] = [
  [/\.json$/i, 'json'],
  [/\.(?:ndjson|jsonl)$/i, 'ndjson'],
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.ya?ml$/i, 'yaml'],
];

/** The format of a file by its suffix; undefined: it is no table. */
export const formatOf = (path: string): TableFormat | undefined => SUFFIXES.find(([suffix]) => suffix.test(path))?.[1];
