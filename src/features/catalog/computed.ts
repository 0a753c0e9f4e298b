// Responses assembled from stored values: batches, relations that join entities, and pages. Bytes are copied from
// shards unchanged; only the id lists of relations are parsed.
import { z } from 'zod';
import { forEachConcurrently } from '../../kernel/concurrency/concurrently.ts';
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts';
import { BATCH_IDS_MAX, isReleaseId, isServerId } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { CatalogReader, CatalogRelation, CatalogResource, FoundValue, OrderedIds, ShardSet } from './reader.ts';

const sliceOf = ({ shard, value }: Pick<FoundValue, 'shard' | 'value'>): Uint8Array<ArrayBuffer> =>
  shard.bytes.subarray(value.start, value.end);

const decoder = new TextDecoder();
/** Shards of a page that are read at the same time. Its entities are in as many shards as it has entities. */
const READ_AT_ONCE = 8;

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
  /** How many entities the pages before have. */
  position: z.int().min(1),
});
export type PageCursor = z.infer<typeof pageCursorSchema>;

/** Parses the cursor of a list. Refuses with `invalid_cursor` when it is malformed or belongs to another list. */
export function requirePageCursor(text: string, server: string, tail: string, pin: string | undefined): PageCursor {
  const cursor = decodeCursor(pageCursorSchema, text);
  if (cursor === undefined || cursor.server !== server || cursor.tail !== tail) throw new Refusal('invalid_cursor');
  if (pin !== undefined && cursor.releaseId !== pin) throw new Refusal('invalid_cursor');
  return cursor;
}

export interface PagePosition {
  readonly tail: string;
  readonly limit: number;
  readonly position: number;
}

/** One page in catalog order. Refuses with `invalid_cursor` where the collection has no such place. */
export async function readPage(
  reader: CatalogReader,
  release: OpenedRelease,
  set: ShardSet,
  order: OrderedIds,
  { tail, limit, position }: PagePosition,
): Promise<Blob> {
  if (position > 0 && position >= order.count) throw new Refusal('invalid_cursor');
  const end = Math.min(order.count, position + limit);
  const ids = Array.from({ length: end - position }, (_, at) => order.idAt(position + at));
  const found = new Map<string, FoundValue>();
  await forEachConcurrently(ids, READ_AT_ONCE, async (id) => {
    const value = await reader.readValue(release, set, id);
    if (value === undefined) throw new Refusal('catalog_missing', { cause: new Error('an entity is missing') });
    found.set(id, value);
  });
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['{"items":['];
  for (const [at, id] of ids.entries()) {
    const value = found.get(id);
    if (value !== undefined)
      parts.push(`${at === 0 ? '' : ','}{"id":${JSON.stringify(id)},"value":`, sliceOf(value), '}');
  }
  const { identity, releaseId, server } = release;
  const next = end < order.count ? encodeCursor({ server, releaseId, tail, position: end } satisfies PageCursor) : null;
  parts.push(
    `],"total":${set.count},"limit":${limit},"nextCursor":${JSON.stringify(next)},"release":${JSON.stringify(identity)}}`,
  );
  return new Blob(parts);
}
