// SHA-256 of files that are still being written: parts are hashed in order by a worker while they and later ones arrive,
// and while they are in memory anyway. A part that breaks off is taken out again. Only a help: a digest counts for exactly
// the parts it was made of and as long as nobody touched the file since; whoever gets none hashes the whole. Bounded: the
// oldest is forgotten.
import type { StoredPart } from '../objects.ts';
import type { Joined, JoinSource, PartJoiner } from './part-joiner.ts';

/** Files that are followed at once. */
const FILES_MAX = 256;

/** As much of a part as arrived makes a step of its own. */
const STEP_BYTES = 1024 * 1024;

/** The beginning of a part, with its sum. */
export type GrowingPart = JoinSource & { readonly start: number; readonly sum: number };

/** A part that is in its place for good. */
export interface PlacedPart {
  readonly part: StoredPart;
  readonly source: GrowingPart;
  /** When the file was changed last, as this part's writer left it (nanoseconds). */
  readonly modifiedNs: bigint;
}

interface Followed {
  /** Parts by number; those below `next` have gone to the worker. */
  readonly placed: Map<number, PlacedPart>;
  /** What stands of parts that still arrive. */
  readonly growing: Map<number, GrowingPart>;
  next: number;
  /** What of part `next` has gone to the worker. */
  sent: { readonly bytes: number; readonly sum: number };
  /** Steps that the worker has not answered. */
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

  /** So much of part `partNumber` (from 1) of the file `key` is in its place by now; only its writer will write there. */
  grow(key: string, partNumber: number, part: GrowingPart): void {
    const file = this.#files.get(key) ?? this.#open(key);
    file.growing.set(partNumber, part);
    if (partNumber === file.next) this.#advance(key, file);
  }

  /** What stood of a part that was arriving does not count. */
  retract(key: string, partNumber: number): void {
    const file = this.#files.get(key);
    if (file === undefined) return;
    file.growing.delete(partNumber);
    if (partNumber !== file.next || file.sent.bytes === 0) return;
    file.sent = NOTHING;
    this.#send(key, file, { key, step: 'back' }, []);
  }

  /** Part `partNumber` (from 1) of the file `key` is in its place and nobody will write there again. */
  follow(key: string, partNumber: number, placed: PlacedPart): void {
    const file = this.#open(key);
    file.growing.delete(partNumber);
    file.placed.set(partNumber, placed);
    if (placed.modifiedNs > file.modifiedNs) file.modifiedNs = placed.modifiedNs;
    this.#advance(key, file);
  }

  /** The digest of a file that consists of these parts and was changed last at `modifiedNs`; undefined: not known. */
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

  /** The file is gone, or is done. */
  forget(key: string): void {
    if (!this.#files.delete(key)) return;
    void this.#joiner.run({ key, step: 'forget' }, laneOf(key)).catch(() => undefined);
  }

  /** Sends on what follows without a gap: parts that stand, then what stands of one, when there is nothing else to do. */
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

  /** Sends what of part `next` the worker does not have yet. */
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
      ...{ placed: new Map(), growing: new Map(), next: 1 },
      ...{ sent: NOTHING, waiting: 0, modifiedNs: 0n },
    };
    // To the end: the first of a map is the one that was not touched for longest.
    this.#files.delete(key);
    this.#files.set(key, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_MAX && oldest !== undefined) this.forget(oldest);
    return file;
  }
}

/** Keys are random hexadecimal digits. */
const laneOf = (key: string): number => Number.parseInt(key.slice(0, 6), 16) || 0;
