// The interface between publishing and the features that add documents to a release. Catalog, game client and levels
// each supply one derivation. Publishing runs them after the operator's files are hashed and before anything becomes
// visible. A derivation is deterministic: the same input gives the same documents.

import type { Finding } from '../common/finding.ts';
import type { Descriptor } from '../snapshot/descriptor.ts';

/** One of the operator's files, hashed. */
export interface SnapshotFile {
  /** Snapshot path: `catalog/songs.json`, `assets/Assets/…`, `game-client/master/…`. */
  readonly path: string;
  /** Path of its bytes; on this machine only where content is stored on it (see `locate`). */
  readonly realPath: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DerivedDocument {
  /** Release path. The first segment is one of the release roles (`api/…`, `metadata/…`, `game-client/…`). */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Whether br and gzip forms are prepared. True for stored documents, never for shards. */
  readonly prepared: boolean;
  /** For a JSON object without spaces: the bytes of each of its values, in order. */
  readonly sizes?: Uint32Array;
  /** Whether it is the last shard of its collection. */
  readonly isLast?: boolean;
}

export interface DerivationContext {
  readonly descriptor: Descriptor;
  readonly sourceId: string;
  /** The operator's file at a snapshot path, after mounts and excludes, or undefined. */
  file(path: string): SnapshotFile | undefined;
  /** All operator's files below a snapshot folder (for example `game-client/master`), sorted by path. */
  files(prefix: string): readonly SnapshotFile[];
  /** A file on this machine with the bytes of an operator's file. */
  locate(file: SnapshotFile): Promise<string>;
  /** Bytes of an operator's file. Refuses files over 1 GiB with a finding. */
  readBytes(file: SnapshotFile): Promise<Uint8Array>;
  /**
   * Parses an operator's JSON file: UTF-8 (BOM tolerated), depth ≤ 100, size ≤ 1 GiB; reports `invalid_json`,
   * `json_too_deep`, `file_too_large` and (as a warning with path) `number_not_exact`. Undefined after an error.
   */
  readJson(file: SnapshotFile): Promise<unknown>;
  /** A document of the release that is current now; undefined when there is none. */
  readCurrent(path: string): Promise<Uint8Array | undefined>;
  /** Whether collections may lose more than half of their entities. */
  readonly allowLoss: boolean;
  report(finding: Finding): void;
  /** Adds a document to the entries of the release. */
  emit(document: DerivedDocument): Promise<void>;
  /** Stores an object beside the release, outside its id. It is found by its name in the side manifest. */
  emitExtra(name: string, bytes: Uint8Array, mediaType: string): Promise<void>;
}

export type Derivation = (context: DerivationContext) => Promise<void>;
