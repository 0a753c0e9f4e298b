// Which entities of a resource a query finds, as one byte for each. Pure.

/** One byte for each entity in catalog order: 1 if it is found. */
export type Mask = Uint8Array<ArrayBuffer>;

const ZERO = 48;

/** Splits the text of `planMasks` into the masks of its conditions. */
export function parseMasks(text: string, conditions: number, entities: number): readonly Mask[] {
  if (text.length !== conditions * entities)
    throw new Error('a scan of conditions has another length than its resource');
  return Array.from({ length: conditions }, (_, condition) => {
    const mask = new Uint8Array(entities);
    for (let at = 0, digit = condition; at < entities; at++, digit += conditions)
      mask[at] = text.charCodeAt(digit) - ZERO;
    return mask;
  });
}

/** Entities for which all conditions hold. */
export function joinMasks(masks: readonly Mask[], entities: number): Mask {
  const [first, ...others] = masks;
  if (first === undefined) return new Uint8Array(entities).fill(1);
  if (others.length === 0) return first;
  const joined = first.slice();
  for (const other of others) for (let at = 0; at < entities; at++) joined[at] = (joined[at] ?? 0) & (other[at] ?? 0);
  return joined;
}

export function countMask(mask: Mask): number {
  let count = 0;
  for (let at = 0; at < mask.length; at++) count += mask[at] ?? 0;
  return count;
}

/** Positions of the entities of a mask in an order, or in catalog order: `limit` of them after `offset`. */
export function listPositions(
  mask: Mask,
  order: Uint32Array | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Uint32Array {
  const listed = new Uint32Array(Math.max(0, Math.min(limit, mask.length - offset)));
  let found = 0;
  for (let at = 0; at < mask.length && found < offset + listed.length; at++) {
    const position = order === undefined ? at + 1 : (order[at] ?? 0);
    if (mask[position - 1] !== 1) continue;
    if (found >= offset) listed[found - offset] = position;
    found++;
  }
  return listed.subarray(0, Math.max(0, found - offset));
}
