// Text rules: pure and deterministic, so that a verdict can be explained and reproduced. The rules come from a file
// (rules-file.ts); facts besides the text are passed in. A text that no rule matches is allowed.

import type { AuthorFacts, TextKind } from '../common/vocabulary.ts';
import { foldTerm, type TextForms } from './normalize.ts';

interface RuleBase {
  readonly id: string;
  readonly verdict: 'review' | 'rejected';
  readonly kinds: readonly TextKind[];
}

export interface WordRule extends RuleBase {
  /** `word`: the text contains a term as separate words. `whole`: the text consists of a term only. */
  readonly match: 'word' | 'whole';
  readonly terms: RegExp;
}

interface LinkRule extends RuleBase {
  readonly moreThan: number;
}

interface RepetitionRule extends RuleBase {
  /** Longest allowed run of one character. */
  readonly sameCharacter: number | undefined;
  /** Most allowed repetitions of a line. Lines shorter than eight characters do not count. */
  readonly sameLine: number | undefined;
  /** Most allowed repetitions of the author's same text within the window. Shorter texts do not count. */
  readonly sameText:
    | { readonly moreThan: number; readonly withinSeconds: number; readonly fromLength: number }
    | undefined;
}

interface NewAccountRule extends RuleBase {
  /** Matches an author's first N texts … */
  readonly firstTexts: number;
  /** … of accounts younger than this … */
  readonly youngerThanSeconds: number;
  /** … that contain at least this many links (0: all texts). */
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
  /** Of the text, as `countLinks` counts them. */
  readonly links: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly author: AuthorFacts | undefined;
  /** Number of the author's other subjects with this text within so many seconds. */
  readonly countSameText: (withinSeconds: number) => number;
}

export interface RuleOutcome {
  readonly verdict: 'allow' | 'review' | 'rejected';
  /** `rule.` and the id of every matching rule. */
  readonly reasons: readonly string[];
  /** The author has sent this text too often: how far back its repetitions count, and which rules say so. */
  readonly series: { readonly withinSeconds: number; readonly reasons: readonly string[] } | undefined;
}

const LINE_MIN = 8;
/** Top-level domains of bare host names that count as links. A URL with a scheme or `www.` always counts. */
const BARE_ENDINGS =
  'com|net|org|info|biz|xyz|top|shop|site|online|club|app|dev|io|gg|me|tv|ru|cn|jp|kr|tw|hk|de|uk|fr';
const LINK = new RegExp(
  `\\b(?:[a-z][a-z0-9+.-]{1,15}://|www\\.)[^\\s<>]+|\\b(?:[a-z0-9-]{1,63}\\.){1,4}(?:${BARE_ENDINGS})\\b(?!\\.?[a-z0-9@])`,
  'g',
);

/** Number of links: URLs with a scheme, `www.` ones, and bare host names. */
export function countLinks({ plain }: Pick<TextForms, 'plain'>): number {
  return plain.match(LINK)?.length ?? 0;
}

/** Where the links of a plain form are. */
export function findLinks(plain: string): readonly { readonly start: number; readonly end: number }[] {
  return [...plain.matchAll(LINK)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
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

/** Number of occurrences of the most frequent line. */
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
  const { forms, links } = facts;
  const touched: RuleBase[] = [
    ...rules.words.filter((rule) => isFor(rule, facts) && hasTerm(rule, forms)),
    ...rules.links.filter((rule) => isFor(rule, facts) && links > rule.moreThan),
    ...rules.repetition.filter((rule) => isFor(rule, facts) && isRepetitive(rule, facts)),
    ...rules.newAccounts.filter((rule) => isFor(rule, facts) && links >= rule.links && isNewcomer(rule, facts)),
  ];
  const rejected = touched.some((rule) => rule.verdict === 'rejected');
  const repeated = rules.repetition.filter((rule) => isFor(rule, facts) && isSameText(rule, facts));
  return {
    verdict: rejected ? 'rejected' : touched.length > 0 ? 'review' : 'allow',
    reasons: touched.map((rule) => `rule.${rule.id}`),
    series:
      repeated.length === 0
        ? undefined
        : {
            withinSeconds: Math.max(...repeated.map(({ sameText }) => sameText?.withinSeconds ?? 0)),
            reasons: repeated.map(({ id }) => `rule.${id}`),
          },
  };
}

const isFor = (rule: RuleBase, { kind }: Pick<TextFacts, 'kind'>): boolean => rule.kinds.includes(kind);

/**
 * How many published texts of the author must be counted to judge a text with so many links; 0 when no rule asks for the
 * author.
 */
export function firstTextsAsked({ newAccounts }: TextRules, facts: Pick<TextFacts, 'kind' | 'links'>): number {
  const asking = newAccounts.filter((rule) => isFor(rule, facts) && facts.links >= rule.links);
  return Math.max(0, ...asking.map(({ firstTexts }) => firstTexts));
}

function hasTerm(rule: WordRule, { folded, squeezed }: TextForms): boolean {
  const texts = rule.match === 'whole' ? [bare(folded), bare(squeezed)] : [folded, squeezed];
  return texts.some((text) => rule.terms.test(text));
}

/** A text without leading and trailing punctuation and symbols. */
const bare = (text: string): string => text.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '');

function isRepetitive(rule: RepetitionRule, facts: TextFacts): boolean {
  const { sameCharacter, sameLine } = rule;
  const { plain } = facts.forms;
  if (sameCharacter !== undefined && longestRun(plain) > sameCharacter) return true;
  if (sameLine !== undefined && mostFrequentLine(plain) > sameLine) return true;
  return isSameText(rule, facts);
}

const isSameText = ({ sameText }: RepetitionRule, { forms, countSameText }: TextFacts): boolean =>
  sameText !== undefined &&
  forms.plain.length >= sameText.fromLength &&
  countSameText(sameText.withinSeconds) + 1 > sameText.moreThan;

function isNewcomer({ firstTexts, youngerThanSeconds }: NewAccountRule, { author, now }: TextFacts): boolean {
  if (author === undefined) return false;
  const age = now - author.accountCreatedAt.getTime();
  return author.publishedCount < firstTexts && age < youngerThanSeconds * 1000;
}

/** The longest window of any repetition rule; 0 when there is none. */
export function repetitionSeconds({ repetition }: TextRules): number {
  return Math.max(0, ...repetition.map((rule) => rule.sameText?.withinSeconds ?? 0));
}

const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}\p{N}ー・\s]+$/u;
const LETTER = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]';

/**
 * One regular expression for many terms. Terms of scripts without spaces match anywhere, others at word boundaries. A
 * space in a term matches up to three spaces or punctuation marks.
 */
export function compileTerms(terms: readonly string[], match: WordRule['match']): RegExp {
  const alternatives = terms.map((term) => {
    const folded = foldTerm(term);
    const pattern = folded
      .split(/\s+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, (sign) => `\\${sign}`))
      .join('[\\s\\p{P}]{0,3}');
    return match === 'whole' || SPACELESS.test(folded) ? pattern : `(?<!${LETTER})${pattern}(?!${LETTER})`;
  });
  const all = alternatives.join('|');
  return new RegExp(match === 'whole' ? `^(?:${all})$` : all, 'u');
}
