// Parses filters, sorting and lists of paths of a query string. Only syntax: the plan checks fields and types. Pure.
import { MalformedText, parsePath, splitEscaped, unescapeText } from '../../../kernel/field-path.ts';

const OPERATORS = ['!=', '>=', '<=', '=', '>', '<', '~'] as const;
type Operator = (typeof OPERATORS)[number];

export interface Filter {
  readonly path: readonly string[];
  readonly operator: Operator;
  /** One value; for `=` and `!=` one or more, with null for absent. */
  readonly values: readonly (string | null)[];
}

export interface SortKey {
  readonly path: readonly string[];
  readonly descending: boolean;
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
    const path = parsePath(text.slice(0, at));
    return { path, operator, values: parseValues(text.slice(at + operator.length), operator) };
  }
  throw new MalformedText('a filter has an operator');
}

function parseValues(text: string, operator: Operator): readonly (string | null)[] {
  if (operator === '=' || operator === '!=') return splitEscaped(text, ',').map(parseValue);
  if (text === 'null') throw new MalformedText('absence has no order');
  return [parseValue(text)];
}

function parseValue(text: string): string | null {
  if (text === 'null') return null;
  return text === '\\null' ? 'null' : unescapeText(text);
}

/** Parses a comma-separated list of paths. Throws MalformedText. */
export function parsePaths(text: string): readonly (readonly string[])[] {
  return splitEscaped(text, ',').map(parsePath);
}

/** Parses one path. Throws MalformedText if it is a list. */
export function parseOnePath(text: string): readonly string[] {
  const [piece = '', ...more] = splitEscaped(text, ',');
  if (more.length > 0) throw new MalformedText('one path');
  return parsePath(piece);
}

/** Parses a comma-separated list of paths, `-` before one for descending order. Throws MalformedText. */
export function parseSort(text: string): readonly SortKey[] {
  return splitEscaped(text, ',').map((piece) => {
    const descending = piece.startsWith('-');
    return { path: parsePath(descending ? piece.slice(1) : piece), descending };
  });
}
