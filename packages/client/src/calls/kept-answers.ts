// The cache of answers. Answers with an entity tag are revalidated with `If-None-Match`; immutable ones are used without a
// request. The cache is bounded by count and by size, and evicts the least recently used answer first.

export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
  /** Will never change, so that nobody has to be asked again. */
  readonly isImmutable: boolean;
}

/** Bounds of kept answers. */
export interface KeptLimits {
  /** How many answers are kept. Default 500. */
  readonly entries?: number;
  /** How many characters they have together. Default 8 million. */
  readonly characters?: number;
}

export class KeptAnswers {
  readonly #entries: number;
  readonly #characters: number;
  readonly #kept = new Map<string, KeptAnswer>();
  #size = 0;

  constructor({ entries = 500, characters = 8_000_000 }: KeptLimits = {}) {
    this.#entries = entries;
    this.#characters = characters;
  }

  find(key: string): KeptAnswer | undefined {
    const found = this.#kept.get(key);
    if (found !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, found);
    }
    return found;
  }

  keep(key: string, answer: KeptAnswer): void {
    this.#drop(key);
    this.#kept.set(key, answer);
    this.#size += key.length + answer.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#entries && this.#size <= this.#characters) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const known = this.#kept.get(key);
    if (known === undefined) return;
    this.#kept.delete(key);
    this.#size -= key.length + known.text.length;
  }
}
