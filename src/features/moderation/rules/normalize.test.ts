import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldTerm, readTextForms, textIdentity } from './normalize.ts';

const folded = (text: string): string => readTextForms(text).folded;
const squeezed = (text: string): string => readTextForms(text).squeezed;

test('width, case, accents and lookalikes make no difference', () => {
  for (const disguise of [
    'CASINO',
    'ｃａｓｉｎｏ',
    'сasіnо',
    'cáśìñö',
    '𝓬𝓪𝓼𝓲𝓷𝓸',
    'c4sin0',
    'ⓒⓐⓢⓘⓝⓞ',
    '&#99;asino',
    '&#x63;asino',
  ]) {
    expect(folded(disguise)).toBe('casino');
  }
});

test('invisible and bidi characters make no difference', () => {
  for (const hidden of [
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u202e',
    '\u2066',
    '\u00ad',
    '\u034f',
    '\ufe0f',
    '\u3164',
  ]) {
    expect(folded(`ca${hidden}sino`)).toBe('casino');
  }
});

test('spaced-out letters and symbols inside words are joined', () => {
  for (const disguise of [
    'c a s i n o',
    'c.a.s.i.n.o',
    'c-a-s-i-n-o',
    'c * a * s * i * n * o',
    'ca**si**no',
    'c 4 s 1 n 0',
  ]) {
    expect(squeezed(disguise)).toBe('casino');
  }
  expect(squeezed('カ・ジ・ノ・だ')).toBe('カジノだ');
});

test('different texts stay different', () => {
  expect(folded('が')).not.toBe(folded('か'));
  expect(folded('한국')).toBe('한국');
  expect(folded('2024')).toBe('2024');
  expect(folded('post 1')).not.toBe(folded('post 2'));
  expect(squeezed('I am a fan')).toBe('i am a fan');
});

test('a term is folded like texts, and folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const term = foldTerm(text);
      expect(foldTerm(term)).toBe(term);
    }),
  );
});

test('invisible characters anywhere never change the folded form', () => {
  const invisible = fc.constantFrom(
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\u202a',
    '\u202e',
    '\u2067',
    '\ufeff',
    '\u00ad',
  );
  fc.assert(
    fc.property(
      fc.constantFrom('online casino', 'オンラインカジノ', '온라인카지노'),
      fc.array(fc.tuple(fc.nat(20), invisible)),
      (term, hidden) => {
        let text: string = term;
        for (const [at, character] of hidden) text = `${text.slice(0, at)}${character}${text.slice(at)}`;
        expect(folded(text)).toBe(folded(term));
      },
    ),
  );
});

test('text identity ignores what is between words', () => {
  const identity = (text: string): string => textIdentity(readTextForms(text));
  expect(identity('Buy  now!!! 🎉')).toBe(identity('buy now'));
  expect(identity('Post number 1')).not.toBe(identity('Post number 2'));
});
