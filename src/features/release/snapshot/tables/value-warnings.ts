// Warnings of what reading a table changes silently: numbers that a double cannot hold, and keys that stand twice. Of each kind
// a bounded number is reported, then that there are more.
import type { Finding } from '../../common/finding.ts';

/** Warnings of one kind per file that are reported individually. */
const WARNINGS_PER_FILE = 50;

export interface ValueWarningsOptions {
  readonly file: string;
  readonly report: (finding: Finding) => void;
  /** Severity of a key that stands twice; default `warning`. */
  readonly duplicateSeverity?: 'error' | 'warning';
}

/** A place in the file: in words, where its format has lines that people count, and as a JSON path. */
interface Place {
  readonly words?: string;
  readonly path: string;
}

export class ValueWarnings {
  readonly #options: ValueWarningsOptions;
  #inexact = 0;
  #doubled = 0;

  constructor(options: ValueWarningsOptions) {
    this.#options = options;
  }

  /** Whether numbers are still reported. */
  get takesNumbers(): boolean {
    return this.#inexact <= WARNINGS_PER_FILE;
  }

  /** Warns of a number that becomes another one; `shown` is how the file writes it. The place is computed only if it is reported. */
  addInexact(shown: string, value: number, placeOf: () => Place): void {
    if (!this.takesNumbers) return;
    this.#inexact++;
    const text = `a double cannot hold ${shown}; it becomes ${JSON.stringify(value)}. Write it as a string.`;
    if (this.takesNumbers) this.#report('warning', 'number_not_exact', text, placeOf());
    else this.#report('warning', 'number_not_exact', 'There are more numbers that a double cannot hold.');
  }

  /** Warns of a key that an object has twice. */
  addRepeatedKey(placeOf: () => Place): void {
    if (this.#doubled > WARNINGS_PER_FILE) return;
    this.#doubled++;
    const { duplicateSeverity = 'warning' } = this.#options;
    const text = 'this key stands twice; the last one counts.';
    if (this.#doubled <= WARNINGS_PER_FILE) this.#report(duplicateSeverity, 'duplicate_key', text, placeOf());
    else this.#report(duplicateSeverity, 'duplicate_key', 'There are more keys that stand twice.');
  }

  #report(severity: Finding['severity'], code: string, text: string, { words, path }: Place = { path: '' }): void {
    const message = words === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${words}: ${text}`;
    this.#options.report({ severity, file: this.#options.file, path, code, message });
  }
}
