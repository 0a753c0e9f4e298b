// How the entities of a resource divide by the values of a field, so that a facet of any query is one pass over numbers. Pure.
import type { Mask } from './masks.ts';

/** A group has the positions of the entities with one value. Groups are in the order of values, absence last. */
export interface Groups {
  /** Of all groups, one after another. An entity with several values is in several groups. */
  readonly positions: Uint32Array;
  /** Where each group ends in `positions`. */
  readonly ends: Uint32Array;
  /** A place of each value: a position, and a slot. */
  readonly places: Uint32Array;
  readonly slots: Uint32Array;
  /** Number of the group without a value that has no place; -1 if there is none. */
  readonly absent: number;
  readonly bytes: number;
}

export interface GroupRow {
  /** Joined by commas. */
  readonly positions: string;
  readonly position: number;
  readonly slot: number;
}

/** @param absent positions of entities without a value, if no row has them */
export function makeGroups(rows: readonly GroupRow[], absent: string): Groups {
  const count = rows.length + (absent === '' ? 0 : 1);
  const ends = new Uint32Array(count);
  const places = new Uint32Array(count);
  const slots = new Uint32Array(count);
  const all: number[] = [];
  rows.forEach(({ positions, position, slot }, at) => {
    readNumbers(positions, all);
    ends[at] = all.length;
    places[at] = position;
    slots[at] = slot;
  });
  if (absent !== '') {
    readNumbers(absent, all);
    ends[rows.length] = all.length;
  }
  const positions = Uint32Array.from(all);
  return {
    positions,
    ends,
    places,
    slots,
    absent: absent === '' ? -1 : rows.length,
    bytes: positions.byteLength + 3 * ends.byteLength,
  };
}

const ZERO = 48;
const COMMA = 44;

/** Without a text for each number, of which there may be a million. */
function readNumbers(text: string, into: number[]): void {
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      into.push(number);
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  if (text !== '') into.push(number);
}

export interface GroupCount {
  readonly group: number;
  readonly count: number;
}

/** The groups with the most entities among those of a mask, the largest first, equal ones in their order. */
export function countGroups({ positions, ends }: Groups, mask: Mask, most: number): readonly GroupCount[] {
  const largest: GroupCount[] = [];
  let from = 0;
  for (let group = 0; group < ends.length; group++) {
    const end = ends[group] ?? from;
    let count = 0;
    for (let at = from; at < end; at++) count += mask[(positions[at] ?? 0) - 1] ?? 0;
    from = end;
    if (count === 0 || (largest.length === most && count <= (largest.at(-1)?.count ?? 0))) continue;
    if (largest.length === most) largest.pop();
    let place = largest.length;
    while (place > 0 && (largest[place - 1]?.count ?? 0) < count) place--;
    largest.splice(place, 0, { group, count });
  }
  return largest;
}
