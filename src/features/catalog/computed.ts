// Responses assembled from stored values: batches, relations that join entities, and pages. Bytes are copied from
// shards unchanged; only the id lists of relations are parsed.
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts';
import { BATCH_IDS_MAX, isEntityKey, isReleaseId, isServerId, isShardName } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { CatalogReader, CatalogRelation, CatalogResource, FoundValue, ShardSet } from './reader.ts';

const sliceOf = ({ shard, value }: Pick<FoundValue, 'shard' | 'value'>): Uint8Array<ArrayBuffer> =>
  shard.bytes.subarray(value.start, value.end);

const decoder = new TextDecoder();

/** Ids of a batch, deduplicated and sorted. Refuses with `invalid_batch`. */
export function planBatch(ids: readonly string[]): readonly string[] {
  if (ids.length > BATCH_IDS_MAX) throw new Refusal('invalid_batch');
  return [...new Set(ids)].sort();
}

export interface Batch {
  readonly body: Blob;
  /** The entities in it. */
  readonly found: readonly FoundValue[];
  readonly isComplete: boolean;
}

/** `{items, missing}` for sorted ids. */
export async function readBatch(
  reader: CatalogReader,
  release: OpenedRelease,
  set: ShardSet | undefined,
  ids: readonly string[],
): Promise<Batch> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['{"items":{'];
  const missing: string[] = [];
  const values: FoundValue[] = [];
  for (const id of ids) {
    const found = await reader.readValue(release, set, id);
    if (found === undefined) {
      missing.push(id);
      continue;
    }
    parts.push(`${values.length === 0 ? '' : ','}${JSON.stringify(id)}:`, sliceOf(found));
    values.push(found);
  }
  parts.push(`},"missing":${JSON.stringify(missing)}}`);
  return { body: new Blob(parts), found: values, isComplete: missing.length === 0 };
}

const idList = z.array(z.string());

/**
 * Related entities or records of a key; `{}` when the key does not exist. A listed id without an entity means damaged
 * data (`catalog_missing`).
 */
export async function readRelation(
  reader: CatalogReader,
  release: OpenedRelease,
  resource: CatalogResource,
  relation: CatalogRelation,
  key: string,
): Promise<Blob> {
  const found = await reader.readValue(release, relation.keys, key);
  if (found === undefined) return new Blob(['{}']);
  if (relation.entry.valueMode === 'records') return new Blob([sliceOf(found)]);
  const ids = idList.safeParse(JSON.parse(decoder.decode(sliceOf(found))));
  if (!ids.success) throw new Refusal('catalog_missing');
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['{'];
  for (const [i, id] of ids.data.entries()) {
    const entity = await reader.readValue(release, resource.entities, id);
    if (entity === undefined) throw new Refusal('catalog_missing', { cause: new Error('a related entity is missing') });
    parts.push(`${i === 0 ? '' : ','}${JSON.stringify(id)}:`, sliceOf(entity));
  }
  parts.push('}');
  return new Blob(parts);
}

const pageCursorSchema = z.strictObject({
  server: z.string().refine(isServerId),
  releaseId: z.string().refine(isReleaseId),
  /** The list that the cursor pages: a resource, or a resource and a view. */
  tail: z.string(),
  shard: z.string().refine(isShardName),
  after: z.string().refine(isEntityKey),
});
export type PageCursor = z.infer<typeof pageCursorSchema>;

/** Parses the cursor of a list. Refuses with `invalid_cursor` when it is malformed or belongs to another list. */
export function requirePageCursor(text: string, server: string, tail: string, pin: string | undefined): PageCursor {
  const cursor = decodeCursor(pageCursorSchema, text);
  if (cursor === undefined || cursor.server !== server || cursor.tail !== tail) throw new Refusal('invalid_cursor');
  if (pin !== undefined && cursor.releaseId !== pin) throw new Refusal('invalid_cursor');
  return cursor;
}

/** One page, in shard order, and in stored order within a shard. */
export async function readPage(
  reader: CatalogReader,
  release: OpenedRelease,
  set: ShardSet,
  tail: string,
  limit: number,
  cursor: PageCursor | undefined,
): Promise<Blob> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['{"items":['];
  const names = [...set.shards].sort().filter((name) => cursor === undefined || name >= cursor.shard);
  let taken = 0;
  let last: { shard: string; after: string } | undefined;
  let more = false;
  for (const name of names) {
    const shard = await reader.openShard(release, set, name);
    const keys = [...shard.values.keys()];
    let from = 0;
    if (cursor !== undefined && name === cursor.shard) {
      from = keys.indexOf(cursor.after) + 1;
      if (from === 0) throw new Refusal('invalid_cursor');
    }
    for (const key of keys.slice(from)) {
      const value = shard.values.get(key);
      if (value === undefined) continue;
      if (taken === limit) {
        more = true;
        break;
      }
      parts.push(`${taken === 0 ? '' : ','}{"id":${JSON.stringify(key)},"value":`, sliceOf({ shard, value }), '}');
      taken++;
      last = { shard: name, after: key };
    }
    if (more) break;
  }
  const next =
    more && last !== undefined
      ? encodeCursor({ server: release.server, releaseId: release.releaseId, tail, ...last } satisfies PageCursor)
      : null;
  const { identity } = release;
  parts.push(
    `],"total":${set.count},"limit":${limit},"nextCursor":${JSON.stringify(next)},"release":${JSON.stringify(identity)}}`,
  );
  return new Blob(parts);
}
