// The interface between publishing and the feature that answers queries: derived documents are also passed to the
// builder of the file that queries run on. Supplied by the composition.

export interface QueryFileMaker extends AsyncDisposable {
  /** Takes a derived document by its release path; settles when the next one may come. */
  add(path: string, bytes: Uint8Array): Promise<void>;
  /** Completes the file once all documents were added. The path of the file, or why there is none. */
  finish(): Promise<{ readonly path: string } | { readonly failure: string }>;
}

/** Begins a file in a folder. */
export type OpenQueryFileMaker = (folder: string) => QueryFileMaker;
