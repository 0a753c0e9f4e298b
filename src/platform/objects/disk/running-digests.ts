// Computes SHA-256 of files while they are being uploaded: a worker hashes the parts in order as they arrive, while
// their bytes are still in the page cache. A part that is aborted is taken out again. This is an optimisation only: a
// digest is valid for exactly the parts it was computed from and while the file is unchanged; without one the caller
// hashes the whole file. Bounded: the least recently used file is forgotten.
import type { StoredPart } from '../objects.ts';
import type { Joined, JoinSource, PartJoiner } from './part-joiner.ts';

/** Maximum number of files tracked at once. */
const FILES_MAX = 256;

/** Bytes of a growing part that are hashed in one step. */
const STEP_BYTES = 1024 * 1024;

/** The first bytes of a part, with their checksum. */
export type GrowingPart = JoinSource & { readonly start: number; readonly sum: number };

/** A part that has been received completely. */
export interface PlacedPart {
  readonly part: StoredPart;
  readonly source: GrowingPart;
  /** Modification time of the file in nanoseconds, after this part's last write. */
  readonly modifiedNs: bigint;
}

interface Followed {
  /** Received parts by number. Those below `next` have been sent to the worker. */
  readonly placed: Map<number, PlacedPart>;
  /** What has arrived so far of parts still being received. */
  readonly growing: Map<number, GrowingPart>;
  next: number;
  /** How much of part `next` has been sent to the worker. */
  sent: { readonly bytes: number; readonly sum: number };
  /** Number of steps that the worker has not completed. */
  waiting: number;
  modifiedNs: bigint;
}

type Step = Parameters<PartJoiner['run']>[0];
const NOTHING = { bytes: 0, sum: 0 } as const;

export class RunningDigests {
  readonly #joiner: PartJoiner;
  readonly #files = new Map<string, Followed>();

  constructor(joiner: PartJoiner) {
    this.#joiner = joiner;
  }

  /**
   * Reports that this much of part `partNumber` (from 1) of the file `key` has been written. Only that part's writer
   * writes there.
   */
  grow(key: string, partNumber: number, part: GrowingPart): void {
    const file = this.#files.get(key) ?? this.#open(key);
    file.growing.set(partNumber, part);
    if (partNumber === file.next) this.#advance(key, file);
  }

  /** Withdraws a part whose upload was aborted. */
  retract(key: string, partNumber: number): void {
    const file = this.#files.get(key);
    if (file === undefined) return;
    file.growing.delete(partNumber);
    if (partNumber !== file.next || file.sent.bytes === 0) return;
    file.sent = NOTHING;
    this.#send(key, file, { key, step: 'back' }, []);
  }

  /** Reports that part `partNumber` (from 1) of the file `key` is complete and will not be written again. */
  follow(key: string, partNumber: number, placed: PlacedPart): void {
    const file = this.#open(key);
    file.growing.delete(partNumber);
    file.placed.set(partNumber, placed);
    if (placed.modifiedNs > file.modifiedNs) file.modifiedNs = placed.modifiedNs;
    this.#advance(key, file);
  }

  /**
   * The digest of a file that consists of these parts and was last modified at `modifiedNs`; undefined when not known.
   */
  async conclude(key: string, parts: readonly StoredPart[], modifiedNs: bigint): Promise<Joined | undefined> {
    const file = this.#files.get(key);
    if (file === undefined) return undefined;
    const isWhole =
      file.next === parts.length + 1 &&
      file.placed.size === parts.length &&
      parts.every((part, index) => file.placed.get(index + 1)?.part.etag === part.etag);
    if (!isWhole || file.modifiedNs !== modifiedNs) return undefined;
    this.#files.delete(key);
    return this.#joiner.run({ key, step: 'end' }, laneOf(key));
  }

  /** Forgets a file that is complete or removed. */
  forget(key: string): void {
    if (!this.#files.delete(key)) return;
    void this.#joiner.run({ key, step: 'forget' }, laneOf(key)).catch(() => undefined);
  }

  /**
   * Sends the next consecutive bytes to the worker: complete parts first, then the growing part when the worker is
   * idle.
   */
  #advance(key: string, file: Followed): void {
    for (let ready = file.placed.get(file.next); ready !== undefined; ready = file.placed.get(file.next)) {
      this.#sendUpTo(key, file, ready.source, false);
      file.next += 1;
      file.sent = NOTHING;
    }
    const part = file.growing.get(file.next);
    if (part === undefined || file.waiting > 0 || part.bytes - file.sent.bytes < STEP_BYTES) return;
    this.#sendUpTo(key, file, part, true);
    file.sent = { bytes: part.bytes, sum: part.sum };
  }

  /** Sends the bytes of part `next` that the worker does not have yet. */
  #sendUpTo(key: string, file: Followed, { path, start, bytes, sum }: GrowingPart, isGrowing: boolean): void {
    const { sent } = file;
    if (bytes === sent.bytes) return;
    const isFirst = sent.bytes === 0;
    const source = { path, start: start + sent.bytes, bytes: bytes - sent.bytes, sum, sumBefore: sent.sum };
    const step = isFirst && file.next === 1 ? 'begin' : 'go on';
    this.#send(key, file, { key, step, mark: isFirst && isGrowing }, [source]);
  }

  #send(key: string, file: Followed, step: Step, sources: readonly JoinSource[]): void {
    file.waiting += 1;
    const answered = (): void => {
      file.waiting -= 1;
    };
    void this.#joiner.run(step, laneOf(key), sources).then(answered, answered);
  }

  #open(key: string): Followed {
    const file = this.#files.get(key) ?? {
      placed: new Map(),
      growing: new Map(),
      next: 1,
      sent: NOTHING,
      waiting: 0,
      modifiedNs: 0n,
    };
    // Moved to the end, so that the first key of the map is the least recently used.
    this.#files.delete(key);
    this.#files.set(key, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_MAX && oldest !== undefined) this.forget(oldest);
    return file;
  }
}

/** Keys are random hexadecimal digits. */
const laneOf = (key: string): number => Number.parseInt(key.slice(0, 6), 16) || 0;
