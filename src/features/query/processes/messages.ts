// Messages between the service and its query processes.

import type { ParquetWriter, SchemaElement } from 'hyparquet-writer';
import type { ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import type { Fault } from '../language/fault.ts';
import type { QueryTexts } from '../language/plan.ts';
import type { Everywhere } from './everywhere.ts';
import type { IncludedPath } from './inclusion.ts';

/** A verified query file. It must be reopened if the fingerprint differs. */
export interface OpenableFile {
  readonly path: string;
  readonly fingerprint: string;
}

export interface CsvForm {
  readonly form: 'csv';
  /** Whether cells that a spreadsheet may interpret as formulas are quoted. */
  readonly isSpreadsheet: boolean;
  /** Whether fields with labels have a second column with them. */
  readonly hasLabels: boolean;
}
/** Forms whose parts are texts that follow one another. */
export type TextForm = { readonly form: 'ndjson' } | CsvForm;
export type ExportForm = TextForm | { readonly form: 'parquet' };

/** A row group of a Parquet file, as its footer describes it. */
export type RowGroup = ParquetWriter['row_groups'][number];

/** What fields of the resource refer to, by path; for filters that lead one reference further. */
export type SentReferences = ReadonlyMap<string, readonly ReferenceDeclaration[]>;

export type Task =
  | {
      readonly kind: 'query';
      readonly resource: string;
      readonly texts: QueryTexts;
      readonly references?: SentReferences;
      readonly include?: readonly IncludedPath[];
      readonly fields: string | undefined;
      readonly limit: number;
      readonly offset: number;
    }
  | ({ readonly kind: 'search' } & Everywhere)
  | { readonly kind: 'fields'; readonly resource: string }
  | {
      readonly kind: 'exportBegin';
      readonly resource: string;
      readonly texts: QueryTexts;
      readonly references?: SentReferences;
      readonly fields: string | undefined;
      readonly form: ExportForm;
    }
  | {
      readonly kind: 'exportRows';
      readonly resource: string;
      readonly fields: string | undefined;
      readonly form: TextForm;
      readonly locale: string | undefined;
      readonly positions: Uint32Array;
    }
  | {
      readonly kind: 'exportGroup';
      readonly resource: string;
      readonly fields: string | undefined;
      readonly locale: string | undefined;
      readonly positions: Uint32Array;
      /** Bytes of the file before the group. */
      readonly offset: number;
    };

export interface Order {
  readonly id: number;
  readonly file: OpenableFile;
  readonly task: Task;
}

/** A page: JSON texts of the items and of the facets. */
interface PageResult {
  readonly kind: 'page';
  readonly items: string;
  readonly facets: string;
  /** JSON of further members of the answer, each behind a comma. */
  readonly further: string;
  readonly total: number;
  readonly count: number;
}

export type TaskResult =
  | PageResult
  | { readonly kind: 'text'; readonly text: string }
  /** The text before the rows of an export, and its entities in order. */
  | {
      readonly kind: 'positions';
      readonly head: string;
      readonly positions: Uint32Array;
      /** Of a Parquet file. */
      readonly schema: readonly SchemaElement[];
    }
  /** The first entities of those that were asked for, at least one: as many as the group has rows. */
  | { readonly kind: 'group'; readonly bytes: Uint8Array; readonly group: RowGroup };

/** The first message of a process: its modules are loaded. */
export const READY = 'ready';

export type Reply =
  | { readonly id: number; readonly ok: true; readonly result: TaskResult }
  | { readonly id: number; readonly ok: false; readonly fault: Fault }
  /** SQLite found the file damaged, or the program failed. */
  | { readonly id: number; readonly ok: false; readonly failure: 'damaged' | 'failed'; readonly message: string };
