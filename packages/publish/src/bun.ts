// What the shared modules use of Bun, for Node. The build gives this to every module that names Bun (tools/build.ts).
import { createHash } from 'node:crypto';
import { Glob } from './glob.ts';

class CryptoHasher {
  readonly #hash;
  constructor(algorithm: 'sha256') {
    this.#hash = createHash(algorithm);
  }
  update(text: string | Uint8Array): this {
    this.#hash.update(text);
    return this;
  }
  digest(encoding: 'hex'): string {
    return this.#hash.digest(encoding);
  }
}

export const Bun = {
  Glob,
  CryptoHasher,
  /** Columns of a table are padded to the widest cell; here only the last column has other signs than ASCII. */
  stringWidth: (text: string): number => text.length,
};
