// Messages between the service and its query processes.
import type { Fault } from '../language/fault.ts';
import type { QueryTexts } from '../language/plan.ts';

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

export type Task =
  | {
      readonly kind: 'query';
      readonly resource: string;
      readonly texts: QueryTexts;
      readonly fields: string | undefined;
      readonly limit: number;
      readonly offset: number;
    }
  | { readonly kind: 'fields'; readonly resource: string }
  | {
      readonly kind: 'exportBegin';
      readonly resource: string;
      readonly texts: QueryTexts;
      readonly fields: string | undefined;
      readonly form: ExportForm;
    }
  | {
      readonly kind: 'exportRows';
      readonly resource: string;
      readonly fields: string | undefined;
      readonly form: ExportForm;
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
