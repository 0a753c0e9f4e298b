// Starts the maker of the query file while the files of a snapshot are still being read, so that its process has loaded its
// modules when the first document is derived.
import type { QueryFileMaker } from './query-file-maker.ts';

export class EarlyQueryFile implements AsyncDisposable {
  readonly #open: () => QueryFileMaker | undefined;
  #maker: QueryFileMaker | undefined;

  /** `open` starts a maker; undefined if releases get no query file. */
  constructor(open: () => QueryFileMaker | undefined) {
    this.#open = open;
  }

  begin(): void {
    this.#maker ??= this.#open();
  }

  /** The maker that was begun, or a new one. It belongs to the caller. */
  take(): QueryFileMaker | undefined {
    this.begin();
    const maker = this.#maker;
    this.#maker = undefined;
    return maker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#maker?.[Symbol.asyncDispose]();
  }
}
