// Streaming SHA-256 of an object and, for large objects, of its 8 MiB blocks.
import { BLOCK_BYTES, BLOCKED_OVER_BYTES } from '../objects.ts';

export interface Digests {
  readonly sha256: string;
  /** Undefined for objects up to BLOCKED_OVER_BYTES. */
  readonly blocks: readonly string[] | undefined;
}

export class BlockHasher {
  readonly #whole = new Bun.CryptoHasher('sha256');
  readonly #blocks: string[] | undefined;
  #block = new Bun.CryptoHasher('sha256');
  #filled = 0;

  /** @param bytes size of the object, which decides whether blocks are hashed */
  constructor(bytes: number) {
    this.#blocks = bytes > BLOCKED_OVER_BYTES ? [] : undefined;
  }

  update(piece: Uint8Array): void {
    this.#whole.update(piece);
    if (this.#blocks === undefined) return;
    for (let offset = 0; offset < piece.byteLength; ) {
      const take = Math.min(piece.byteLength - offset, BLOCK_BYTES - this.#filled);
      this.#block.update(piece.subarray(offset, offset + take));
      offset += take;
      this.#filled += take;
      if (this.#filled < BLOCK_BYTES) continue;
      this.#blocks.push(this.#block.digest('hex'));
      this.#block = new Bun.CryptoHasher('sha256');
      this.#filled = 0;
    }
  }

  /** Returns the digests. Call once, at the end. */
  digests(): Digests {
    if (this.#blocks !== undefined && this.#filled > 0) this.#blocks.push(this.#block.digest('hex'));
    return { sha256: this.#whole.digest('hex'), blocks: this.#blocks };
  }
}
