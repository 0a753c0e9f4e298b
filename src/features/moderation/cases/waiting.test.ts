import { expect, test } from 'bun:test';
import { NO_RULES, type TextRules } from '../rules/rules.ts';
import { explainWaiting } from './waiting.ts';

const base = { verdict: 'review', kinds: ['post'] } as const;
const repetition = { sameCharacter: 9, sameLine: undefined, sameText: undefined };
const newcomer = { firstTexts: 3, youngerThanSeconds: 60 };
const rules: TextRules = {
  words: [{ ...base, id: 'account-trade', match: 'word', terms: /x/ }],
  links: [
    { ...base, id: 'many', moreThan: 3 },
    { ...base, id: 'any', moreThan: 0 },
  ],
  repetition: [{ ...base, ...repetition, id: 'again' }],
  newAccounts: [
    { ...base, ...newcomer, id: 'fresh', links: 0 },
    { ...base, ...newcomer, id: 'fresh-links', links: 4 },
  ],
};

test('rules are told by their kind, each once, in one order', () => {
  const all = ['rule.fresh-links', 'rule.fresh', 'rule.again', 'rule.many', 'rule.account-trade', 'rule.many'];
  expect(explainWaiting(rules, all)).toEqual(['links', 'repetition', 'new_account', 'words']);
  expect(explainWaiting(rules, ['rule.any'])).toEqual(['link']);
  expect(explainWaiting(rules, ['policy.review'])).toEqual(['policy']);
});

test('what cannot be told is an automatic check, and nothing beside a reason that can', () => {
  for (const reason of ['policy.classify', 'system.classifier_unavailable', 'rule.gone-since', 'other.spam-score']) {
    expect(explainWaiting(NO_RULES, [reason])).toEqual(['automatic']);
  }
  expect(explainWaiting(rules, ['rule.many', 'system.classifier_absent'])).toEqual(['links']);
});
