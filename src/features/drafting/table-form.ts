// Judges the form of a parsed table: where its entities are, or that it is a document. An entity is an object; a table is
// an array of them, or an object of them by id. Pure.
import { isPartName } from '../../kernel/names.ts';
import { code, counted } from './reason.ts';
import { kebabOf } from './resource-names.ts';

export interface Element {
  /** Key in an object of entities. */
  readonly key: string | undefined;
  readonly value: object;
}

export interface FoundCollection {
  readonly path: readonly string[];
  readonly shape: 'array' | 'object';
  readonly elements: readonly Element[];
  readonly why: string;
}

export type TableForm =
  | { readonly kind: 'document'; readonly why: string }
  | { readonly kind: 'collection'; readonly main: FoundCollection; readonly others: readonly FoundCollection[] };

/** Objects with fewer members must look more alike. */
const MANY = 20;
const ALIKE_SHARE = 0.9;
/** Share of a file that its collections make up; a file with less is a document that has lists in it. */
const COLLECTIONS_SHARE = 0.5;
const WRAPPER_DEPTH = 3;
const OTHERS_MAX = 16;
const NODES_COUNTED = 1_000_000;

/** The form of the table that a file of this name holds. */
export function judgeTable(value: unknown, stem: string): TableForm {
  const whole = asCollection(value, []);
  if (whole !== undefined) return { kind: 'collection', main: whole, others: [] };
  if (Array.isArray(value)) {
    return { kind: 'document', why: value.length === 0 ? 'the list is empty' : 'not every element is an object' };
  }
  if (!isObject(value)) return { kind: 'document', why: 'it is a single value' };
  const inside = findCollections(value, [], WRAPPER_DEPTH);
  const [largest] = [...inside].sort((a, b) => b.elements.length - a.elements.length);
  if (largest === undefined)
    return { kind: 'document', why: 'it has no list of objects and no object of similar objects' };
  const named = inside.find(({ path }) => isSameWord(path.at(-1) ?? '', stem));
  const isMost = sum(inside.map(({ elements }) => countNodes(elements))) >= countNodes(value) * COLLECTIONS_SHARE;
  if (named === undefined && !isMost) return { kind: 'document', why: 'most of it is no list of objects' };
  const main = named ?? largest;
  const what = `the collection at ${code(main.path.join('.'))}`;
  const why =
    named !== undefined
      ? `${what} has the name of the file, and ${main.why}`
      : `${what} is ${inside.length === 1 ? 'the only one' : 'the largest one'} of the file, and ${main.why}`;
  const others = inside.filter((other) => other !== main && isPartName(kebabOf(other.path.at(-1) ?? '')));
  return { kind: 'collection', main: { ...main, why }, others: others.slice(0, OTHERS_MAX) };
}

/** The value as a collection, when all its members are entities. */
function asCollection(value: unknown, path: readonly string[]): FoundCollection | undefined {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const elements = list.filter(isObject).map((element) => ({ key: undefined, value: element }));
    if (elements.length === 0 || elements.length < list.length) return undefined;
    return { path, shape: 'array', elements, why: `it is a list of ${counted(elements.length, 'object')}` };
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const elements = entries.flatMap(([key, member]) => (isObject(member) ? [{ key, value: member }] : []));
  if (elements.length === 0 || elements.length < entries.length) return undefined;
  const counts = counted(elements.length, 'object');
  if (elements.every(({ key }) => /^\d+$/.test(key))) {
    return { path, shape: 'object', elements, why: `it has ${counts} by number` };
  }
  const shared = elements.length >= 2 ? sharedField(elements) : undefined;
  if (shared === undefined) return undefined;
  return { path, shape: 'object', elements, why: `it has ${counts} by key, which have ${code(shared)} in common` };
}

/** A field that nearly all have. In small objects it must be a value, because sections may have sections in common. */
function sharedField(elements: readonly Element[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { value } of elements) {
    for (const [field, member] of Object.entries(value)) {
      if (/^\d+$/.test(field) || (elements.length < MANY && isObject(member))) continue;
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  }
  return [...counts].find(([, count]) => count >= elements.length * ALIKE_SHARE)?.[0];
}

function findCollections(value: object, path: readonly string[], depth: number): readonly FoundCollection[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const own = [...path, key];
    const found = asCollection(member, own);
    if (found !== undefined) return [found];
    return depth > 1 && isObject(member) ? findCollections(member, own, depth - 1) : [];
  });
}

/** `song`, `songs` and `Songs` are one word here. */
function isSameWord(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => kebabOf(text).replace(/(?:ies|y|s)$/, ''));
  return first === second && first !== '';
}

function countNodes(value: unknown): number {
  let nodes = 0;
  const visit = (member: unknown): void => {
    if (++nodes > NODES_COUNTED || typeof member !== 'object' || member === null) return;
    for (const inner of Object.values(member)) visit(inner);
  };
  visit(value);
  return nodes;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
