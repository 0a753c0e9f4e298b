// What changed in single entities between two stored documents, with values: compared in one worker, one pair at a time, and
// cached by the digests of both. Equal documents are not read.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { EntityChange } from './comparison-messages.ts';
import { ComparisonThread } from './comparison-thread.ts';
import type { StoredDocument } from './entity-documents.ts';

const CHANGES_BYTES = 16 * 1024 * 1024;
const CHANGE_WEIGHT = 256;
/** A worker without work ends after this time. */
const IDLE_MS = 10_000;

export class EntityChanges {
  readonly #verified: VerifiedObjects;
  /** Null where nothing changed. */
  readonly #cache = new BoundedCache<string, EntityChange | null>(CHANGES_BYTES);
  #thread: ComparisonThread | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #before: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(verified: VerifiedObjects) {
    this.#verified = verified;
  }

  /**
   * What changed in these entities, which one document holds before and one after; without those that are the same. Refuses with
   * `request_aborted`, and with `catalog_missing` when a document is damaged.
   */
  async compare(
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, EntityChange>> {
    const pair = `${nameOf(before)} ${nameOf(after)}`;
    const changes = new Map<string, EntityChange>();
    if (nameOf(before) === nameOf(after)) return changes;
    const unknown: string[] = [];
    for (const id of ids) {
      const cached = this.#cache.read(`${pair} ${id}`);
      if (cached === undefined) unknown.push(id);
      else if (cached !== null) changes.set(id, cached);
    }
    if (unknown.length === 0) return changes;
    const found = await this.#takeTurn(async () => {
      if (signal.aborted) throw new Refusal('request_aborted');
      return this.#compare(before, after, unknown);
    });
    for (const [i, id] of unknown.entries()) {
      const change = found[i];
      if (change !== undefined) changes.set(id, change);
      this.#cache.store(`${pair} ${id}`, change ?? null, CHANGE_WEIGHT + (change?.values.length ?? 0) * 2);
    }
    return changes;
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  #takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#before.then(work);
    this.#before = turn.catch(() => undefined);
    return turn;
  }

  async #compare(
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
    ids: readonly string[],
  ): Promise<readonly (EntityChange | undefined)[]> {
    const read = async (side: StoredDocument | undefined) =>
      side && { bytes: await this.#verified.readWhole(side.object), isWhole: side.isWhole };
    const sides = { before: await read(before), after: await read(after) };
    if (this.#closed) throw new Refusal('request_aborted');
    clearTimeout(this.#idle);
    const thread = this.#thread ?? new ComparisonThread();
    this.#thread = thread;
    try {
      const changes = await thread.compare({ kind: 'values', ids, ...sides });
      this.#idle = setTimeout(() => this.#end(), IDLE_MS);
      this.#idle.unref();
      return changes;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#thread?.close();
    this.#thread = undefined;
  }
}

const nameOf = (document: StoredDocument | undefined): string =>
  document === undefined ? '-' : `${document.object.sha256}${document.isWhole ? '!' : ''}`;
