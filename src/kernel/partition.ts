// The 256-way hash partition `fnv1a32-mod-256`, which distributes keys over shards (reference sheet, 9.2).

export const PARTITION_ALGORITHM = 'fnv1a32-mod-256';
export const SHARD_COUNT = 256;

const HEX = Array.from({ length: SHARD_COUNT }, (_, value) => value.toString(16).padStart(2, '0'));

/** All 256 shard names, `00` to `ff`. */
export const SHARD_NAMES: readonly string[] = HEX;

const encoder = new TextEncoder();

/** FNV-1a, 32 bit, over the UTF-8 bytes of `text`. */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return fnv1a32Bytes(encoder.encode(text));
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return hash >>> 0;
}

function fnv1a32Bytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Shard name (two lowercase hex digits) of a key. */
export function shardOf(key: string): string {
  return HEX[fnv1a32(key) & 0xff] ?? '00';
}
