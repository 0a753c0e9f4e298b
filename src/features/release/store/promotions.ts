// When which release of a server became current: `promotions.json`, beside the pointer. A writer first announces its change
// there (an intent), then changes the pointer, then turns the intent into an entry. The pointer alone decides: an intent
// counts once the pointer has the digest that it names, so a writer that dies in between leaves neither a promotion that
// never happened nor a gap. Whoever changes the pointer next settles what stands before, and every reader settles for
// itself, so reading needs no right to write.
//
// NOTE: the record is always read before the pointer. An intent is then known before the change that it announces.
import { promotionsKey } from '../../../kernel/object-key.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import {
  openSealed,
  type Pointer,
  PROMOTIONS_MAX,
  PROMOTIONS_SCHEMA,
  type Promotion,
  type PromotionIntent,
  type Promotions,
  promotionsSchema,
  sealDocument,
} from './formats.ts';
import { readPointer, readSideManifest, type Stored } from './store.ts';

/** The verified record of a server; its value is undefined when it is damaged. */
export async function readPromotions(objects: Objects, server: string): Promise<Stored<Promotions> | undefined> {
  const stored = await objects.readVersioned(promotionsKey(server));
  if (stored === undefined) return undefined;
  const record = openSealed(promotionsSchema, stored.bytes);
  return { value: record?.server === server ? record : undefined, version: stored.version };
}

export interface SettledPromotions {
  readonly entries: readonly Promotion[];
  /** Intents that may still come true. */
  readonly intents: readonly PromotionIntent[];
  /** Releases that became current after the last entry, without a record of when; oldest first. */
  readonly untimed: readonly string[];
}

/** What a record, read first, and a pointer, read after it, tell together. Pure. */
export function settlePromotions(
  record: Pick<Promotions, 'entries' | 'intents'> | undefined,
  pointer: Pick<Pointer, 'releaseId' | 'history' | 'digest'> | undefined,
): SettledPromotions {
  const { entries, intents } = record ?? { entries: [], intents: [] };
  if (pointer === undefined) return { entries, intents: intents.filter(({ before }) => before === null), untimed: [] };
  const open = intents.filter(({ before }) => before === pointer.digest);
  const happened = intents.findLast(({ after }) => after === pointer.digest);
  if (happened !== undefined) {
    const { kind, releaseId, at } = happened;
    return { entries: appendPromotion(entries, { kind, releaseId, at }), intents: open, untimed: [] };
  }
  return { entries, intents: open, untimed: findUntimed(entries.at(-1)?.releaseId, pointer) };
}

function findUntimed(last: string | undefined, { releaseId, history }: Pick<Pointer, 'releaseId' | 'history'>) {
  if (last === releaseId) return [];
  const known = last === undefined ? -1 : history.lastIndexOf(last);
  return last === undefined || known >= 0 ? history.slice(known + 1) : [releaseId];
}

function appendPromotion(entries: readonly Promotion[], next: Omit<Promotion, 'number'>): readonly Promotion[] {
  const last = entries.at(-1);
  const at = Math.max(last?.at ?? 0, next.at);
  return [...entries, { ...next, number: (last?.number ?? 0) + 1, at }].slice(-PROMOTIONS_MAX);
}

/** Gives the untimed ones the time of their publication: all that is known of them. */
export async function completePromotions(
  objects: Objects,
  server: string,
  { entries, untimed }: SettledPromotions,
): Promise<readonly Promotion[]> {
  let completed = entries;
  for (const releaseId of untimed) {
    const at = (await readSideManifest(objects, server, releaseId))?.publishedAt ?? 0;
    completed = appendPromotion(completed, { kind: 'promote', releaseId, at });
  }
  return completed;
}

export interface PromotionLog {
  /** What happened up to this pointer, oldest first. */
  readonly entries: readonly Promotion[];
  readonly pointer: Stored<Pointer> | undefined;
  readonly isDamaged: boolean;
}

const READINGS = 8;

/** What happened so far, for readers. Writes nothing. */
export async function readPromotionLog(objects: Objects, server: string): Promise<PromotionLog> {
  for (let reading = 1; ; reading++) {
    const record = await readPromotions(objects, server);
    const pointer = await readPointer(objects, server);
    const settled = settlePromotions(record?.value, pointer?.value);
    // A pointer that the record does not explain moved on after the record was read, unless the record stands still.
    const isStanding =
      settled.untimed.length === 0 || (await readPromotions(objects, server))?.version === record?.version;
    if (isStanding || reading === READINGS) {
      const isDamaged = record !== undefined && record.value === undefined;
      return { entries: await completePromotions(objects, server, settled), pointer, isDamaged };
    }
  }
}

/** Sealed bytes of a record. */
export function promotionsBytes(
  server: string,
  entries: readonly Promotion[],
  intents: readonly PromotionIntent[],
): Uint8Array {
  return sealDocument({
    schema: PROMOTIONS_SCHEMA,
    server,
    entries: entries.map((entry) => ({ ...entry })),
    intents: intents.map((intent) => ({ ...intent })),
  });
}

/**
 * Turns what happened into entries, and creates the record of a server that has none. Repeating it changes nothing. Needed
 * for no reader, so a failure may be ignored.
 */
export async function recordPromotions(objects: Objects, server: string): Promise<void> {
  for (;;) {
    const record = await readPromotions(objects, server);
    const pointer = (await readPointer(objects, server))?.value;
    if (pointer === undefined) return;
    const settled = settlePromotions(record?.value, pointer);
    const entries = await completePromotions(objects, server, settled);
    const isRecorded =
      record?.value !== undefined &&
      entries === record.value.entries &&
      settled.intents.length === record.value.intents.length;
    if (isRecorded) return;
    const bytes = promotionsBytes(server, entries, settled.intents);
    if (await objects.swap(promotionsKey(server), record?.version, bytes)) return;
  }
}
