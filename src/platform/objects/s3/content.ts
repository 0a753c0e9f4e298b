// Content-addressed objects on S3. The operator's files are hashed on all cores and uploaded concurrently, each with a
// digest that the server verifies before storing; large files are uploaded in parts that equal their blocks. Also reads
// content back completely for verification. Knows no releases.
import { stat } from 'node:fs/promises';
import { forEachConcurrently } from '../../../kernel/concurrency/concurrently.ts';
import { contentKey, contentShardPrefix } from '../../../kernel/object-key.ts';
import { errorCode } from '../../files/durable.ts';
import { BlockHasher, type Digests } from '../ingest/block-hasher.ts';
import { IngestError } from '../ingest/file.ts';
import { ingestFiles } from '../ingest/pool.ts';
import {
  BLOCK_BYTES,
  type ContentFinding,
  type IngestItem,
  type IngestResult,
  type ListedObject,
  ObjectsUnavailable,
} from '../objects.ts';
import type { S3Client } from './client.ts';
import { isMissing } from './missing.ts';
import { abortUpload, beginUpload, completeUpload, uploadPart } from './upload.ts';

/** Concurrent requests in bulk work. */
export const BULK_REQUESTS = 16;
const PARTS_AT_A_TIME = 4;
/** Files up to this size are read and verified in memory before sending. */
const IN_MEMORY_BYTES = 1024 * 1024;
/** With more digests than this in one folder, a listing is cheaper than a request for each. */
const ASK_SINGLY_MAX = 4;

export interface S3Content {
  ingest(items: readonly IngestItem[], onResult: (index: number, result: IngestResult) => void): Promise<void>;
  /** Digest → size, for the digests that are stored. */
  sizes(digests: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  digest(
    items: readonly { readonly sha256: string; readonly bytes: number }[],
    onResult: (index: number, finding: ContentFinding) => void,
  ): Promise<void>;
  putFile(key: string, path: string): Promise<{ readonly sha256: string; readonly bytes: number }>;
}

export function createS3Content(
  client: S3Client,
  list: (prefix: string) => AsyncIterable<Pick<ListedObject, 'key' | 'bytes'>>,
): S3Content {
  async function sizeOf(sha256: string): Promise<number | undefined> {
    const answer = await client.send({ method: 'HEAD', key: contentKey(sha256), accept: [404], patient: true });
    return isMissing(answer) ? undefined : Number(answer.headers.get('content-length'));
  }

  async function sizes(digests: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    const shards = new Map<string, Set<string>>();
    for (const digest of digests) {
      const shard = digest.slice(0, 2);
      shards.set(shard, (shards.get(shard) ?? new Set()).add(digest));
    }
    const found = new Map<string, number>();
    await forEachConcurrently(shards, BULK_REQUESTS, async ([shard, wanted]) => {
      if (wanted.size > ASK_SINGLY_MAX) {
        for await (const { key, bytes } of list(contentShardPrefix(shard))) {
          const digest = key.slice(key.lastIndexOf('/') + 1);
          if (wanted.has(digest)) found.set(digest, bytes);
        }
        return;
      }
      for (const digest of wanted) {
        const bytes = await sizeOf(digest);
        if (bytes !== undefined) found.set(digest, bytes);
      }
    });
    return found;
  }

  async function put(key: string, path: string, bytes: number, digests: Digests): Promise<void> {
    const { sha256, blocks } = digests;
    const request = { method: 'PUT', key, sha256, patient: true } as const;
    if (bytes <= IN_MEMORY_BYTES) {
      const body = await Bun.file(path).bytes();
      if (Bun.SHA256.hash(body, 'hex') !== sha256) throw changed(path);
      await client.send({ ...request, body });
    } else if (blocks === undefined) {
      await client.send({ ...request, body: Bun.file(path) });
    } else {
      await putBlocks(client, key, path, bytes, blocks);
    }
  }

  /** `put`, with an error that distinguishes a changed file from an unavailable store. */
  async function putUnchanged(key: string, path: string, bytes: number, digests: Digests): Promise<void> {
    const before = await statOf(path);
    try {
      await put(key, path, bytes, digests);
    } catch (error) {
      if (error instanceof IngestError) throw error;
      const after = await statOf(path);
      if (before.size !== bytes || after.mtimeMs !== before.mtimeMs || after.size !== bytes) throw changed(path);
      throw error;
    }
  }

  return {
    sizes,

    ingest: async (items, onResult) => {
      const hashed = new Map<number, IngestResult>();
      await ingestFiles(
        '',
        items.map((item) => ({ ...item, hashOnly: true })),
        (index, result) => {
          if (items[index]?.hashOnly) onResult(index, result);
          else hashed.set(index, result);
        },
      );
      const stored = new Map(await sizes([...hashed.values()].map(({ sha256 }) => sha256)));
      const missing: [number, IngestResult][] = [];
      for (const [index, result] of hashed) {
        if (stored.get(result.sha256) === result.bytes) onResult(index, result);
        else missing.push([index, result]);
        // A later file with the same content is then already stored.
        stored.set(result.sha256, result.bytes);
      }
      await forEachConcurrently(missing, BULK_REQUESTS, async ([index, result]) => {
        await putUnchanged(contentKey(result.sha256), items[index]?.path ?? '', result.bytes, result);
        onResult(index, { ...result, written: true });
      });
    },

    digest: async (items, onResult) => {
      await forEachConcurrently(items.entries(), BULK_REQUESTS, async ([index, { sha256, bytes }]) => {
        let hasher = new BlockHasher(bytes);
        let received = 0;
        const answer = await client.send(
          { method: 'GET', key: contentKey(sha256), accept: [404], patient: true },
          {
            begin: () => {
              hasher = new BlockHasher(bytes);
              received = 0;
            },
            write: (piece) => {
              hasher.update(piece);
              received += piece.byteLength;
            },
          },
        );
        if (isMissing(answer)) onResult(index, { kind: 'missing' });
        else onResult(index, { kind: 'read', bytes: received, ...hasher.digests() });
      });
    },

    putFile: async (key, path) => {
      const { size } = await statOf(path);
      let digests: IngestResult | undefined;
      await ingestFiles('', [{ path, bytes: size, hashOnly: true }], (_, result) => {
        digests = result;
      });
      if (digests === undefined) throw new ObjectsUnavailable('The file was not hashed');
      await putUnchanged(key, path, size, digests);
      return { sha256: digests.sha256, bytes: size };
    },
  };
}

/** Uploads a large file in parts equal to its blocks, so that the server verifies each part by its digest. */
async function putBlocks(
  client: S3Client,
  key: string,
  path: string,
  bytes: number,
  blocks: readonly string[],
): Promise<void> {
  const uploadId = await beginUpload(client, key);
  try {
    const parts: { number: number; etag: string }[] = [];
    await forEachConcurrently(blocks.entries(), PARTS_AT_A_TIME, async ([index, sha256]) => {
      const start = index * BLOCK_BYTES;
      const body = await Bun.file(path)
        .slice(start, Math.min(bytes, start + BLOCK_BYTES))
        .bytes();
      if (Bun.SHA256.hash(body, 'hex') !== sha256) throw changed(path);
      const number = index + 1;
      parts.push({ number, etag: await uploadPart(client, { key, uploadId, number, body, sha256, patient: true }) });
    });
    parts.sort((a, b) => a.number - b.number);
    const damaged = await completeUpload(client, key, uploadId, parts);
    if (damaged !== undefined) throw new ObjectsUnavailable('The object store lost a part of a large file');
  } catch (error) {
    await abortUpload(client, key, uploadId).catch(() => undefined);
    throw error;
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (cause) {
    const error = new IngestError(path, 'file_unreadable', `The file cannot be read (${errorCode(cause) ?? cause})`);
    error.cause = cause;
    throw error;
  }
}

const changed = (path: string): IngestError =>
  new IngestError(path, 'file_changed', 'The file changed while it was being published');
