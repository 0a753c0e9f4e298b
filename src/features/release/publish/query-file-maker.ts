// The interface between publishing and the feature that answers queries: derived documents are also passed to the
// builder of the file that queries run on. Supplied by the composition.

import type { FieldTypes } from '../common/compare-fields.ts';
import type { MadeQueryFile } from '../store/query-record.ts';

export interface QueriedDocument {
  /** Its path in the release. */
  readonly path: string;
  readonly sha256: string;
  /** Its bytes, or a file on this machine that has them: whoever reads the file compares them with what was announced. */
  readonly content: Uint8Array | string;
  /** XXH3 of the bytes, from a caller that has just proven them: ten times faster to compare than the digest. */
  readonly checksum?: bigint | undefined;
  /** For a shard, where they are known: the bytes of each of its values. */
  readonly sizes?: Uint32Array | undefined;
  /** Whether it is known to be the last shard of its collection. */
  readonly isLast?: boolean | undefined;
}

export interface QueryFileMaker extends AsyncDisposable {
  /** Lets a second process build these resources. Called at most once, before the first document. */
  divide(resources: ReadonlySet<string>): void;
  /** Takes a derived document; settles when the next one may come. */
  add(document: QueriedDocument): Promise<void>;
  /** Completes the file once all documents were added. Resolves to why there is none, if it failed. */
  finish(): Promise<MadeQueryFile | { readonly failure: string }>;
}

/** Reads the fields of collections from a complete file. */
export type ReadQueriedFields = (path: string) => FieldTypes;

/** Begins a file in a folder. */
export type OpenQueryFileMaker = (folder: string) => QueryFileMaker;
