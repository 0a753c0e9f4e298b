// What waits: the entries that are shown, all that belongs to each, which one is looked at, and what was refused about it.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { call } from '../../client/call.ts';
import type { Sent } from './deciding.ts';
import type { Context, Entry } from './shapes.ts';

export interface DeskOpening {
  readonly entries: readonly Entry[];
  readonly waiting: number;
  readonly cursor: string | null;
  /** The entry that is looked at first, with all that belongs to it. */
  readonly context: Context | null;
  /** One entry alone, on its own page. */
  readonly isSingle: boolean;
  /** Public UID of the reader. */
  readonly me: number;
}

export type Refused = Extract<Sent, { ok: false }>;

const PAGE_LIMIT = 30;
const ENTRIES_MAX = 100;
/** More are asked for when fewer are left. */
const FEW = 5;

export class DeskList {
  readonly entries: Signal<readonly Entry[]>;
  readonly waiting: Signal<number>;
  readonly at: Signal<string | undefined>;
  readonly current: ReadonlySignal<Entry | undefined>;
  readonly contexts: Signal<ReadonlyMap<string, Context>>;
  readonly faults = signal<ReadonlyMap<string, string>>(new Map());
  readonly hasMore: Signal<boolean>;
  /** What is being decided; it is shown nowhere meanwhile. */
  readonly sending = new Set<string>();
  readonly #sayFault: (refused: Refused) => string;
  readonly #me: number;
  #cursor: string | null;

  constructor({ entries, waiting, cursor, context, me }: DeskOpening, sayFault: (refused: Refused) => string) {
    this.#sayFault = sayFault;
    this.#me = me;
    this.#cursor = cursor;
    this.entries = signal(entries);
    this.waiting = signal(waiting);
    this.hasMore = signal(cursor !== null);
    this.at = signal(context?.entry.id ?? entries[0]?.id);
    this.contexts = signal(new Map(context === null ? [] : [[context.entry.id, context]]));
    this.current = computed(() => this.entries.value.find(({ id }) => id === this.at.value));
  }

  /** Reads what belongs to an entry, unless it is there; `anew`: as it is now. */
  async load({ type, id }: Entry, anew = false): Promise<void> {
    if (!anew && this.contexts.value.has(id)) return;
    const params = { id };
    const outcome =
      type === 'case'
        ? await call('GET /api/v1/moderation/cases/{id}/context', { params })
        : await call('GET /api/v1/moderation/reports/{id}/context', { params });
    if (!outcome.ok) return this.refuse(id, outcome);
    const { context } = outcome.body;
    batch(() => {
      this.contexts.value = new Map(this.contexts.value).set(id, context);
      this.replace(context.entry);
    });
  }

  /** What comes after the entry that is looked at is there before one asks for it. */
  async prefetch(): Promise<void> {
    const list = this.entries.value;
    const next = list[list.findIndex(({ id }) => id === this.at.value) + 1];
    if (next !== undefined) await this.load(next);
  }

  /** What waits now: new entries come at the end, and who is at which of them. False when it could not be asked. */
  async refresh(): Promise<boolean> {
    const limit = Math.min(ENTRIES_MAX, Math.max(PAGE_LIMIT, this.entries.value.length));
    const outcome = await call('GET /api/v1/moderation/queue', { query: { limit } });
    if (!outcome.ok) return false;
    const { entries, waiting, nextCursor } = outcome.body;
    const current = this.current.value;
    const found = entries.filter(({ id }) => !this.sending.has(id));
    const isAbsent = current !== undefined && !found.some(({ id }) => id === current.id);
    batch(() => {
      // What one looks at stays, whatever became of it.
      this.entries.value = isAbsent ? [current, ...found] : found;
      this.waiting.value = waiting;
      this.#cursor = nextCursor;
      this.hasMore.value = nextCursor !== null;
    });
    if (isAbsent) void this.load(current, true);
    return true;
  }

  /** The next page of the queue. */
  async more(): Promise<void> {
    const cursor = this.#cursor;
    if (cursor === null) return;
    this.#cursor = null;
    const outcome = await call('GET /api/v1/moderation/queue', { query: { limit: PAGE_LIMIT, cursor } });
    if (!outcome.ok) {
      this.#cursor = cursor;
      return;
    }
    const known = new Set(this.entries.value.map(({ id }) => id));
    const fresh = outcome.body.entries.filter(({ id }) => !known.has(id) && !this.sending.has(id));
    batch(() => {
      this.entries.value = [...this.entries.value, ...fresh];
      this.#cursor = outcome.body.nextCursor;
      this.hasMore.value = this.#cursor !== null;
    });
  }

  /** The next page, when few entries are left. */
  refill(): void {
    if (this.entries.value.length < FEW && this.#cursor !== null) void this.more();
  }

  /** Names of the others who are at an entry. */
  othersAt({ claims }: Pick<Entry, 'claims'>): readonly string[] {
    return claims.flatMap(({ uid, displayName }) => (uid === this.#me ? [] : [displayName]));
  }

  replace(entry: Entry): void {
    this.entries.value = this.entries.value.map((one) => (one.id === entry.id ? entry : one));
  }

  remove(ids: ReadonlySet<string>): void {
    this.entries.value = this.entries.value.filter(({ id }) => !ids.has(id));
  }

  /** Puts entries at a place, each once. */
  insert(entries: readonly Entry[], place: number): void {
    const ids = new Set(entries.map(({ id }) => id));
    const rest = this.entries.value.filter(({ id }) => !ids.has(id));
    this.entries.value = rest.toSpliced(Math.max(0, place), 0, ...entries);
  }

  /** Forgets what belonged to an entry, so that it is read anew. */
  forget(id: string): void {
    const contexts = new Map(this.contexts.value);
    if (contexts.delete(id)) this.contexts.value = contexts;
  }

  /** What was read before a decision is read again when it is looked at, and at once for the entry that is. */
  readAnew(isOld: (context: Context) => boolean): void {
    const old = [...this.contexts.value.values()].filter(isOld).map(({ entry }) => entry.id);
    const current = this.current.value;
    for (const id of old) if (id !== current?.id) this.forget(id);
    if (current !== undefined && old.includes(current.id)) void this.load(current, true);
  }

  /** `count` entries wait no longer. */
  settle(count: number): void {
    this.waiting.value = Math.max(0, this.waiting.value - count);
  }

  /** An entry has the sentence of a refusal; undefined: none any more. */
  refuse(id: string, refused: Refused | undefined): void {
    const faults = new Map(this.faults.value);
    if (refused === undefined) faults.delete(id);
    else faults.set(id, this.#sayFault(refused));
    this.faults.value = faults;
  }
}
