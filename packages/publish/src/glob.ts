// Patterns of paths as the service reads them. The service matches with `Bun.Glob`; a test compares both with each other.

const plain = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/]/g, (found) => `\\${found}`);
const inClass = (sign: string): string => sign.replace(/[\\^\]-]/g, (found) => `\\${found}`);
/** Groups of alternatives, by the sign before them. */
const REPEATS: Readonly<Record<string, string>> = { '@': '', '?': '?', '*': '*', '+': '+' };

/** A pattern: `*`, `**`, `?`, `[a-z]`, `[!a]`, `{a,b}`, `\` before a sign that means itself, and `!` first for the opposite. */
export class Glob {
  readonly #expression: RegExp;
  readonly #isOpposite: boolean;

  constructor(pattern: string) {
    const signs = /^!*/.exec(pattern)?.[0].length ?? 0;
    this.#isOpposite = signs % 2 === 1;
    this.#expression = new RegExp(`^(?:${translate(pattern.slice(signs))})$`, 'su');
  }

  match(path: string): boolean {
    return this.#expression.test(path) !== this.#isOpposite;
  }
}

/** The pattern as a regular expression. */
function translate(pattern: string): string {
  const signs = [...pattern];
  /** What ends the open groups, the innermost last. */
  const ends: { readonly sign: '}' | ')'; readonly source: string }[] = [];
  let source = '';
  for (let at = 0; at < signs.length; at++) {
    const sign = signs[at] ?? '';
    const inner = ends.at(-1);
    if (sign === '\\') {
      at += 1;
      source += plain(signs[at] ?? '\\');
    } else if (signs[at + 1] === '(' && Object.hasOwn(REPEATS, sign) && closes(signs, at + 1, '(', ')')) {
      ends.push({ sign: ')', source: `)${REPEATS[sign]}` });
      source += '(?:';
      at += 1;
    } else if (sign === '*') {
      const start = at;
      while (signs[at + 1] === '*') at += 1;
      const isSegment = at === start + 1 && isEdge(signs[start - 1], inner, '{,') && isEdge(signs[at + 1], inner, '},');
      if (!isSegment) source += '[^/]*';
      else if (signs[at + 1] === '/') {
        at += 1;
        source += '(?:.*/)?';
      } else source += '.*';
    } else if (sign === '?') source += '[^/]';
    else if (sign === '[') {
      const found = readClass(signs, at);
      source += found?.source ?? '\\[';
      at = found?.end ?? at;
    } else if (sign === '{' && closes(signs, at, '{', '}')) {
      ends.push({ sign: '}', source: ')' });
      source += '(?:';
    } else if (inner !== undefined && sign === inner.sign) {
      ends.pop();
      source += inner.source;
    } else if (inner !== undefined && sign === (inner.sign === '}' ? ',' : '|')) source += '|';
    else source += plain(sign);
  }
  return source;
}

/** Whether the group that opens at `start` ends. */
function closes(signs: readonly string[], start: number, open: string, close: string): boolean {
  let depth = 0;
  for (let at = start; at < signs.length; at++) {
    if (signs[at] === '\\') at += 1;
    else if (signs[at] === '[') at = readClass(signs, at)?.end ?? at;
    else if (signs[at] === open) depth += 1;
    else if (signs[at] === close && --depth === 0) return true;
  }
  return false;
}

/** Whether `**` may stand beside this sign. */
const isEdge = (sign: string | undefined, inner: object | undefined, edges: string): boolean =>
  sign === undefined || sign === '/' || (inner !== undefined && edges.includes(sign));

/** `[…]` that begins at `start`; undefined without an end. */
function readClass(signs: readonly string[], start: number) {
  let at = start + 1;
  const isOpposite = signs[at] === '!' || signs[at] === '^';
  if (isOpposite) at += 1;
  const ranges: string[] = [];
  for (let isFirst = true; at < signs.length; isFirst = false) {
    if (signs[at] === ']' && !isFirst) return { source: `[${isOpposite ? '^' : ''}${ranges.join('')}]`, end: at };
    const low = readSign(signs, at);
    if (low === undefined) return undefined;
    at = low.end;
    if (signs[at] === '-' && signs[at + 1] !== ']' && signs[at + 1] !== undefined) {
      const high = readSign(signs, at + 1);
      if (high === undefined) return undefined;
      at = high.end;
      if (low.sign <= high.sign) ranges.push(`${inClass(low.sign)}-${inClass(high.sign)}`);
    } else ranges.push(inClass(low.sign));
  }
  return undefined;
}

function readSign(signs: readonly string[], at: number) {
  const isEscaped = signs[at] === '\\';
  const sign = signs[isEscaped ? at + 1 : at];
  return sign === undefined ? undefined : { sign, end: at + (isEscaped ? 2 : 1) };
}
