// The interface between publishing and the feature that answers queries: derived documents are also passed to the
// builder of the file that queries run on. Supplied by the composition.

import type { MadeQueryFile } from '../store/query-record.ts';

interface QueriedDocument {
  /** Its path in the release. */
  readonly path: string;
  readonly sha256: string;
  /** Its bytes, or a file on this machine that has them: whoever reads the file compares the digest. */
  readonly content: Uint8Array | string;
  /** For a shard, where they are known: the bytes of each of its values. */
  readonly sizes?: Uint32Array | undefined;
}

export interface QueryFileMaker extends AsyncDisposable {
  /** Takes a derived document; settles when the next one may come. */
  add(document: QueriedDocument): Promise<void>;
  /** Completes the file once all documents were added. Resolves to why there is none, if it failed. */
  finish(): Promise<MadeQueryFile | { readonly failure: string }>;
}

/** Begins a file in a folder. */
export type OpenQueryFileMaker = (folder: string) => QueryFileMaker;
