// Parses a table of a snapshot in any of its formats, to the value that the same table has as JSON. Does no I/O.

import { parseCsvInput } from './csv-input.ts';
import type { CsvDelimiter, TableFormat } from './formats.ts';
import { type JsonInput, type JsonInputOptions, parseJsonInput } from './json-input.ts';
import { parseNdjsonInput } from './ndjson-input.ts';
import { parseYamlInput } from './yaml-input.ts';

export interface TableInputOptions extends JsonInputOptions {
  readonly format: TableFormat;
  /** Of CSV files; default: the one that the header has most. */
  readonly delimiter?: CsvDelimiter | undefined;
}

/** Parses the bytes of a table; undefined after reporting an error. Never throws. */
export function parseTableInput(bytes: Uint8Array, options: TableInputOptions): JsonInput | undefined {
  switch (options.format) {
    case 'json':
      return parseJsonInput(bytes, options);
    case 'ndjson':
      return parseNdjsonInput(bytes, options);
    case 'csv':
      return parseCsvInput(bytes, options);
    case 'yaml':
      return parseYamlInput(bytes, options);
  }
}
