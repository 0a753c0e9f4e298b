// Reads a YAML file (1.2, core schema) of one document. The syntax is the package's; values are made here from its nodes,
// where keys are compared in linear time and aliases are counted. A collection that begins in the first column is read in
// pieces at its items, since nodes need about fifty times the memory of their text.
import {
  type Alias,
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isRecord } from '../../../../kernel/is-object.ts';
import type { JsonInput, JsonInputOptions } from './json-input.ts';
import { isExactNumber } from './json-scan.ts';
import { setOwn } from './own-property.ts';
import {
  createTableErrors,
  DEPTH_MAX,
  shortenText,
  startOfText,
  type TableErrors,
  YAML_BYTES_MAX,
} from './table-bytes.ts';
import { ValueWarnings } from './value-warnings.ts';

export interface YamlInputOptions extends JsonInputOptions {
  /** Characters of a piece; default 128 Ki. */
  readonly pieceLength?: number;
}

const ALIASES_MAX = 100;
/** Characters that the texts named by aliases may have together, each counted as often as it is used. */
const ALIAS_LENGTH_MAX = 32 * 1024 * 1024;
/** A file of 32 MiB with the usual records has about 10 million. They cost about a microsecond each. */
const TOKENS_MAX = 12_000_000;
const TOO_MANY_TOKENS = `more than ${TOKENS_MAX} tokens. Write so much data as JSON or NDJSON`;
/** Of a piece: its nodes are in memory at once, with 300 to 700 bytes for each token. */
const PIECE_TOKENS_MAX = 4_000_000;
const LARGE_PIECE = `what begins here has more than ${PIECE_TOKENS_MAX} tokens. Write so much data as JSON or NDJSON, or as a list that begins in the first column`;
const PIECE_LENGTH = 128 * 1024;

/** Lines before the content: blank ones, comments, the beginning of the document. */
const PROLOGUE = /(?:[ \t]*(?:#[^\n]*)?\r?\n|---[ \t]*(?:#[^\n]*)?\r?\n)*/y;
/** What begins an item in the first column. Neither continues a scalar or a collection there: those are indented. */
const SEQUENCE_ITEM = /-[ \r\n]/y;
/** With a colon before any comment: a text of several lines has none. */
const MAPPING_ITEM = /[A-Za-z0-9_][^\n#]*:[ \t\r\n]/y;
const NEXT_SEQUENCE_ITEM = /\n(?=-[ \r\n])/g;
const NEXT_MAPPING_ITEM = /\n(?=[A-Za-z0-9_])/g;

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  strict: true,
  // The package compares each key with all others; here a look-up does.
  uniqueKeys: false,
  stringKeys: true,
  merge: false,
  resolveKnownTags: false,
  logLevel: 'silent',
  prettyErrors: false,
} as const;

const MESSAGES: Readonly<Record<string, string>> = {
  NON_STRING_KEY: 'a key is a text, a number or a boolean, not a list, a mapping or an alias, and has no tag',
};

/** A mistake that ends reading. */
class YamlRefusal extends Error {
  readonly code: string;
  readonly offset: number;

  constructor(code: string, offset: number, message: string) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

interface Anchor {
  readonly value: unknown;
  /** Characters of its texts and number of its values. */
  readonly length: number;
  /** How often a value stands in it by aliases. */
  readonly weight: number;
  uses: number;
}

/** Reads the bytes of a YAML file; undefined after reporting errors. Never throws. */
export function parseYamlInput(bytes: Uint8Array, options: YamlInputOptions): JsonInput | undefined {
  const errors = createTableErrors(options.file, options.report);
  const start = startOfText(
    bytes,
    Math.min(options.bytesMax ?? YAML_BYTES_MAX, YAML_BYTES_MAX),
    'invalid_yaml',
    errors,
  );
  if (start === undefined) return undefined;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start));
  const reader = new YamlReader(text, options, errors);
  const value = reader.read();
  return errors.count > 0 ? undefined : { value, repeated: [] };
}

class YamlReader {
  readonly #text: string;
  readonly #options: YamlInputOptions;
  readonly #errors: TableErrors;
  readonly #anchors = new Map<string, Anchor | undefined>();
  #root: unknown;
  #hasRoot = false;
  /** Whether `...` ended the document. */
  #isEnded = false;
  /** Where the current piece begins, and how many line ends are before it. */
  #start = 0;
  #line = 0;
  #tokens = 0;
  #length = 0;
  #aliasLength = 0;
  #weight = 0;
  readonly #warnings: ValueWarnings;

  constructor(text: string, options: YamlInputOptions, errors: TableErrors) {
    this.#text = text;
    this.#options = options;
    this.#errors = errors;
    this.#warnings = new ValueWarnings(options);
  }

  read(): unknown {
    if (hasTooManyTokens(this.#text)) {
      this.#errors.report('file_too_large', `The file has ${TOO_MANY_TOKENS}.`);
      return undefined;
    }
    for (const piece of piecesOf(this.#text, this.#options.pieceLength ?? PIECE_LENGTH)) {
      try {
        this.#readPiece(piece);
      } catch (error) {
        this.#reportFailure(piece, error);
      }
      if (this.#errors.count > 0) return undefined;
      this.#start += piece.length;
      this.#line += countLineEnds(piece, piece.length);
    }
    if (!this.#hasRoot) this.#errors.report('invalid_yaml', 'The file is empty; a YAML document was expected.');
    return this.#root;
  }

  #readPiece(piece: string): void {
    let isFirst = true;
    for (const document of createComposer().compose(this.#tokensOf(piece))) {
      if (this.#hasRoot && (!isFirst || this.#isEnded || document.directives.docStart === true)) {
        throw new YamlRefusal('invalid_yaml', document.range[0], 'a second document begins here; a file holds one');
      }
      const { version } = document.directives.yaml;
      if (version !== '1.2') {
        throw new YamlRefusal('invalid_yaml', 0, `the file declares YAML ${version}, but is read as 1.2`);
      }
      this.#addRoot(document.contents);
      isFirst = false;
      this.#isEnded = document.directives.docEnd;
    }
  }

  /** Adds the items of a piece to those of earlier ones. */
  #addRoot(node: Node | null): void {
    if (!this.#hasRoot) {
      this.#root = this.#valueOf(node, 0);
      this.#hasRoot = true;
    } else if (isSeq(node) && Array.isArray(this.#root)) this.#addItems(this.#root, node, 1);
    else if (isMap(node) && isRecord(this.#root)) this.#addPairs(this.#root, node, 1);
    else throw new YamlRefusal('invalid_yaml', offsetOf(node), 'this does not continue what stands above');
  }

  *#tokensOf(piece: string): ReturnType<Parser['parse']> {
    const parser = new Parser();
    const before = this.#tokens;
    for (const source of new Lexer().lex(piece)) {
      this.#tokens++;
      if (this.#tokens > TOKENS_MAX) {
        throw new YamlRefusal('file_too_large', parser.offset, TOO_MANY_TOKENS);
      }
      if (this.#tokens - before > PIECE_TOKENS_MAX) throw new YamlRefusal('file_too_large', 0, LARGE_PIECE);
      for (const token of parser.next(source)) {
        if (token.type === 'error') throw new YamlRefusal('invalid_yaml', token.offset, withoutStop(token.message));
        yield token;
      }
      // The document and a scalar stand there too.
      if (parser.stack.length > DEPTH_MAX + 2) throw tooDeep(parser.offset);
    }
    yield* parser.end();
  }

  #valueOf(node: unknown, depth: number): unknown {
    this.#length++;
    if (isAlias(node)) return this.#aliased(node);
    const name = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (name === undefined) return this.#plainValueOf(node, depth);
    const [lengthBefore, weightBefore] = [this.#length, this.#weight];
    this.#weight = 0;
    this.#anchors.set(name, undefined);
    const value = this.#plainValueOf(node, depth);
    const weight = Math.max(1, this.#weight);
    this.#anchors.set(name, { value, length: this.#length - lengthBefore, weight, uses: 0 });
    this.#weight = Math.max(weightBefore, this.#weight);
    return value;
  }

  #plainValueOf(node: unknown, depth: number): unknown {
    if (isScalar(node)) return this.#scalarOf(node);
    if (!isMap(node) && !isSeq(node)) return null;
    if (depth === DEPTH_MAX) throw tooDeep(offsetOf(node));
    if (isSeq(node)) {
      const items: unknown[] = [];
      this.#addItems(items, node, depth + 1);
      return items;
    }
    const record: Record<string, unknown> = {};
    this.#addPairs(record, node, depth + 1);
    return record;
  }

  #addItems(items: unknown[], { items: nodes }: YAMLSeq, depth: number): void {
    for (const node of nodes) {
      items.push(this.#valueOf(node, depth));
    }
  }

  #addPairs(record: Record<string, unknown>, { items }: YAMLMap, depth: number): void {
    for (const { key, value } of items) {
      if (!isScalar(key) || typeof key.value !== 'string') {
        throw new YamlRefusal('invalid_yaml', offsetOf(key), MESSAGES.NON_STRING_KEY ?? '');
      }
      const name = key.value;
      if (name === '' && key.type === 'PLAIN')
        throw new YamlRefusal('invalid_yaml', offsetOf(key), 'a key is missing before ":"');
      if (Object.hasOwn(record, name)) {
        throw new YamlRefusal(
          'duplicate_key',
          offsetOf(key),
          `the key ${shortenText(JSON.stringify(name))} stands twice in one mapping`,
        );
      }
      this.#length += name.length;
      if (key.anchor !== undefined)
        this.#anchors.set(key.anchor, { value: name, length: name.length, weight: 1, uses: 0 });
      setOwn(record, name, this.#valueOf(value, depth));
    }
  }

  #scalarOf(node: Scalar): unknown {
    const { value, source } = node;
    if (typeof value === 'string') {
      this.#length += value.length;
      return value;
    }
    if (typeof value === 'number') {
      const shown = source ?? String(value);
      if (/^[-+]?\.(?:inf|nan)$/i.test(shown)) {
        throw new YamlRefusal('invalid_yaml', offsetOf(node), `JSON has no number ${shown}. Write it as a string`);
      }
      if (!isExact(shown, value)) this.#reportInexact(node, shown, value);
      return value;
    }
    return value ?? null;
  }

  #aliased(node: Alias): unknown {
    const name = node.source;
    const shown = shortenText(`*${name}`);
    if (!this.#anchors.has(name)) {
      throw new YamlRefusal('invalid_yaml', offsetOf(node), `the alias ${shown} has no anchor above it`);
    }
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) {
      throw new YamlRefusal('invalid_yaml', offsetOf(node), `the alias ${shown} stands inside the value that it names`);
    }
    anchor.uses++;
    const weight = anchor.uses * anchor.weight;
    this.#weight = Math.max(this.#weight, weight);
    this.#length += anchor.length;
    this.#aliasLength += anchor.length;
    if (weight > ALIASES_MAX) {
      const message = `the alias ${shown} repeats its value more than ${ALIASES_MAX} times, with the aliases inside it`;
      throw new YamlRefusal('too_many_aliases', offsetOf(node), message);
    }
    if (this.#aliasLength > ALIAS_LENGTH_MAX) {
      const message = `what aliases repeat has more than ${ALIAS_LENGTH_MAX} characters`;
      throw new YamlRefusal('too_many_aliases', offsetOf(node), message);
    }
    return anchor.value;
  }

  #reportInexact(node: Scalar, shown: string, value: number): void {
    if (this.#options.checkNumbers === false) return;
    this.#warnings.addInexact(shortenText(shown), value, () => ({
      words: this.#placeOf(this.#text.slice(this.#start), offsetOf(node)),
      path: '',
    }));
  }

  #reportFailure(piece: string, error: unknown): void {
    if (error instanceof YamlRefusal) {
      this.#errors.report(error.code, `${this.#placeOf(piece, error.offset)}: ${error.message}.`);
      return;
    }
    const reason = error instanceof Error ? withoutStop(error.message) : 'unknown reason';
    this.#errors.report('invalid_yaml', `Line ${this.#line + 1} or later: cannot be parsed: ${reason}.`);
  }

  #placeOf(piece: string, offset: number): string {
    const line = this.#line + 1 + countLineEnds(piece, offset);
    const column = offset - (offset === 0 ? 0 : piece.lastIndexOf('\n', offset - 1) + 1) + 1;
    return `Line ${line}, column ${column}`;
  }
}

/**
 * A composer that ends at the first mistake. The package's own makes an error of each, with a stack trace: a small file of
 * brackets alone would take minutes. NOTE: `onError` is private there, so a test counts on it.
 */
function createComposer(): Composer {
  const composer = new Composer(OPTIONS);
  let first: YamlRefusal | undefined;
  const refuse = (source: unknown, code: string, message: string, isWarning?: boolean): void => {
    // Of the warnings only those about tags: the others are about style.
    if (isWarning === true && code !== 'TAG_RESOLVE_FAILED') return;
    // Outer collections catch what is thrown inside them, and report it again as their own.
    first ??= new YamlRefusal('invalid_yaml', startOf(source), MESSAGES[code] ?? withoutStop(message));
    throw first;
  };
  Reflect.set(composer, 'onError', refuse);
  return composer;
}

/** The offset of what the package reports: a number, a range, or a token. */
function startOf(source: unknown): number {
  const start: unknown =
    typeof source === 'object' && source !== null ? (Reflect.get(source, 'offset') ?? Reflect.get(source, 0)) : source;
  return typeof start === 'number' ? start : 0;
}

function withoutStop(message: string): string {
  return shortenText(message.replace(/\.$/, ''));
}

const [LINE_END, SPACE, COMMA, DASH, COLON] = [10, 32, 44, 45, 58];
const [OPENING_LIST, CLOSING_LIST, OPENING_MAP, CLOSING_MAP] = [91, 93, 123, 125];

/**
 * Whether a text certainly has too many tokens, by its indicators alone, in a tenth of a second. Parsing up to there takes
 * half a minute and gigabytes. Indicators in texts count too, but no prose has one in three characters.
 */
function hasTooManyTokens(text: string): boolean {
  // A line end, the spaces after it, a dash and a space are four tokens.
  if (text.length < TOKENS_MAX / 4) return false;
  let tokens = 0;
  for (let at = 0, before = LINE_END; at < text.length && tokens <= TOKENS_MAX; at++) {
    const character = text.charCodeAt(at);
    if (character === SPACE) {
      if (before === DASH || before === COLON) tokens += 2;
      else if (before === LINE_END) tokens++;
    } else if (
      character === LINE_END ||
      character === COMMA ||
      character === OPENING_LIST ||
      character === CLOSING_LIST ||
      character === OPENING_MAP ||
      character === CLOSING_MAP
    ) {
      tokens++;
    }
    before = character;
  }
  return tokens > TOKENS_MAX;
}

/** Divides a text before items of its outermost collection, where that begins in the first column. */
function* piecesOf(text: string, pieceLength: number): Generator<string, void> {
  PROLOGUE.lastIndex = 0;
  PROLOGUE.test(text);
  const contentAt = PROLOGUE.lastIndex;
  const isAt = (pattern: RegExp): boolean => {
    pattern.lastIndex = contentAt;
    return pattern.test(text);
  };
  const next = isAt(SEQUENCE_ITEM) ? NEXT_SEQUENCE_ITEM : isAt(MAPPING_ITEM) ? NEXT_MAPPING_ITEM : undefined;
  let start = 0;
  while (next !== undefined && text.length - start > pieceLength) {
    next.lastIndex = Math.max(contentAt, start + pieceLength);
    if (!next.test(text)) break;
    yield text.slice(start, next.lastIndex);
    start = next.lastIndex;
  }
  yield text.slice(start);
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function isExact(source: string, value: number): boolean {
  if (/^[-+]?0[xo]/.test(source)) return Number.isSafeInteger(value);
  return isExactNumber(source.replace(/^\+/, ''));
}

function offsetOf(node: unknown): number {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  return range?.[0] ?? 0;
}

function tooDeep(offset: number): YamlRefusal {
  return new YamlRefusal('yaml_too_deep', offset, `nested more than ${DEPTH_MAX} deep`);
}
