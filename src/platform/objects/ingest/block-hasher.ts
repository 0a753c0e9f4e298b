// Streaming SHA-256 of an object and, for large objects, of its 8 MiB blocks.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
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

  /** @param bytes size of the object, which decides whether blocks are hashed, unless the caller has their digests */
  constructor(bytes: number, hasBlocks = false) {
    this.#blocks = bytes > BLOCKED_OVER_BYTES && !hasBlocks ? [] : undefined;
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

/**
 * An open file whose blocks are hashed later, apart from the whole, so that two processes can share the work. Its name may
 * change meanwhile. Opens the file at once; `digests` closes it and returns none for a file up to BLOCKED_OVER_BYTES.
 */
export function openBlocks(path: string): { digests(): readonly string[] } {
  const descriptor = openSync(path, 'r');
  return {
    digests: () => {
      try {
        const digests: string[] = [];
        if (fstatSync(descriptor).size <= BLOCKED_OVER_BYTES) return digests;
        const piece = Buffer.allocUnsafe(1024 * 1024);
        for (;;) {
          const hasher = new Bun.CryptoHasher('sha256');
          let filled = 0;
          while (filled < BLOCK_BYTES) {
            const read = readSync(descriptor, piece, 0, Math.min(piece.byteLength, BLOCK_BYTES - filled), null);
            if (read === 0) break;
            hasher.update(piece.subarray(0, read));
            filled += read;
          }
          if (filled > 0) digests.push(hasher.digest('hex'));
          if (filled < BLOCK_BYTES) return digests;
        }
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
