// Solves ALTCHA challenges (PBKDF2 with SHA-256) in plain script, in short slices, so that the page stays usable. Browsers
// have `crypto.subtle` in secure contexts only, and a page may be opened over http by the address of a machine.

export interface AltchaChallenge {
  readonly parameters: {
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
}

/** Longest time without giving the page a turn. */
const SLICE_MS = 12;
const COUNTER_MAX = 1_000_000;
const WORDS = 8;
const BLOCK_BYTES = 64;

const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

function listPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

const PRIMES = listPrimes(64);
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, WORDS), (prime) => fraction(Math.sqrt(prime)));

const at = (words: Int32Array, index: number): number => words[index] ?? 0;
const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
const schedule = new Int32Array(64);

/** One block of SHA-256 over 16 words (FIPS 180-4, section 6.2.2): `state` → `out`. */
function compress(state: Int32Array, words: Int32Array, out: Int32Array): void {
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) schedule[i] = at(words, i);
    else {
      const early = at(schedule, i - 15);
      const late = at(schedule, i - 2);
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      schedule[i] = (at(schedule, i - 16) + small + at(schedule, i - 7) + large) | 0;
    }
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
  for (let i = 0; i < 64; i += 1) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(schedule, i)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < WORDS; i += 1) out[i] = (at(state, i) + (sums[i] ?? 0)) | 0;
}

function toWords(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getInt32(i * 4));
}

/** The last block of a message: `bytes`, the end mark, and the length with the `before` bytes that came earlier. */
function lastBlock(bytes: Uint8Array, before: number): Int32Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(bytes);
  block[bytes.byteLength] = 0x80;
  new DataView(block.buffer).setUint32(BLOCK_BYTES - 4, (before + bytes.byteLength) * 8);
  return toWords(block);
}

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (words: Int32Array): string =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** The first block of PBKDF2-HMAC-SHA-256. The password is shorter than a block. */
function derive(password: Uint8Array, salt: Uint8Array, rounds: number): string {
  const [inner, outer] = [new Int32Array(WORDS), new Int32Array(WORDS)];
  const [hash, key] = [new Int32Array(WORDS), new Int32Array(WORDS)];
  for (const [state, mask] of [
    [inner, 0x36],
    [outer, 0x5c],
  ] as const) {
    const padded = new Uint8Array(BLOCK_BYTES).fill(mask);
    for (const [i, byte] of password.entries()) padded[i] = byte ^ mask;
    compress(START, toWords(padded), state);
  }
  const digest = lastBlock(new Uint8Array(32), BLOCK_BYTES);
  const first = new Uint8Array(salt.byteLength + 4);
  first.set(salt);
  first[salt.byteLength + 3] = 1;
  let block = lastBlock(first, BLOCK_BYTES);
  for (let round = 0; round < rounds; round += 1) {
    compress(inner, block, hash);
    digest.set(hash);
    compress(outer, digest, hash);
    for (let i = 0; i < WORDS; i += 1) key[i] = at(key, i) ^ at(hash, i);
    digest.set(hash);
    block = digest;
  }
  return toHex(key);
}

/** The response to a challenge. Undefined when it has no solution, or `signal` gave up. */
export async function solveAltcha(challenge: AltchaChallenge, signal: AbortSignal): Promise<string | undefined> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  if (keyLength !== 32) return undefined;
  const [nonceBytes, saltBytes, prefix] = [fromHex(nonce), fromHex(salt), keyPrefix.toLowerCase()];
  const password = new Uint8Array(nonceBytes.byteLength + 4);
  password.set(nonceBytes);
  let turnAt = performance.now();
  for (let counter = 0; counter < COUNTER_MAX && !signal.aborted; counter += 1) {
    new DataView(password.buffer).setUint32(nonceBytes.byteLength, counter);
    const derivedKey = derive(password, saltBytes, cost);
    if (derivedKey.startsWith(prefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    if (performance.now() - turnAt < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    turnAt = performance.now();
  }
  return undefined;
}
