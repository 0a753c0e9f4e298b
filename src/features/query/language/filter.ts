// Parses filters, sorting and lists of paths of a query string. Only syntax: the plan checks fields and types. Pure.
import { MalformedText, parsePath, pathText, splitEscaped, unescapeText } from '../../../kernel/field-path.ts';

export const OPERATORS = ['!=', '>=', '<=', '^=', '=', '>', '<', '~'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A value as the caller wrote it. Values of `where` have a type, those of filters may be anything. Null: absence. */
export type FilterValue = { readonly text: string; readonly kind: 'any' | 'text' | 'number' | 'boolean' } | null;

export interface Filter {
  readonly path: readonly string[];
  readonly operator: Operator;
  /** One value; for `=` and `!=` one or more. */
  readonly values: readonly FilterValue[];
}

export interface SortKey {
  readonly path: readonly string[];
  readonly descending: boolean;
}

/** The path of the id of an entity, which is no field. A field of this name is written `\_id`. Compared by identity. */
export const ID_PATH: readonly string[] = ['_id'];

/** The keys of a path that a caller wrote. Throws MalformedText. */
export const parseFieldPath = (text: string): readonly string[] => (text === '_id' ? ID_PATH : parsePath(text));

/** The path of keys as a caller writes it: a field `_id` is not the id. */
export function askedPath(path: readonly string[]): string {
  const text = pathText(path);
  return text === '_id' && path !== ID_PATH ? '\\_id' : text;
}

/** Parses `path op value`. Throws MalformedText. */
export function parseFilter(text: string): Filter {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      at++;
      continue;
    }
    const operator = OPERATORS.find((candidate) => text.startsWith(candidate, at));
    if (operator === undefined) continue;
    const path = parseFieldPath(text.slice(0, at));
    return { path, operator, values: parseValues(text.slice(at + operator.length), operator) };
  }
  throw new MalformedText('it has no operator');
}

function parseValues(text: string, operator: Operator): readonly FilterValue[] {
  if (operator === '=' || operator === '!=') return splitEscaped(text, ',').map(parseValue);
  if (text === 'null') throw new MalformedText('absence has no order');
  return [parseValue(text)];
}

function parseValue(text: string): FilterValue {
  if (text === 'null') return null;
  return { text: text === '\\null' ? 'null' : unescapeText(text), kind: 'any' };
}

/** Parses a comma-separated list of paths. Throws MalformedText. */
export function parsePaths(text: string): readonly (readonly string[])[] {
  return splitEscaped(text, ',').map(parseFieldPath);
}

/** Parses one path. Throws MalformedText if it is a list. */
export function parseOnePath(text: string): readonly string[] {
  const [piece = '', ...more] = splitEscaped(text, ',');
  if (more.length > 0) throw new MalformedText('it is one path');
  return parseFieldPath(piece);
}

/** Parses a comma-separated list of paths, `-` before one for descending order. Throws MalformedText. */
export function parseSort(text: string): readonly SortKey[] {
  return splitEscaped(text, ',').map((piece) => {
    const descending = piece.startsWith('-');
    return { path: parseFieldPath(descending ? piece.slice(1) : piece), descending };
  });
}

/** The parts before and after the last colon that no backslash escapes; undefined: there is none. */
export function splitLastColon(text: string): readonly [before: string, after: string] | undefined {
  const pieces = splitEscaped(text, ':');
  const after = pieces.at(-1);
  return after === undefined || pieces.length < 2 ? undefined : [pieces.slice(0, -1).join(':'), after];
}
