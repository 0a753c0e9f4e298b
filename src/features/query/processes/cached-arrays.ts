// Typed arrays that query files were reduced to: which entities a condition holds for, the order of a sorting, how entities
// divide by the values of a field, and the searched texts. A release never changes, so they stay valid. They are bounded by bytes for all files of a
// process together, and those that were not used for the longest time are dropped first.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import type { Groups } from './groups.ts';
import type { Mask } from './masks.ts';
import type { SearchedTexts } from './searched-texts.ts';

export interface CacheLimits {
  readonly maskBytes: number;
  readonly orderBytes: number;
  readonly groupBytes: number;
  /** Groups of one field. With more, the fields of one query would drop each other. */
  readonly groupBytesEach: number;
  /** Entities of a resource whose orders and groups are made: those of a larger one take longer than a query may. */
  readonly arrangedEntities: number;
  readonly textBytes: number;
  /** Characters of the texts of one resource. More are read again by each search. */
  readonly textCharactersEach: number;
}

const KEPT_LIMITS: CacheLimits = {
  maskBytes: 4 * 1024 ** 2,
  orderBytes: 2 * 1024 ** 2,
  groupBytes: 4 * 1024 ** 2,
  groupBytesEach: 1024 ** 2,
  arrangedEntities: 200_000,
  textBytes: 16 * 1024 ** 2,
  textCharactersEach: 6 * 1024 ** 2,
};
/** A key with its entry. */
const ENTRY_BYTES = 512;

export class CachedArrays {
  readonly limits: CacheLimits;
  readonly masks: BoundedArrays<Mask>;
  readonly orders: BoundedArrays<Uint32Array>;
  /** `large`: more than the limit, so that facets of this field are counted by SQLite. */
  readonly groups: BoundedArrays<Groups | 'large'>;
  /** `large`: more than the limit. */
  readonly texts: BoundedArrays<SearchedTexts | 'large'>;

  constructor(limits = KEPT_LIMITS) {
    this.limits = limits;
    this.masks = new BoundedArrays(limits.maskBytes, (mask) => mask.byteLength);
    this.orders = new BoundedArrays(limits.orderBytes, (order) => order.byteLength);
    this.groups = new BoundedArrays(limits.groupBytes, (groups) => (groups === 'large' ? 0 : groups.bytes));
    this.texts = new BoundedArrays(limits.textBytes, (texts) => (texts === 'large' ? 0 : texts.bytes));
  }
}

class BoundedArrays<T> {
  readonly #cache: BoundedCache<string, T>;
  readonly #bytesOf: (value: T) => number;

  constructor(limit: number, bytesOf: (value: T) => number) {
    this.#cache = new BoundedCache(limit);
    this.#bytesOf = bytesOf;
  }

  read(key: string): T | undefined {
    return this.#cache.read(key);
  }

  keep(key: string, value: T): T {
    this.#cache.store(key, value, this.#bytesOf(value) + key.length + ENTRY_BYTES);
    return value;
  }
}
