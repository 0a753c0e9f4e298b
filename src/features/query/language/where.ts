// Parses `where`: comparisons joined by `&&`, `||`, `!` and parentheses, with brackets that bind one object of a list. Only
// syntax: the plan checks fields and types. Depth, comparisons, values and length are bounded before anything is planned. Pure.
import { MalformedText } from '../../../kernel/field-path.ts';
import { invalid, type Part } from './fault.ts';
import { type FilterValue, OPERATORS, type Operator, parseFieldPath } from './filter.ts';

export interface Comparison {
  readonly kind: 'compare';
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly values: readonly FilterValue[];
  readonly part: Part;
}

/** Holds when one object of a list meets a whole condition. */
export interface Binding {
  readonly kind: 'bind';
  readonly path: readonly string[];
  readonly of: Expression;
  readonly part: Part;
}

export type Expression =
  | Comparison
  | Binding
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression };

const DEPTH_MAX = 16;
const COMPARISONS_MAX = 64;
const VALUES_MAX = 1_000;
const WHERE_BYTES_MAX = 16 * 1024;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What ends a path that no backslash escapes. */
const PATH_END = /[=<>~[\]()&|"]|[!^]=/y;
const SPACES = /\s*/y;
const BARE = /[^\s,()[\]&|"!=<>~]+/y;
/** The space that a backslash escapes belongs to the path. */
const IN = /^((?:\\.|[^\\])*(?:\\.|[^\\\s]))\s+in\s*$/s;

/** Parses an expression. Throws QueryFault. */
export function parseWhere(text: string): Expression {
  return new WhereParser(text).parse();
}

class WhereParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #comparisons = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Expression {
    const bytes = Buffer.from(this.#text);
    if (bytes.length > WHERE_BYTES_MAX) {
      const fitting = new TextDecoder().decode(bytes.subarray(0, WHERE_BYTES_MAX), { stream: true });
      throw this.#fault('it is longer than 16 KiB', fitting.length);
    }
    const expression = this.#parseOr();
    this.#skipSpaces();
    if (this.#at < this.#text.length) throw this.#fault('&& or || is expected');
    return expression;
  }

  #parseOr(): Expression {
    return this.#parseJoined('||', 'or', () => this.#parseJoined('&&', 'and', () => this.#parseOne()));
  }

  #parseJoined(sign: string, kind: 'and' | 'or', parse: () => Expression): Expression {
    const first = parse();
    const of = [first];
    while (this.#take(sign)) of.push(parse());
    return of.length === 1 ? first : { kind, of };
  }

  #parseOne(): Expression {
    if (!this.#take('!')) return this.#parsePositive();
    this.#skipSpaces();
    if (this.#text[this.#at] === '!') throw this.#fault('a comparison or a parenthesis is expected');
    return { kind: 'not', of: this.#parsePositive() };
  }

  #parsePositive(): Expression {
    return this.#take('(') ? this.#parseInside(')') : this.#parseComparison();
  }

  /** An expression up to the closing sign. */
  #parseInside(end: string): Expression {
    if (this.#depth === DEPTH_MAX)
      throw this.#fault(`parentheses and brackets are deeper than ${DEPTH_MAX}`, this.#at - 1);
    this.#depth++;
    const inside = this.#parseOr();
    if (!this.#take(end)) throw this.#fault(`${end} is expected`);
    this.#depth--;
    return inside;
  }

  #parseComparison(): Expression {
    this.#skipSpaces();
    const start = this.#at;
    const written = this.#readPath();
    if (written === '') throw this.#fault('a path is expected', start);
    const list = this.#text[this.#at] === '(' ? IN.exec(written)?.[1] : undefined;
    const path = this.#pathOf(list ?? written, start);
    if (list === undefined && this.#take('[')) {
      const of = this.#parseInside(']');
      return { kind: 'bind', path, of, part: this.#partFrom(start) };
    }
    if (this.#comparisons === COMPARISONS_MAX) {
      throw this.#fault(`there are more than ${COMPARISONS_MAX} comparisons`, start);
    }
    this.#comparisons++;
    if (list !== undefined) {
      const values = this.#readList();
      return { kind: 'compare', path, operator: '=', values, part: this.#partFrom(start) };
    }
    const operator = OPERATORS.find((candidate) => this.#text.startsWith(candidate, this.#at));
    if (operator === undefined) throw this.#fault('an operator is expected');
    this.#at += operator.length;
    this.#skipSpaces();
    const valueAt = this.#at;
    const value = this.#readValue();
    if (value === null && operator !== '=' && operator !== '!=') throw this.#fault('absence has no order', valueAt);
    return { kind: 'compare', path, operator, values: [value], part: this.#partFrom(start) };
  }

  #readPath(): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === '\\') {
        this.#at++;
        continue;
      }
      PATH_END.lastIndex = this.#at;
      if (PATH_END.test(this.#text)) break;
    }
    this.#at = Math.min(this.#at, this.#text.length);
    const written = this.#text.slice(start, this.#at);
    const trimmed = written.trimEnd();
    // The space that a backslash escapes belongs to the key.
    return /(?:^|[^\\])(?:\\\\)*\\$/.test(trimmed) ? `${trimmed} ` : trimmed;
  }

  #pathOf(written: string, start: number): readonly string[] {
    try {
      return parseFieldPath(written);
    } catch (error) {
      if (error instanceof MalformedText) throw this.#fault(error.message, start);
      throw error;
    }
  }

  #readList(): readonly FilterValue[] {
    if (!this.#take('(')) throw this.#fault('( is expected');
    const values: FilterValue[] = [];
    do {
      if (values.length === VALUES_MAX) throw this.#fault(`a list has more than ${VALUES_MAX} values`);
      values.push(this.#readValue());
    } while (this.#take(','));
    if (!this.#take(')')) throw this.#fault(', or ) is expected');
    return values;
  }

  #readValue(): FilterValue {
    this.#skipSpaces();
    if (this.#text[this.#at] === '"') return { text: this.#readQuoted(), kind: 'text' };
    BARE.lastIndex = this.#at;
    const word = BARE.exec(this.#text)?.[0] ?? '';
    const isKnown = NUMBER.test(word) || word === 'true' || word === 'false' || word === 'null';
    if (!isKnown) throw this.#fault(word === '' ? 'a value is expected' : 'texts stand in double quotes');
    this.#at += word.length;
    if (word === 'null') return null;
    return { text: word, kind: word === 'true' || word === 'false' ? 'boolean' : 'number' };
  }

  #readQuoted(): string {
    const start = this.#at;
    let text = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === '"') {
        this.#at++;
        return text;
      }
      if (character === '\\') {
        this.#at++;
        const escaped = this.#text[this.#at];
        if (escaped !== '"' && escaped !== '\\') {
          throw this.#fault('in quotes a backslash stands before a quote or a backslash', this.#at - 1);
        }
        text += escaped;
      } else text += character;
    }
    throw this.#fault('the closing quote is missing', start);
  }

  #take(sign: string): boolean {
    this.#skipSpaces();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #skipSpaces(): void {
    SPACES.lastIndex = this.#at;
    SPACES.test(this.#text);
    this.#at = SPACES.lastIndex;
  }

  #partFrom(start: number): Part {
    return { parameter: 'where', text: this.#text.slice(start, this.#at), at: this.#offsetOf(start) };
  }

  /** Counts characters, not units of UTF-16. */
  #offsetOf(at: number): number {
    return [...this.#text.slice(0, at)].length;
  }

  #fault(reason: string, at = this.#at): Error {
    const text = this.#text.slice(at) || this.#text;
    return invalid({ parameter: 'where', text, at: this.#offsetOf(at) }, reason);
  }
}
