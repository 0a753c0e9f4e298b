import { type JsonInput, type JsonInputOptions, parseJsonInput } from '../json-input.ts';
import type { TableFormat } from './formats.ts';

export interface TableInputOptions extends JsonInputOptions {
  readonly format?: TableFormat | undefined;
  readonly delimiter?: ',' | ';' | '\t' | undefined;
}

export function parseTableInput(bytes: Uint8Array, options: TableInputOptions): JsonInput | undefined {
  return parseJsonInput(bytes, options);
}
