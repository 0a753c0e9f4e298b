// The seam between publishing and the features that add documents to a release. Catalog, game client and levels each
// hand in one derivation through app/compose.ts; the publish recipe runs them after the operator's files are hashed
// and before anything becomes visible. Derivations are pure apart from this context: same input, same documents.

import type { Finding } from '../common/finding.ts';
import type { Descriptor } from '../snapshot/descriptor.ts';

/** One of the operator's files after hashing. */
export interface SnapshotFile {
  /** Path in snapshot terms: `catalog/songs.json`, `assets/Assets/…`, `game-client/master/…`. */
  readonly path: string;
  /** Where its bytes are on this machine. */
  readonly realPath: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DerivedDocument {
  /** Release path, first segment one of the release roles (`api/…`, `metadata/…`, `game-client/…`). */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Whether br and gzip forms are prepared beside it (stored documents; never shards). */
  readonly prepared: boolean;
}

export interface DerivationContext {
  readonly descriptor: Descriptor;
  readonly sourceId: string;
  /** The operator's file at a snapshot path (mounts and excludes applied), or undefined. */
  file(path: string): SnapshotFile | undefined;
  /** All operator's files below a snapshot folder (`game-client/master`), sorted by path. */
  files(prefix: string): readonly SnapshotFile[];
  /** Bytes of an operator's file; refuses files over 1 GiB with a finding. */
  readBytes(file: SnapshotFile): Promise<Uint8Array>;
  /**
   * Parses an operator's JSON file: UTF-8 (BOM tolerated), depth ≤ 100, size ≤ 1 GiB; reports `invalid_json`,
   * `json_too_deep`, `file_too_large` and (as a warning with path) `number_not_exact`. Undefined after an error.
   */
  readJson(file: SnapshotFile): Promise<unknown>;
  report(finding: Finding): void;
  /** Adds a document to the release entries. */
  emit(document: DerivedDocument): Promise<void>;
  /** Adds an object beside the release, outside its id, found again by name in the side manifest. */
  emitExtra(name: string, bytes: Uint8Array, mediaType: string): Promise<void>;
}

export type Derivation = (context: DerivationContext) => Promise<void>;
