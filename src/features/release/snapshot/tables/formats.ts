// The formats in which tables of a snapshot are written, and which suffix names which.

/** TSV is `csv` with a tab as its delimiter. */
export const TABLE_FORMATS = ['json', 'ndjson', 'csv', 'yaml'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const CSV_DELIMITERS = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

const FORMATS: Readonly<Record<string, TableFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  tsv: 'csv',
  yaml: 'yaml',
  yml: 'yaml',
};

/** The format that the suffix of a path names, in upper or lower case; undefined for other suffixes. */
export function formatOf(path: string): TableFormat | undefined {
  const suffix = /[^/]\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  return suffix !== undefined && Object.hasOwn(FORMATS, suffix) ? FORMATS[suffix] : undefined;
}
