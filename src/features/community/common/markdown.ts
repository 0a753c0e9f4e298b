// The service's only parser of Markdown (CommonMark, and `~~` strikes out), which returns a list of tokens. Its running time is bounded: a source that
// takes too many steps for its length is parsed as plain paragraphs. HTML is never generated.
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it';

/**
 * Maximum nesting of blocks and emphasis; deeper content is dropped. The parser compares each line with every open
 * block.
 */
const NESTING_MAX = 20;

/**
 * Limit of lines and inline positions that the parser examines, per character of the source. Ordinary text takes less
 * than one, text of only delimiters two. Short block quotes take more: for each of them the parser looks ahead to the
 * end of the paragraph, which is quadratic (`> #` and `a` on alternating lines).
 */
const STEPS_PER_CHARACTER = 3;
/** Additional allowance, since short sources have a fixed cost. */
const STEPS_FREE = 1_000;

class StepsExceeded extends Error {}

/**
 * The parser accepts every link target, so that a link's text does not depend on it. Code that renders links decides
 * which targets are allowed.
 */
function keepAddresses(parser: Parser): Parser {
  parser.validateLink = () => true;
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  return parser;
}

function takeStep(env: Env): false {
  const left = Number(Reflect.get(env, 'steps')) - 1;
  if (left < 0) throw new StepsExceeded();
  Reflect.set(env, 'steps', left);
  return false;
}

const parser = keepAddresses(new MarkdownIt('commonmark', { maxNesting: NESTING_MAX }).enable('strikethrough'));
// A rule that never matches and runs first is called at every step, including look-ahead (`alt`).
parser.block.ruler.before('table', 'step', ({ env }) => takeStep(env), {
  alt: ['paragraph', 'reference', 'blockquote', 'list', 'table'],
});
parser.inline.ruler.before('text', 'step', ({ env }) => takeStep(env));

/** Parses paragraphs without markup. */
const plainParser = new MarkdownIt('zero').enable('newline');

export type { Token as MarkdownToken };

/** The tokens of a source: blocks in order, with their inline content as `children`. */
export function parseMarkdown(source: string): readonly Token[] {
  try {
    return parser.parse(source, { steps: source.length * STEPS_PER_CHARACTER + STEPS_FREE });
  } catch (error) {
    if (!(error instanceof StepsExceeded)) throw error;
    return plainParser.parse(source, {});
  }
}
