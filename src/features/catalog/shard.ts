// A stored shard (a plain JSON object id → value), opened for reading. The offsets of all values are computed once when
// the shard is loaded, so an entity is served as a slice of the stored bytes and nothing is parsed later.
import { sha256Hex } from '../../kernel/canonical-json.ts';

export interface ShardValue {
  /** Offsets in the shard's bytes; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Quoted strong entity tag of exactly these bytes. */
  readonly etag: string;
}

export interface OpenedShard {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly blob: Blob;
  /** In stored order. */
  readonly values: ReadonlyMap<string, ShardValue>;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Opens a shard. Throws when the bytes are not one JSON object. Nested values are not checked, since the digest was
 * verified.
 */
export function openShard(bytes: Uint8Array<ArrayBuffer>): OpenedShard {
  const values = new Map<string, ShardValue>();
  walkShard(bytes, (key, start, end) => {
    values.set(key, { start, end, etag: `"${sha256Hex(bytes.subarray(start, end))}"` });
  });
  return { bytes, blob: new Blob([bytes]), values };
}

/** Visits the values of a shard in stored order, as offsets. Throws as `openShard` does. */
export function walkShard(bytes: Uint8Array, visit: (key: string, start: number, end: number) => void): void {
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_BRACE) throw new Error('a shard is a JSON object');
  at = skipSpace(bytes, at + 1);
  while (bytes[at] !== CLOSE_BRACE) {
    const keyEnd = endOfString(bytes, at);
    const key: unknown = JSON.parse(decoder.decode(bytes.subarray(at, keyEnd)));
    if (typeof key !== 'string') throw new Error('a shard key is a string');
    at = skipSpace(bytes, keyEnd);
    if (bytes[at] !== COLON) throw new Error('a shard key has a value');
    const start = skipSpace(bytes, at + 1);
    const end = endOfValue(bytes, start);
    visit(key, start, end);
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
    else if (bytes[at] !== CLOSE_BRACE) throw new Error('a shard ends with its brace');
  }
}

/**
 * Visits the values of a shard as the derivation writes it, without spaces, whose sizes in bytes are known. Reads the keys
 * only, and throws when the sizes do not fit.
 */
export function walkSizedShard(
  bytes: Uint8Array,
  sizes: Uint32Array,
  visit: (key: string, start: number, end: number) => void,
): void {
  let at = 1;
  for (const size of sizes) {
    const keyEnd = bytes.indexOf(QUOTE, at + 1);
    const start = keyEnd + 2;
    const end = start + size;
    const isFitting =
      bytes[at] === QUOTE &&
      keyEnd > at &&
      bytes[keyEnd + 1] === COLON &&
      (bytes[end] === COMMA || bytes[end] === CLOSE_BRACE);
    if (!isFitting) throw new Error('the sizes of values do not fit the shard');
    visit(decoder.decode(bytes.subarray(at + 1, keyEnd)), start, end);
    at = end + 1;
  }
  if (at !== Math.max(bytes.byteLength, 2)) throw new Error('a shard has more values than sizes');
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at]) at++;
  return at;
}

function endOfString(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) throw new Error('a string begins with a quote');
  let at = from + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  throw new Error('a string has an end');
}

function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return trimmed(bytes, from, at);
      depth--;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return trimmed(bytes, from, at);
    at++;
  }
  throw new Error('a value has an end');
}

function trimmed(bytes: Uint8Array, from: number, end: number): number {
  let at = end;
  for (let byte = bytes[at - 1]; at > from && byte !== undefined && byte <= 0x20; byte = bytes[at - 1]) at--;
  if (at === from) throw new Error('a value is not empty');
  return at;
}
