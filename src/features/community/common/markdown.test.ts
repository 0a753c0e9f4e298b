// The cost of parsing, counted instead of timed: characters examined and searches started, for hostile and random
// sources.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { listHostileTexts, makeRandomText } from '../../../../tests/fixtures/hostile-markdown.ts';
import { parseMarkdown } from './markdown.ts';
import { planPost } from './rules.ts';
import { readPlainText } from './text.ts';

/** Counts calls of these methods during a parse; a search with a regular expression counts as one. */
const COUNTED = ['charCodeAt', 'indexOf', 'slice', 'match', 'replace', 'search', 'trim', 'toLowerCase'] as const;

function countSteps(work: () => unknown): number {
  let steps = 0;
  const undo: (() => void)[] = [];
  const count = (owner: object, name: string): void => {
    const before: unknown = Reflect.get(owner, name);
    if (typeof before !== 'function') throw new Error(`${name} is no function`);
    Reflect.set(owner, name, function counted(this: unknown, ...values: unknown[]): unknown {
      steps += 1;
      return Reflect.apply(before, this, values);
    });
    undo.push(() => Reflect.set(owner, name, before));
  };
  for (const name of COUNTED) count(String.prototype, name);
  for (const name of ['exec', 'test']) count(RegExp.prototype, name);
  try {
    work();
  } finally {
    for (const restore of undo) restore();
  }
  return steps;
}

const LENGTH = 4_000;
/** Ordinary text takes 4 per character; the worst known text takes 165, at any length. */
const STEPS_PER_CHARACTER = 250;

const isLinear = (text: string): boolean => countSteps(() => parseMarkdown(text)) <= text.length * STEPS_PER_CHARACTER;

test('the number of steps for hostile text is bounded by its length', () => {
  const slow = listHostileTexts(LENGTH).filter(({ text }) => !isLinear(text));
  expect(slow.map(({ name }) => name)).toEqual([]);
});

test('the number of steps for random repetitions is bounded by their length', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { name, text } = makeRandomText(seed, LENGTH);
      expect([name, isLinear(text)]).toEqual([name, true]);
    }),
    { numRuns: 100 },
  );
});

test('every hostile text can be planned as a post', () => {
  for (const { text } of listHostileTexts(2_000)) {
    if (text.trim() === '' || /^[\s\u200b\0]+$/.test(text)) continue;
    expect(() => planPost({ body: text, title: 'Title', tags: [] })).not.toThrow(TypeError);
  }
});

test('a text that takes too many steps becomes plain paragraphs with all its words', () => {
  const { text } = readPlainText(`# Title\n\n${'> #\na\n'.repeat(3_000)}\n@ann **b**`);
  expect(text.startsWith('# Title\n')).toBe(true);
  expect(text).toContain('@ann **b**');
});

test('words of a link do not depend on its address', () => {
  for (const address of ['https://x.org', 'javascript:a', 'data:text/html,a', '/a b', '//x']) {
    expect(readPlainText(`a [word](<${address}>) b`).text.trim()).toBe('a word b');
  }
});
