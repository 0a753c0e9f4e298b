// Route patterns of the contract: a matcher over raw segments, and their OpenAPI form. A segment is a literal, one parameter
// (`{b}`), one parameter between literals (`{b}.json`), two parameters joined by three dots (`{a}...{b}`), or, as the last
// one, the rest of the path (`{rest...}`). They take precedence in this order: literal, parameter between literals, two
// parameters, one parameter, rest. The matcher decodes nothing.
import type { Route } from './contract.ts';

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'affixed'; readonly name: string; readonly prefix: string; readonly suffix: string }
  | { readonly kind: 'pair'; readonly names: readonly [string, string] }
  | { readonly kind: 'rest'; readonly name: string };

/** Parses a contract path. Throws on a path outside the grammar. */
export function parsePattern(path: string): readonly Part[] {
  if (!path.startsWith('/')) throw new Error(`a route path begins with a slash: ${path}`);
  const parts = path
    .slice(1)
    .split('/')
    .map((text) => parsePart(text, path));
  if (parts.slice(0, -1).some((part) => part.kind === 'rest')) throw new Error(`a rest comes last: ${path}`);
  return parts;
}

const JOINER = '...';

function parsePart(text: string, path: string): Part {
  if (!/[{}]/.test(text)) return { kind: 'literal', text };
  const rest = /^\{([A-Za-z]+)\.\.\.\}$/.exec(text);
  if (rest !== null) return { kind: 'rest', name: rest[1] ?? '' };
  const pair = /^\{([A-Za-z]+)\}\.\.\.\{([A-Za-z]+)\}$/.exec(text);
  if (pair !== null) return { kind: 'pair', names: [pair[1] ?? '', pair[2] ?? ''] };
  const one = /^([^{}]*)\{([A-Za-z]+)\}([^{}]*)$/.exec(text);
  if (one === null) throw new Error(`a segment cannot be read: ${text} of ${path}`);
  const [, prefix = '', name = '', suffix = ''] = one;
  return prefix === '' && suffix === '' ? { kind: 'one', name } : { kind: 'affixed', name, prefix, suffix };
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
  /** The longest affixes first. */
  readonly affixed: Affixed<T>[];
  pair: Node<T> | undefined;
  one: Node<T> | undefined;
  rest: T | undefined;
  value: T | undefined;
}

interface Affixed<T> {
  readonly prefix: string;
  readonly suffix: string;
  readonly node: Node<T>;
}

const newNode = <T>(): Node<T> => ({
  literals: new Map(),
  affixed: [],
  pair: undefined,
  one: undefined,
  rest: undefined,
  value: undefined,
});

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
      node = nextNode(node, part);
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

function nextNode<T>(node: Node<T>, part: Exclude<Part, { kind: 'rest' }>): Node<T> {
  switch (part.kind) {
    case 'one':
      node.one ??= newNode();
      return node.one;
    case 'pair':
      node.pair ??= newNode();
      return node.pair;
    case 'affixed': {
      const { prefix, suffix } = part;
      const known = node.affixed.find((other) => other.prefix === prefix && other.suffix === suffix);
      if (known !== undefined) return known.node;
      const next = newNode<T>();
      node.affixed.push({ prefix, suffix, node: next });
      node.affixed.sort((a, b) => b.prefix.length + b.suffix.length - a.prefix.length - a.suffix.length);
      return next;
    }
    case 'literal': {
      const known = node.literals.get(part.text);
      if (known !== undefined) return known;
      const next = newNode<T>();
      node.literals.set(part.text, next);
      return next;
    }
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
  /** The value behind a node that took these raw parameters of the segment. */
  const behind = (next: Node<T>, ...taken: readonly string[]): T | undefined => {
    raw.push(...taken);
    const found = last ? next.value : descend(next, path, slash + 1, raw);
    if (found === undefined) raw.length -= taken.length;
    return found;
  };
  for (const { prefix, suffix, node: next } of node.affixed) {
    const isAffixed = segment.length > prefix.length + suffix.length;
    if (!isAffixed || !segment.startsWith(prefix) || !segment.endsWith(suffix)) continue;
    const found = behind(next, segment.slice(prefix.length, segment.length - suffix.length));
    if (found !== undefined) return found;
  }
  const joint = node.pair === undefined ? -1 : segment.indexOf(JOINER, 1);
  if (node.pair !== undefined && joint > 0 && joint + JOINER.length < segment.length) {
    const found = behind(node.pair, segment.slice(0, joint), segment.slice(joint + JOINER.length));
    if (found !== undefined) return found;
  }
  if (node.one !== undefined && segment !== '') {
    const found = behind(node.one, segment);
    if (found !== undefined) return found;
  }
  if (node.rest !== undefined && at < path.length) {
    raw.push(path.slice(at));
    return node.rest;
  }
  return undefined;
}

/** Names of a path's parameters, in order. */
export function parameterNames(path: string): readonly string[] {
  return parsePattern(path).flatMap((part) =>
    part.kind === 'literal' ? [] : part.kind === 'pair' ? part.names : [part.name],
  );
}

/** Whether the path ends in a parameter of several segments. */
export function hasRest(route: Pick<Route, 'path'>): boolean {
  return parsePattern(route.path).at(-1)?.kind === 'rest';
}
