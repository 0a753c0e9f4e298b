// The one CommonMark parser of the service, as a list of tokens. Its time is bounded for every source: a source that makes
// the parser work too long for its length is read as plain paragraphs. HTML is never made.
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it';

/** Blocks and emphasis inside each other. What lies deeper is left out. Each line is compared with every open block. */
const NESTING_MAX = 20;

/**
 * Lines and inline positions that the parser may look at, for each character of the source. Ordinary text takes below one,
 * text of delimiters alone two. Block quotes that end early take more: the parser looks ahead to the end of the paragraph
 * from each of them, which is quadratic (`> #` and `a` on alternate lines).
 */
const STEPS_PER_CHARACTER = 3;
/** For short sources, where a few characters already take some steps. */
const STEPS_FREE = 1_000;

class StepsExceeded extends Error {}

/** Which addresses may become links is decided where links are made. A link's words do not depend on its address. */
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

const parser = keepAddresses(new MarkdownIt('commonmark', { maxNesting: NESTING_MAX }));
// A rule that matches nothing and comes before all others is called at every step, in look-ahead too (`alt`).
parser.block.ruler.before('table', 'step', ({ env }) => takeStep(env), {
  alt: ['paragraph', 'reference', 'blockquote', 'list', 'table'],
});
parser.inline.ruler.before('text', 'step', ({ env }) => takeStep(env));

/** Paragraphs of text, without any markup. */
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
