// Which file the queries of a release run on, as a record beside its side manifest. The record is made once and only when
// there is none: readers of a file are never given another one. It stands outside the release id, so that a release that
// was published without the file gets it later.
import { rmSync, statSync } from 'node:fs';
import { earlierQueryRecordKey, queryRecordKey, sideManifestKey } from '../../../kernel/object-key.ts';
import type { IngestResult, Objects } from '../../../platform/objects/objects.ts';
import { QUERY_SCHEMA, type QueryRecord, queryRecordSchema, sealDocument } from './formats.ts';
import { readSealed, type Stored } from './store.ts';

/** A complete file. Its blocks are hashed while its reader hashes the whole. */
export interface MadeQueryFile {
  readonly path: string;
  /** SHA-256 of each block, if the file is large enough to have blocks. Rejects when the process ended before. */
  readonly blocks: Promise<readonly string[]>;
}

/** A file on its way to the record. */
export interface StoredQueryFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly blocks: readonly string[];
  /** False when the same content was there already. */
  readonly written: boolean;
}

/** The record of a release, proven; its value is undefined when it is damaged. */
export const readQueryRecord = (
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<Stored<QueryRecord> | undefined> =>
  readSealed(objects, queryRecordKey(server, releaseId), queryRecordSchema, { server, releaseId });

/** A record whose file answers queries, if only with what an earlier layout has. */
interface UsableRecord {
  readonly value: QueryRecord;
  readonly isEarlier: boolean;
}

/** The record of a release, else one of an earlier layout; undefined when there is no sound one. */
export async function readUsableQueryRecord(
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<UsableRecord | undefined> {
  const record = (await readQueryRecord(objects, server, releaseId))?.value;
  if (record !== undefined) return { value: record, isEarlier: false };
  const key = earlierQueryRecordKey(server, releaseId);
  const earlier = (await readSealed(objects, key, queryRecordSchema, { server, releaseId }))?.value;
  return earlier && { value: earlier, isEarlier: true };
}

/** Whether a release has a sound record and the file that it names is stored. */
export async function hasQueryFile(objects: Objects, server: string, releaseId: string): Promise<boolean> {
  const record = (await readQueryRecord(objects, server, releaseId))?.value;
  return record !== undefined && (await objects.presentContent([record.file.sha256])).size === 1;
}

/** Takes a file that was made into the store; the file itself goes. Not durable before a flush. */
export async function storeQueryFile(objects: Objects, { path, blocks }: MadeQueryFile): Promise<StoredQueryFile> {
  try {
    const { size } = statSync(path);
    const results: IngestResult[] = [];
    await objects.ingest([{ path, bytes: size, hashOnly: false, isTaken: true, hasBlocks: true }], (_, result) => {
      results.push(result);
    });
    const [result] = results;
    if (result === undefined) throw new Error('the query file was not stored');
    const { sha256, bytes, written } = result;
    return { sha256, bytes, written, blocks: await blocks };
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Records the file of a release, which is durable by now. A record that stands and leads to stored content stays; a damaged
 * one, or one whose file is gone, is replaced. False when the release is gone or somebody else was first.
 */
export async function writeQueryRecord(
  objects: Objects,
  server: string,
  releaseId: string,
  file: StoredQueryFile,
): Promise<boolean> {
  const standing = await readQueryRecord(objects, server, releaseId);
  if (standing?.value !== undefined) {
    const present = await objects.presentContent([standing.value.file.sha256]);
    if (present.size === 1) return false;
  }
  if ((await objects.read(sideManifestKey(server, releaseId))) === undefined) return false;
  const { sha256, bytes, blocks } = file;
  const document = {
    schema: QUERY_SCHEMA,
    server,
    releaseId,
    file: { sha256, bytes },
    blocks: [...blocks],
    digest: '',
  };
  return objects.swap(queryRecordKey(server, releaseId), standing?.version, sealDocument(document));
}
