import { describe, expect, test } from 'bun:test';
import { markText } from './mark-text.ts';
import { compileTerms, NO_RULES, type TextRules } from './rules.ts';

const KINDS = ['post', 'comment', 'profile-name'] as const;
const word = (...terms: string[]): TextRules => ({
  ...NO_RULES,
  words: [{ id: 'words', verdict: 'review', kinds: KINDS, match: 'word', terms: compileTerms(terms, 'word') }],
});
const marked = (rules: TextRules, text: string): readonly string[] =>
  markText(rules, 'post', text).map(({ start, end }) => text.slice(start, end));

describe('marks', () => {
  test('name the part of the original text, however it is written', () => {
    const rules = word('casino', '代行');
    expect(marked(rules, 'A Casino here')).toEqual(['Casino']);
    expect(marked(rules, 'Ｃａｓｉｎｏ and c4sin0')).toEqual(['Ｃａｓｉｎｏ', 'c4sin0']);
    expect(marked(rules, 'саsino with other letters')).toEqual(['саsino']);
    expect(marked(rules, 'a c&#97;sino')).toEqual(['c&#97;sino']);
    expect(marked(rules, 'come: c a s i n o!')).toEqual(['c a s i n o']);
    expect(marked(rules, 'ca**si**no')).toEqual(['ca**si**no']);
    expect(marked(rules, '🎉🎉 代行します')).toEqual(['代行']);
    expect(marked(rules, 'casinos are another word')).toEqual([]);
  });

  test('are in the order of the text and never overlap', () => {
    const rules = {
      ...word('bad word', 'bad'),
      links: [{ id: 'links', verdict: 'review', kinds: KINDS, moreThan: 1 }],
    } as const;
    const text = 'bad word, https://example.org/bad and bad';
    expect(marked(rules, text)).toEqual(['bad word', 'https://example.org/bad', 'bad']);
    expect(markText(rules, 'post', text).map(({ rule }) => rule)).toEqual(['rule.words', 'rule.links', 'rule.words']);
  });

  test('are of the rules for the kind, and few', () => {
    const rules: TextRules = {
      ...NO_RULES,
      words: [
        { id: 'names', verdict: 'review', kinds: ['profile-name'], match: 'word', terms: compileTerms(['x'], 'word') },
      ],
    };
    expect(markText(rules, 'post', 'x')).toEqual([]);
    expect(markText(rules, 'profile-name', 'x '.repeat(500))).toHaveLength(200);
  });
});
