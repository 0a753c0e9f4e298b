// The only writer of pointers: compare-and-set, with the record of promotions around it (promotions.ts). The intent is durable
// before the pointer changes, and what the pointer says now is settled before it changes again.
import { pointerKey, promotionsKey, releaseIndexPrefix, releaseManifestKey } from '../../../kernel/object-key.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT } from '../../../kernel/partition.ts';
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import {
  HISTORY_MAX,
  INTENTS_MAX,
  openSealed,
  POINTER_SCHEMA,
  type Pointer,
  type Promotion,
  type PromotionIntent,
  pointerSchema,
  sealDocument,
} from './formats.ts';
import {
  completePromotions,
  promotionsBytes,
  readPromotions,
  recordPromotions,
  settlePromotions,
} from './promotions.ts';
import { readPointer } from './store.ts';

/** The fields of a pointer that publish, promote and retire set. */
export interface PointerFacts {
  readonly server: string;
  readonly sourceId: string;
  readonly releaseId: string;
  readonly displayName: string;
  readonly region: Pointer['region'];
  readonly status: Pointer['status'];
  readonly history: readonly string[];
}

/** Sealed bytes of a pointer. The history is truncated to its last HISTORY_MAX entries. */
function pointerBytes(facts: PointerFacts): Uint8Array {
  const { server, sourceId, releaseId, displayName, region, status } = facts;
  return sealDocument({
    schema: POINTER_SCHEMA,
    server,
    sourceId,
    releaseId,
    displayName,
    region,
    status,
    releaseManifest: releaseManifestKey(server, releaseId),
    releaseIndex: {
      algorithm: PARTITION_ALGORITHM,
      shards: SHARD_COUNT,
      prefix: releaseIndexPrefix(server, releaseId),
    },
    history: facts.history.slice(-HISTORY_MAX),
  });
}

/**
 * Changes the pointer by compare-and-set and retries after a concurrent change. `change` returns the new value, or
 * undefined when no change is needed. Returns true when the pointer was changed, which is then durable. A change that makes
 * a release current, or retires the server, is recorded as `kind`.
 */
export async function updatePointer(
  objects: Objects,
  server: string,
  kind: Promotion['kind'],
  change: (current: Pointer | undefined) => PointerFacts | undefined,
): Promise<boolean> {
  for (;;) {
    const record = await readPromotions(objects, server);
    const stored = await readPointer(objects, server);
    const current = stored?.value;
    const next = change(current);
    if (next === undefined) return false;
    const bytes = pointerBytes(next);
    const settled = settlePromotions(record?.value, current);
    const entries = await completePromotions(objects, server, settled);
    const intent = planIntent(kind, current, next, bytes, entries.at(-1));
    const isSettled = entries === record?.value?.entries;
    if (intent !== undefined || !isSettled) {
      const intents = [...settled.intents, ...(intent === undefined ? [] : [intent])].slice(-INTENTS_MAX);
      const announced = promotionsBytes(server, entries, intents);
      if (!(await objects.swap(promotionsKey(server), record?.version, announced))) {
        await pause();
        continue;
      }
    }
    if (await objects.swap(pointerKey(server), stored?.version, bytes)) {
      if (intent !== undefined) await settleNow(objects, server);
      return true;
    }
    await pause();
  }
}

const pause = (): Promise<void> => Bun.sleep(Math.random() * 20);

function planIntent(
  kind: Promotion['kind'],
  current: Pointer | undefined,
  next: PointerFacts,
  bytes: Uint8Array,
  last: Promotion | undefined,
): PromotionIntent | undefined {
  const { releaseId } = next;
  // New registry facts of the same release are no promotion; bringing a retired server back is one.
  if (current?.releaseId === releaseId && current.status === next.status) return undefined;
  const after = openSealed(pointerSchema, bytes)?.digest;
  if (after === undefined) throw new Error('the pointer cannot be read back');
  const at = Math.max(last?.at ?? 0, Date.now());
  return { kind, releaseId, at, before: current?.digest ?? null, after };
}

/** The pointer has changed for good: a failure here leaves the intent, which every reader understands. */
async function settleNow(objects: Objects, server: string): Promise<void> {
  try {
    await recordPromotions(objects, server);
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error;
  }
}

/** `history` with `releaseId` as its newest entry. */
export function appendHistory(history: readonly string[], releaseId: string): readonly string[] {
  return history.at(-1) === releaseId ? history : [...history, releaseId].slice(-HISTORY_MAX);
}
