// Learns a table that is too large to be in memory whole: fields and values of a part of its entities, ids of all of them. Pure.
import { isObject } from '../../kernel/is-object.ts';
import { isKeyValue, keyOf } from '../catalog/entity-key.ts';
import { readField } from '../release/snapshot/field-path.ts';
import { type JsonMember, parsePart } from './big-json.ts';
import type { KeyCandidate } from './ids.ts';
import { type LearnedCollection, type LearnInput, learn } from './learn.ts';
import { counted } from './reason.ts';
import type { Element, FoundCollection } from './table-form.ts';

/** Entities that are looked at whole, by the bytes of them. */
const SAMPLED_BYTES = 8 * 1024 * 1024;
const DUPLICATES_SHARE = 0.05;

export interface LargeTable {
  readonly bytes: Uint8Array;
  /** The entities, from the first one again at each call. */
  readonly walk: () => Iterable<JsonMember>;
  readonly size: number;
  readonly path: readonly string[];
  readonly shape: 'array' | 'object';
}

/** What is learned of a large table, or why it is none. Throws SyntaxError where it is no JSON. */
export function learnLargeTable(
  { bytes, walk, size, path, shape }: LargeTable,
  input: Omit<LearnInput, 'found'>,
): LearnedCollection | string {
  const step = Math.max(1, Math.ceil(size / SAMPLED_BYTES));
  const elements: Element[] = [];
  let count = 0;
  for (const part of walk()) {
    if (count++ % step !== 0) continue;
    const value = parsePart(bytes, part);
    if (!isObject(value)) return 'not every element is an object';
    elements.push({ key: part.key, value });
  }
  const what = shape === 'array' ? 'it is a list of' : 'it has';
  const why = `${what} ${counted(count, 'object')}${step > 1 ? `, of which every ${step}th was looked at whole` : ''}`;
  const found: FoundCollection = { path, shape, elements, why };
  const learned = learn({ ...input, found });
  if (typeof learned === 'string') return learned;
  // What the sample left behind is as large as the ids will be.
  elements.length = 0;
  Bun.gc(true);
  for (const candidate of learned.keys) {
    const whole = checkWhole(bytes, walk, candidate);
    if (whole !== undefined) return { ...learned, keys: [whole], count: whole.keys.size };
  }
  return `${why}, but no field gives every one of them an id: 1 to 256 characters that differ`;
}

/** A candidate with the ids of all entities; undefined: an entity has none, or too many repeat. */
function checkWhole(
  bytes: Uint8Array,
  walk: () => Iterable<JsonMember>,
  candidate: KeyCandidate,
): KeyCandidate | undefined {
  const { field, isEncoded } = candidate;
  for (const encode of isEncoded ? (['path'] as const) : ([undefined, 'path'] as const)) {
    const keys = new Set<string>();
    const raw = encode === undefined ? keys : new Set<string>();
    let count = 0;
    let isWhole = true;
    for (const part of walk()) {
      count++;
      const value = field === undefined ? part.key : readField(parsePart(bytes, part), field);
      const key = isKeyValue(value) ? keyOf(value, encode) : undefined;
      if (key === undefined) {
        isWhole = false;
        break;
      }
      keys.add(key);
      if (encode !== undefined) raw.add(String(value));
    }
    if (!isWhole) continue;
    const repeated = count - keys.size;
    if (repeated > (candidate.isNamed ? keys.size * DUPLICATES_SHARE : 0)) return undefined;
    const id = encode === undefined || isEncoded ? candidate.id : { ...(field !== undefined && { field }), encode };
    const why = `${candidate.why.split(';')[0]}; ${counted(count, 'entity', 'entities')}, ${counted(keys.size, 'different id')}`;
    return { ...candidate, id, keys, raw, isEncoded: encode !== undefined, hasDuplicates: repeated > 0, why };
  }
  return undefined;
}
