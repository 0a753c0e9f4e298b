// Text rules: pure and deterministic, so that a verdict can be explained and repeated. What they are comes from a file
// (rules-file.ts); what they know besides the text is handed in. They touch a text or they do not: one that no rule
// touches is allowed.
import { foldTerm, type TextForms } from './normalize.ts';
import type { AuthorFacts, TextKind } from './vocabulary.ts';

interface RuleBase {
  readonly id: string;
  readonly verdict: 'review' | 'rejected';
  readonly kinds: readonly TextKind[];
}

export interface WordRule extends RuleBase {
  /** `word`: a term stands in the text as words of its own; `whole`: the text is nothing but a term. */
  readonly match: 'word' | 'whole';
  readonly terms: RegExp;
}

export interface LinkRule extends RuleBase {
  readonly moreThan: number;
}

export interface RepetitionRule extends RuleBase {
  /** One character in a row, more often than this. */
  readonly sameCharacter: number | undefined;
  /** One line, more often than this; lines of fewer than eight characters do not count. */
  readonly sameLine: number | undefined;
  /** The author's same text, more often than this within the window; shorter texts do not count. */
  readonly sameText:
    | { readonly moreThan: number; readonly withinSeconds: number; readonly fromLength: number }
    | undefined;
}

export interface NewAccountRule extends RuleBase {
  /** Touches this many first texts … */
  readonly firstTexts: number;
  /** … of accounts younger than this … */
  readonly youngerThanSeconds: number;
  /** … that hold at least this many links (0: all of them). */
  readonly links: number;
}

export interface TextRules {
  readonly words: readonly WordRule[];
  readonly links: readonly LinkRule[];
  readonly repetition: readonly RepetitionRule[];
  readonly newAccounts: readonly NewAccountRule[];
}

export const NO_RULES: TextRules = { words: [], links: [], repetition: [], newAccounts: [] };

export interface TextFacts {
  readonly kind: TextKind;
  readonly forms: TextForms;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly author: AuthorFacts | undefined;
  /** How many other subjects of the author had this text within so many seconds. */
  readonly countSameText: (withinSeconds: number) => number;
}

export interface RuleOutcome {
  readonly verdict: 'allow' | 'review' | 'rejected';
  /** `rule.` and the id of every rule that touched it. */
  readonly reasons: readonly string[];
}

const LINE_MIN = 8;
/** Endings of bare addresses that count as links; an address with a scheme or `www.` always counts. */
const BARE_ENDINGS =
  'com|net|org|info|biz|xyz|top|shop|site|online|club|app|dev|io|gg|me|tv|ru|cn|jp|kr|tw|hk|de|uk|fr';
const LINK = new RegExp(
  `\\b(?:[a-z][a-z0-9+.-]{1,15}://|www\\.)[^\\s<>]+|\\b(?:[a-z0-9-]{1,63}\\.){1,4}(?:${BARE_ENDINGS})\\b(?!\\.?[a-z0-9@])`,
  'g',
);

/** Links in a text: addresses with a scheme, `www.` ones, and bare host names. */
export function countLinks({ plain }: Pick<TextForms, 'plain'>): number {
  return plain.match(LINK)?.length ?? 0;
}

/** Longest run of one visible character. */
export function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  let last = '';
  for (const character of text) {
    run = character === last ? run + 1 : 1;
    last = character;
    if (run > longest && character.trim() !== '') longest = run;
  }
  return longest;
}

/** How often the most frequent line stands in the text. */
export function mostFrequentLine(text: string): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    if (line.length < LINE_MIN) continue;
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    most = Math.max(most, count);
  }
  return most;
}

/** The verdict of the rules on a text. */
export function judgeText(rules: TextRules, facts: TextFacts): RuleOutcome {
  const { forms } = facts;
  const links = countLinks(forms);
  const touched: RuleBase[] = [
    ...rules.words.filter((rule) => isFor(rule, facts) && hasTerm(rule, forms)),
    ...rules.links.filter((rule) => isFor(rule, facts) && links > rule.moreThan),
    ...rules.repetition.filter((rule) => isFor(rule, facts) && isRepetitive(rule, facts)),
    ...rules.newAccounts.filter((rule) => isFor(rule, facts) && links >= rule.links && isNewcomer(rule, facts)),
  ];
  const rejected = touched.some((rule) => rule.verdict === 'rejected');
  return {
    verdict: rejected ? 'rejected' : touched.length > 0 ? 'review' : 'allow',
    reasons: touched.map((rule) => `rule.${rule.id}`),
  };
}

const isFor = (rule: RuleBase, { kind }: TextFacts): boolean => rule.kinds.includes(kind);

function hasTerm(rule: WordRule, { folded, squeezed }: TextForms): boolean {
  const texts = rule.match === 'whole' ? [bare(folded), bare(squeezed)] : [folded, squeezed];
  return texts.some((text) => rule.terms.test(text));
}

/** A text without what stands around its words. */
const bare = (text: string): string => text.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '');

function isRepetitive({ sameCharacter, sameLine, sameText }: RepetitionRule, facts: TextFacts): boolean {
  const { plain } = facts.forms;
  if (sameCharacter !== undefined && longestRun(plain) > sameCharacter) return true;
  if (sameLine !== undefined && mostFrequentLine(plain) > sameLine) return true;
  return (
    sameText !== undefined &&
    plain.length >= sameText.fromLength &&
    facts.countSameText(sameText.withinSeconds) + 1 > sameText.moreThan
  );
}

function isNewcomer({ firstTexts, youngerThanSeconds }: NewAccountRule, { author, now }: TextFacts): boolean {
  if (author === undefined) return false;
  const age = now - author.accountCreatedAt.getTime();
  return author.publishedCount < firstTexts && age < youngerThanSeconds * 1000;
}

/** The longest window in which any rule counts a text that is sent again; 0 when none does. */
export function repetitionSeconds({ repetition }: TextRules): number {
  return Math.max(0, ...repetition.map((rule) => rule.sameText?.withinSeconds ?? 0));
}

const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}\p{N}ー・\s]+$/u;
const LETTER = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]';

/**
 * One expression for many terms. Terms of scripts that write no spaces match anywhere, others at the edges of words;
 * a space in a term matches none to three spaces or marks.
 */
export function compileTerms(terms: readonly string[], match: WordRule['match']): RegExp {
  const alternatives = terms.map((term) => {
    const folded = foldTerm(term);
    const pattern = folded
      .split(/\s+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
      .join('[\\s\\p{P}]{0,3}');
    return match === 'whole' || SPACELESS.test(folded) ? pattern : `(?<!${LETTER})${pattern}(?!${LETTER})`;
  });
  const all = alternatives.join('|');
  return new RegExp(match === 'whole' ? `^(?:${all})$` : all, 'u');
}
