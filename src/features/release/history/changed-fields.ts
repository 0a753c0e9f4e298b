// Which fields of an entity differ between two releases, as paths that queries take. A path leads to the value that was
// added, removed or replaced: nested objects are compared key by key, arrays as a whole. The order of keys does not matter.
// Pure.
import { pathText } from '../../../kernel/field-path.ts';

/** Paths that are named for one entity. */
export const FIELDS_MAX = 100;
/** Depths that are tried, one after another, until the paths are few enough. */
const DEPTHS = [Number.POSITIVE_INFINITY, 4, 3, 2];

/**
 * Paths of the fields that differ, in the order of the entity; undefined when nothing does. When more than FIELDS_MAX differ,
 * fields of nested objects are joined; what is still too much is left out.
 */
export function changedFields(before: unknown, after: unknown): readonly string[] | undefined {
  if (!isObject(before) || !isObject(after)) return isEqual(before, after) ? undefined : [];
  for (const depth of DEPTHS) {
    const paths: string[][] = [];
    collect(before, after, [], depth, paths);
    if (paths.length === 0) return undefined;
    if (paths.length <= FIELDS_MAX) return paths.map(pathText);
  }
  const paths: string[][] = [];
  collect(before, after, [], 1, paths);
  return paths.slice(0, FIELDS_MAX).map(pathText);
}

/** Adds differing paths of at most `depth` keys; stops soon after there are too many. */
function collect(before: object, after: object, path: readonly string[], depth: number, found: string[][]): void {
  const compare = (key: string): void => {
    if (found.length > FIELDS_MAX) return;
    const [old, now] = [ownValue(before, key), ownValue(after, key)];
    const own = [...path, key];
    if (isObject(old) && isObject(now) && own.length < depth) collect(old, now, own, depth, found);
    else if (!isEqual(old, now)) found.push(own);
  };
  for (const key of Object.keys(after)) compare(key);
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) compare(key);
}

/** An own property named `__proto__` is an ordinary one here. */
const ownValue = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
