// The seam between publishing and the feature that answers queries: while documents are derived they are also given to
// whoever makes the file that queries run on. Handed in through the app floor.

export interface QueryFileMaker extends AsyncDisposable {
  /** Takes a derived document by its release path; settles when the next one may come. */
  add(path: string, bytes: Uint8Array): Promise<void>;
  /** Completes the file once all documents were added. The path of the file, or why there is none. */
  finish(): Promise<{ readonly path: string } | { readonly failure: string }>;
}

/** Begins a file in a folder. */
export type OpenQueryFileMaker = (folder: string) => QueryFileMaker;
