// SHA-256 of files that are still being written: parts that stand in their place are hashed in order by a worker, while
// later ones arrive and while they are in memory anyway. Only a help: a digest counts for exactly the parts it was made of
// and as long as nobody touched the file since; whoever gets none hashes the whole. Bounded: the oldest is forgotten.
import type { StoredPart } from './objects.ts';
import type { Joined, JoinSource, PartJoiner } from './part-joiner.ts';

/** Files that are followed at once. */
const FILES_MAX = 256;

/** A part that is in its place for good. */
export interface PlacedPart {
  readonly part: StoredPart;
  readonly source: JoinSource;
  /** When the file was changed last, as this part's writer left it (nanoseconds). */
  readonly modifiedNs: bigint;
}

interface Followed {
  /** Parts by number; those below `next` have gone to the worker. */
  readonly placed: Map<number, PlacedPart>;
  next: number;
  modifiedNs: bigint;
}

export class RunningDigests {
  readonly #joiner: PartJoiner;
  readonly #files = new Map<string, Followed>();

  constructor(joiner: PartJoiner) {
    this.#joiner = joiner;
  }

  /** Part `partNumber` (from 1) of the file `key` is in its place and nobody will write there again. */
  follow(key: string, partNumber: number, placed: PlacedPart): void {
    const file = this.#open(key);
    file.placed.set(partNumber, placed);
    if (placed.modifiedNs > file.modifiedNs) file.modifiedNs = placed.modifiedNs;
    for (let ready = file.placed.get(file.next); ready !== undefined; ready = file.placed.get(file.next)) {
      const step = file.next === 1 ? 'begin' : 'go on';
      file.next += 1;
      void this.#joiner.run({ key, step }, laneOf(key), [ready.source]).catch(() => undefined);
    }
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

  #open(key: string): Followed {
    const file = this.#files.get(key) ?? { placed: new Map(), next: 1, modifiedNs: 0n };
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
