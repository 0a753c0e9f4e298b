import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../platform/config/package-root.ts';
import type { AuthorFacts, TextKind } from '../common/vocabulary.ts';
import { parseRules, RulesFileError, readRulesFile } from './file.ts';
import { readTextForms } from './normalize.ts';
import {
  countLinks,
  firstTextsAsked,
  judgeText,
  longestRun,
  mostFrequentLine,
  repetitionSeconds,
  type TextRules,
} from './rules.ts';

const NOW = Date.parse('2030-01-01');
const HOUR = 3_600_000;

interface Given {
  readonly kind?: TextKind;
  readonly author?: AuthorFacts;
  readonly same?: number;
}

function judge(rules: TextRules, text: string, { kind = 'post', author, same = 0 }: Given = {}) {
  const forms = readTextForms(text);
  const facts = { kind, forms, links: countLinks(forms), now: NOW, author, countSameText: () => same };
  const { verdict, reasons } = judgeText(rules, facts);
  return { verdict, reasons };
}

const words = (match: 'word' | 'whole', ...terms: readonly string[]): TextRules =>
  parseRules(`words: [{ id: w, verdict: review, match: ${match}, languages: { en: ${JSON.stringify(terms)} } }]`);

test('a term of a spaced script matches whole words, one of an unspaced script anywhere', () => {
  const rules = words('word', 'rmt', 'カジノ', 'account sale');
  for (const text of [
    'RMT here',
    'no-rmt!',
    '今日はRMTします',
    '裏カジノへ',
    'account   sale',
    'account-sale',
    'accountsale',
  ]) {
    expect(judge(rules, text)).toEqual({ verdict: 'review', reasons: ['rule.w'] });
  }
  for (const text of ['armtest', 'firmtech', 'カジュアル', 'accounts on sale']) {
    expect(judge(rules, text).verdict).toBe('allow');
  }
});

test('`whole` matches only the term itself', () => {
  const rules = words('whole', 'administrator');
  for (const text of ['Administrator', '★ Administrator ★', 'а d m i n i s t r a t o r']) {
    expect(judge(rules, text).verdict).toBe('review');
  }
  expect(judge(rules, 'the administrator').verdict).toBe('allow');
});

test('special characters of a term are literal', () => {
  const rules = words('word', 'c++ (cheap)', 'a.b');
  expect(judge(rules, 'learn c++ (cheap) now').verdict).toBe('review');
  expect(judge(rules, 'axb').verdict).toBe('allow');
});

test('links are counted with and without a scheme', () => {
  const count = (text: string): number => countLinks(readTextForms(text));
  expect(count('https://a.example/x and HTTP://b.example, www.c.example')).toBe(3);
  expect(count('[x](https://a.example) <https://b.example>')).toBe(2);
  expect(count('evil.com or ｅｖｉｌ．ｃｏｍ/x or e\u200bvil.net')).toBe(3);
  expect(count('see version 1.2.3, e.g. this; Mr. Smith... and so on')).toBe(0);
  expect(count('')).toBe(0);
});

test('runs and lines are counted', () => {
  expect(longestRun('aaab')).toBe(3);
  expect(longestRun('😀😀😀😀')).toBe(4);
  expect(longestRun('a      b')).toBe(1);
  expect(mostFrequentLine('la la la la\nother line\r\n la la la la \nshort\nshort\nshort')).toBe(2);
});

test('repetition, link and new-account rules match above their limits, not at them', () => {
  const rules = parseRules(`
links: [{ id: links, verdict: review, moreThan: 1 }]
repetition:
  - { id: run, verdict: review, sameCharacter: 5 }
  - { id: line, verdict: review, sameLine: 2 }
  - { id: text, verdict: rejected, sameText: { moreThan: 3, within: 1h, fromLength: 5 } }
newAccounts: [{ id: new, verdict: review, firstTexts: 2, youngerThan: 24h, links: 1 }]`);
  expect(judge(rules, 'https://a.example').verdict).toBe('allow');
  expect(judge(rules, 'https://a.example https://b.example').reasons).toEqual(['rule.links']);
  expect(judge(rules, 'aaaaa').verdict).toBe('allow');
  expect(judge(rules, 'aaaaaa').reasons).toEqual(['rule.run']);
  expect(judge(rules, 'line one here\nline one here').verdict).toBe('allow');
  expect(judge(rules, 'line one here\nline one here\nline one here').reasons).toEqual(['rule.line']);
  expect(judge(rules, 'hello there', { same: 2 }).verdict).toBe('allow');
  expect(judge(rules, 'hello there', { same: 3 })).toEqual({ verdict: 'rejected', reasons: ['rule.text'] });
  expect(judge(rules, 'ok', { same: 9 }).verdict).toBe('allow');
  const young = (hours: number, publishedCount: number) => ({
    author: { accountCreatedAt: new Date(NOW - hours * HOUR), publishedCount },
  });
  expect(judge(rules, 'https://a.example', young(1, 1)).reasons).toEqual(['rule.new']);
  expect(judge(rules, 'no link', young(1, 0)).verdict).toBe('allow');
  expect(judge(rules, 'https://a.example', young(24, 0)).verdict).toBe('allow');
  expect(judge(rules, 'https://a.example', young(1, 2)).verdict).toBe('allow');
  expect(repetitionSeconds(rules)).toBe(3600);
});

test('the author is asked for only by texts that a rule for new accounts could match', () => {
  const rules = parseRules(`
newAccounts:
  - { id: linked, verdict: review, kinds: [post], firstTexts: 150, youngerThan: 24h, links: 2 }
  - { id: any, verdict: review, kinds: [comment], firstTexts: 3, youngerThan: 24h }`);
  expect(firstTextsAsked(rules, { kind: 'post', links: 1 })).toBe(0);
  expect(firstTextsAsked(rules, { kind: 'post', links: 2 })).toBe(150);
  expect(firstTextsAsked(rules, { kind: 'comment', links: 0 })).toBe(3);
});

test('the strictest verdict wins, every reason is reported, and rules apply per kind', () => {
  const rules = parseRules(`
words:
  - { id: soft, verdict: review, kinds: [post], languages: { en: [alpha] } }
  - { id: hard, verdict: rejected, kinds: [comment, post], languages: { en: [beta] } }`);
  expect(judge(rules, 'alpha beta')).toEqual({ verdict: 'rejected', reasons: ['rule.soft', 'rule.hard'] });
  expect(judge(rules, 'alpha', { kind: 'comment' }).verdict).toBe('allow');
});

test('an invalid rules file is refused with the location of the mistake', () => {
  const mistake = (yaml: string): string => {
    try {
      parseRules(yaml);
    } catch (error) {
      if (error instanceof RulesFileError) return error.message;
    }
    return 'none';
  };
  expect(mistake('words: [')).toContain('YAML');
  expect(mistake('links: [{ id: a, verdict: allow, moreThan: 1 }]')).toContain('links.0.verdict');
  expect(mistake('link: []')).toContain('link');
  expect(mistake('words: [{ id: a, verdict: review, languages: { en: ["\u200b"] } }]')).toContain('languages.en.0');
  expect(mistake('repetition: [{ id: a, verdict: review }]')).toContain('needs sameCharacter');
  expect(mistake('newAccounts: [{ id: a, verdict: review, firstTexts: 1, youngerThan: soon }]')).toContain('72h');
  expect(
    mistake('links: [{ id: a, verdict: review, moreThan: 1 }, { id: a, verdict: review, moreThan: 2 }]'),
  ).toContain('two rules are called a');
  expect(mistake('')).toBe('none');
  expect(() => readRulesFile('/nowhere/rules.yaml')).toThrow(RulesFileError);
});

const SHIPPED = readRulesFile(join(PACKAGE_ROOT, 'config/moderation.yaml')).rules;

test('no shipped rule matches thirty different posts of a new account without links', () => {
  const author = { accountCreatedAt: new Date(NOW - 1000), publishedCount: 0 };
  const texts = [
    'Hello everyone, this is my first post here',
    'はじめまして！よろしくお願いします',
    '大家好，我是新来的',
    '안녕하세요, 처음 왔어요',
    'a'.repeat(20_000),
    'w'.repeat(120),
    'I full combo\u2019d 六兆年 on expert!!! 🎉🎉🎉',
    'Selling? No: trading cards only',
  ];
  for (let index = 0; index < 30; index += 1) {
    const text = `${texts[index % texts.length]} ${index}`;
    expect(judge(SHIPPED, text, { author })).toEqual({ verdict: 'allow', reasons: [] });
  }
  for (const name of ['Test User', '太郎', 'Person 17', 'Admin fan club', 'Dr. K', '公式ファン', 'user_1']) {
    expect(judge(SHIPPED, name, { kind: 'profile-name' }).verdict).toBe('allow');
  }
});

test('shipped rules match their targets', () => {
  expect(judge(SHIPPED, 'The best 0nline Ca\u200bsino').reasons).toEqual(['rule.advertising']);
  expect(judge(SHIPPED, 'アカウント売ります').reasons).toEqual(['rule.account-trade']);
  expect(judge(SHIPPED, 'ｃｕｓｔｏｍｅｒ ｓｕｐｐｏｒｔ', { kind: 'profile-name' }).verdict).toBe('rejected');
  expect(judge(SHIPPED, 'visit evil.com', { kind: 'profile-name' }).verdict).toBe('rejected');
});

test('hostile texts are judged quickly', () => {
  for (const unit of ['a ', 'a.', '&#', 'online ', '\u0301', '字', ' !', 'a-', 'www.', 'http://', 'a.a.a.a.com']) {
    const text = unit.repeat(Math.ceil(20_000 / unit.length));
    expect(['allow', 'review']).toContain(judge(SHIPPED, text).verdict);
  }
});
