// Route patterns of the contract (`/a/{b}/c`, `/a/{rest...}`): a matcher over raw segments, and their OpenAPI form. A
// literal takes precedence over a parameter, and a parameter over a rest. The matcher decodes nothing.
import type { Route } from './contract.ts';

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

/** Parses a contract path. Throws on a path outside the grammar. */
export function parsePattern(path: string): readonly Part[] {
  if (!path.startsWith('/')) throw new Error(`a route path begins with a slash: ${path}`);
  const parts = path
    .slice(1)
    .split('/')
    .map((text): Part => {
      const match = /^\{([A-Za-z]+)(\.\.\.)?\}$/.exec(text);
      if (match === null) return { kind: 'literal', text };
      return { kind: match[2] === undefined ? 'one' : 'rest', name: match[1] ?? '' };
    });
  if (parts.slice(0, -1).some((part) => part.kind === 'rest')) throw new Error(`a rest comes last: ${path}`);
  return parts;
}

/** The OpenAPI form of a path. OpenAPI cannot express a parameter of several segments. */
export function openApiPath(path: string): string {
  return path.replaceAll('...}', '}');
}

export interface Match<T> {
  readonly value: T;
  /** Raw (still encoded) parameter values in path order. */
  readonly raw: readonly string[];
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  one: Node<T> | undefined;
  rest: T | undefined;
  value: T | undefined;
}

const newNode = <T>(): Node<T> => ({ literals: new Map(), one: undefined, rest: undefined, value: undefined });

/** Matches raw request paths to values. */
export class PathMatcher<T> {
  readonly #root: Node<T> = newNode();

  /** Adds a path. Throws when a path of the same shape exists. */
  add(path: string, value: T): void {
    let node = this.#root;
    for (const part of parsePattern(path)) {
      if (part.kind === 'rest') {
        if (node.rest !== undefined) throw new Error(`two paths have the shape of ${path}`);
        node.rest = value;
        return;
      }
      if (part.kind === 'one') {
        node.one ??= newNode();
        node = node.one;
        continue;
      }
      let next = node.literals.get(part.text);
      if (next === undefined) {
        next = newNode();
        node.literals.set(part.text, next);
      }
      node = next;
    }
    if (node.value !== undefined) throw new Error(`two paths have the shape of ${path}`);
    node.value = value;
  }

  /** The value for a raw path, with its raw parameters; undefined when nothing matches. */
  match(path: string): Match<T> | undefined {
    const raw: string[] = [];
    const value = descend(this.#root, path, 1, raw);
    return value === undefined ? undefined : { value, raw };
  }
}

function descend<T>(node: Node<T>, path: string, at: number, raw: string[]): T | undefined {
  const slash = path.indexOf('/', at);
  const last = slash === -1;
  const segment = last ? path.slice(at) : path.slice(at, slash);
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const found = last ? literal.value : descend(literal, path, slash + 1, raw);
    if (found !== undefined) return found;
  }
  if (node.one !== undefined && segment !== '') {
    raw.push(segment);
    const found = last ? node.one.value : descend(node.one, path, slash + 1, raw);
    if (found !== undefined) return found;
    raw.pop();
  }
  if (node.rest !== undefined && at < path.length) {
    raw.push(path.slice(at));
    return node.rest;
  }
  return undefined;
}

/** Names of a path's parameters, in order. */
export function parameterNames(path: string): readonly string[] {
  return parsePattern(path).flatMap((part) => (part.kind === 'literal' ? [] : [part.name]));
}

/** Whether the path ends in a parameter of several segments. */
export function hasRest(route: Pick<Route, 'path'>): boolean {
  return parsePattern(route.path).at(-1)?.kind === 'rest';
}
