// Messages between the service and its query processes.

import type { ReferenceDeclaration } from '../../release/snapshot/field-schema.ts';
import type { Fault } from '../language/fault.ts';
import type { QueryTexts } from '../language/plan.ts';
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
export type ExportForm = { readonly form: 'ndjson' } | CsvForm;

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
      readonly form: ExportForm;
      readonly locale?: string | undefined;
      readonly positions: Uint32Array;
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
  | { readonly kind: 'positions'; readonly head: string; readonly positions: Uint32Array };

/** The first message of a process: its modules are loaded. */
export const READY = 'ready';

export type Reply =
  | { readonly id: number; readonly ok: true; readonly result: TaskResult }
  | { readonly id: number; readonly ok: false; readonly fault: Fault }
  /** SQLite found the file damaged, or the program failed. */
  | { readonly id: number; readonly ok: false; readonly failure: 'damaged' | 'failed'; readonly message: string };
