// Writes filters as the text that the query routes accept. Pure.

/** How a condition compares. */
export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '^=';
export type Comparable = string | number | boolean | Date;

/** `path` `operator` `value`. A list means any of its values; null is absence. */
export function writeFilter(
  path: string,
  operator: Operator,
  value: Comparable | null | readonly (Comparable | null)[],
): string {
  const values: readonly (Comparable | null)[] = isList(value) ? value : [value];
  if (values.length === 0) throw new TypeError(`the filter of ${path} has no value`);
  return `${path}${operator}${values.map(writeValue).join(',')}`;
}

/** Keys of an entity as a path: dots and operators that belong to a key are escaped. */
export function fieldPath(...keys: readonly string[]): string {
  const text = keys.map((key) => key.replace(/[.,=!<>~@\\]/g, (sign) => `\\${sign}`)).join('.');
  return text.startsWith('-') ? `\\${text}` : text;
}

function writeValue(value: Comparable | null): string {
  if (value === null) return 'null';
  if (value === 'null') return '\\null';
  // What the entities hold may be seconds or texts; ISO 8601 is the same for all.
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value.replace(/[.,=!<>~\\]/g, (sign) => `\\${sign}`) : String(value);
}

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);
