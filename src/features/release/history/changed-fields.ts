// Which fields of an entity differ between two releases, as paths. A path leads to the value that was added, removed or
// replaced: objects are compared key by key, lists of objects element by element, other lists as a whole. The order of keys does
// not matter. Elements are matched by `id`, `key` or `name` where all elements of both lists have one and none has it twice
// (`costs[id=104111].count`), else by position (`costs.0.count`). Pure.

import { escapeText, splitEscaped, unescapeText } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';

/** Paths that are named for one entity. */
export const FIELDS_MAX = 100;
/** Depths that are tried, one after another, until the paths are few enough. */
const DEPTHS = [Number.POSITIVE_INFINITY, 4, 3, 2];
/** Keys by which elements of a list are matched, the first that fits. */
export const ELEMENT_KEYS = ['id', 'key', 'name'] as const;
/** A longer value is a text of the element rather than its name. */
const ELEMENT_CHARACTERS_MAX = 200;

type ElementKey = (typeof ELEMENT_KEYS)[number];

/** An element of a list, by the value of one of its keys. */
interface ElementStep {
  readonly by: ElementKey;
  readonly value: string;
}

/** A key of an object, a position in a list, or an element that is matched by a key. */
export type PathStep = string | ElementStep;

/** A field that differs; undefined where it is absent. */
export interface ChangedValue {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Found {
  readonly steps: readonly PathStep[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The fields that differ, in the order of the entity; undefined when nothing does. When more than FIELDS_MAX differ, fields of
 * nested objects and lists are joined; what is still too much is left out.
 */
export function changedValues(before: unknown, after: unknown): readonly ChangedValue[] | undefined {
  if (!isObject(before) || !isObject(after)) return isEqual(before, after) ? undefined : [];
  for (const depth of DEPTHS) {
    const found = collect(before, after, depth);
    if (found.length === 0) return undefined;
    if (found.length <= FIELDS_MAX) return found.map(present);
  }
  return collect(before, after, 1).slice(0, FIELDS_MAX).map(present);
}

/** Paths of the fields that differ. */
export const changedFields = (before: unknown, after: unknown): readonly string[] | undefined =>
  changedValues(before, after)?.map(({ path }) => path);

const present = ({ steps, before, after }: Found): ChangedValue => ({ path: stepsText(steps), before, after });

/** What differs, by at most `depth` steps; stops soon after there is too much. */
function collect(before: object, after: object, depth: number): readonly Found[] {
  const found: Found[] = [];

  function compareObjects(old: object, now: object, steps: readonly PathStep[]): void {
    for (const key of Object.keys(now)) compare(ownValue(old, key), ownValue(now, key), [...steps, key]);
    for (const key of Object.keys(old)) {
      if (!Object.hasOwn(now, key)) compare(ownValue(old, key), undefined, [...steps, key]);
    }
  }

  function compareLists(old: readonly object[], now: readonly object[], steps: readonly PathStep[]): void {
    const by = ELEMENT_KEYS.find((key) => namesEach(old, key) && namesEach(now, key));
    if (by === undefined) {
      for (let i = 0; i < Math.max(old.length, now.length); i++) compare(old[i], now[i], [...steps, String(i)]);
      return;
    }
    const start = found.length;
    const [olds, nows] = [elementsBy(old, by), elementsBy(now, by)];
    for (const [value, element] of nows) compare(olds.get(value), element, [...steps, { by, value }]);
    for (const [value, element] of olds) {
      if (!nows.has(value)) compare(element, undefined, [...steps, { by, value }]);
    }
    const isMoved = [...olds.keys()].some((value, i) => value !== String(ownValue(now[i] ?? {}, by)));
    if (found.length === start && isMoved) found.push({ steps, before: old, after: now });
  }

  function compare(old: unknown, now: unknown, steps: readonly PathStep[]): void {
    if (found.length > FIELDS_MAX) return;
    if (steps.length < depth && isObject(old) && isObject(now)) compareObjects(old, now, steps);
    else if (steps.length < depth && isObjects(old) && isObjects(now)) compareLists(old, now, steps);
    else if (!isEqual(old, now)) found.push({ steps, before: old, after: now });
  }

  compareObjects(before, after, []);
  return found;
}

/** Whether every element has this key with a value that no other one has. */
function namesEach(list: readonly object[], key: ElementKey): boolean {
  const seen = new Set<string>();
  for (const element of list) {
    const value = ownValue(element, key);
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const text = String(value);
    if (seen.has(text) || text.length > ELEMENT_CHARACTERS_MAX) return false;
    seen.add(text);
  }
  return true;
}

const elementsBy = (list: readonly object[], key: ElementKey): ReadonlyMap<string, object> =>
  new Map(list.map((element) => [String(ownValue(element, key)), element]));

function stepsText(steps: readonly PathStep[]): string {
  let text = '';
  for (const [i, step] of steps.entries()) {
    if (typeof step === 'string') text += `${i === 0 ? '' : '.'}${escapeText(step)}`;
    else text += `[${step.by}=${escapeText(step.value)}]`;
  }
  return text.startsWith('-') ? `\\${text}` : text;
}

/** A key and the element of its list. The key has no `=` without a backslash, so the first one belongs to the element. */
const WITH_ELEMENT = /^((?:[^\\=]|\\.)*)\[(id|key|name)=(.*)\]$/s;

/** The steps of a path that `changedFields` named. Throws MalformedText for a backslash that escapes nothing. */
export function changedSteps(path: string): readonly PathStep[] {
  return splitEscaped(path, '.').flatMap((segment): readonly PathStep[] => {
    const [, key = '', name, value = ''] = WITH_ELEMENT.exec(segment) ?? [];
    const by = ELEMENT_KEYS.find((one) => one === name);
    return by === undefined ? [unescapeText(segment)] : [unescapeText(key), { by, value: unescapeText(value) }];
  });
}

/** The value at a path that `changedFields` named. */
export function valueAtChange(entity: unknown, path: string): unknown {
  let found = entity;
  for (const step of changedSteps(path)) {
    if (typeof step === 'string') {
      found = typeof found === 'object' && found !== null ? ownValue(found, step) : undefined;
    } else {
      const { by, value } = step;
      const list: readonly unknown[] = Array.isArray(found) ? found : [];
      found = list.find((element) => isObject(element) && String(ownValue(element, by)) === value);
    }
  }
  return found;
}

/** An own property named `__proto__` is an ordinary one here. */
const ownValue = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;

const isObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Whether two parsed JSON values are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((element, i) => isEqual(element, other[i]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(ownValue(one, key), ownValue(other, key)))
  );
}
