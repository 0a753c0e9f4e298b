// Plain text of Markdown, tags, mentions and grams: examples, and properties of any text.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isCommentBody, isPostBody, isPostTitle, planPost } from './rules.ts';
import {
  countCharacters,
  cutCharacters,
  findHashtags,
  findMentions,
  foldSearch,
  gramVector,
  listGrams,
  listSearchedGrams,
  normalizeTag,
  readPlainText,
} from './text.ts';

test('only the words of markup count', () => {
  const { text, prose } = readPlainText('# A *b* [c](http://d#e)\n\n- `code #no`\n\n> quote<br>\n\n![alt](x.png)');
  expect(text.replace(/\s+/g, ' ').trim()).toBe('A b c code #no quote alt');
  expect(prose).not.toContain('#no');
});

test('hashtags: once each, in any script, not in addresses or words', () => {
  const tags = (source: string): readonly string[] => findHashtags(readPlainText(source), 10);
  expect(tags('#One #one a#two &#35; https://x.org/#three #日本語タグ (#four) ##five')).toEqual([
    'one',
    '日本語タグ',
    'four',
  ]);
  expect(tags(Array.from({ length: 20 }, (_, index) => `#t${index}`).join(' '))).toHaveLength(10);
});

test('mentions: handles and uids, not addresses', () => {
  const found = findMentions(readPlainText('@Ann, (@bob_b) @10001 mail@x.org `@code` @x'));
  expect(found).toEqual({ handles: ['ann', 'bob_b'], uids: [10001] });
});

test('mentions may be adjacent to scripts without spaces, and use the full-width sign', () => {
  const found = findMentions(
    readPlainText(
      'ありがとう@annさんと＠bob-b。@carol님 @10001さん 謝謝@dora！ @eveー @ฟ้า @finnö mail＠example почта@example @gus@example',
    ),
  );
  expect(found).toEqual({ handles: ['ann', 'bob-b', 'carol', 'dora', 'eve'], uids: [10001] });
});

test('invisible characters are not content and not a title', () => {
  for (const unseen of [
    ' \u3000\n',
    '\u200b',
    '\u2060\u200d',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\u202e',
    '\ufe0f',
    '\u0301',
  ]) {
    expect([isPostBody(unseen), isPostTitle(unseen), isCommentBody(unseen)]).toEqual([false, false, false]);
    expect(planPost({ body: `${unseen}\n\nHello`, title: undefined, tags: [] }).title).toBe('Hello');
    expect(isPostTitle(planPost({ body: `${unseen.repeat(200)}Hello`, title: undefined, tags: [] }).title)).toBe(true);
  }
  for (const seen of [
    '\u2764\ufe0f',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '---',
    'e\u0301',
    '\u0e33',
  ]) {
    expect([isPostBody(seen), isPostTitle(seen), isCommentBody(seen)]).toEqual([true, true, true]);
  }
});

test('tags are normalised', () => {
  expect([' #Ａbc ', '歌', '-x', 'a b', '', 'x'.repeat(33)].map(normalizeTag)).toEqual([
    'abc',
    '歌',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the grams of any substring are in the index of its text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.nat(50),
      fc.integer({ min: 1, max: 10 }),
      (source, from, length) => {
        const folded = foldSearch(source);
        const part = foldSearch([...folded].slice(from, from + length).join(''));
        if (part === '' || !folded.includes(part)) return;
        const grams = listGrams(folded);
        for (const gram of listSearchedGrams(part)) expect(grams.has(gram)).toBe(true);
        expect(gramVector(grams).includes('\n')).toBe(false);
      },
    ),
  );
});

test('cutting counts code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, max) => {
      const cut = cutCharacters(text, max);
      expect(countCharacters(cut)).toBe(Math.min(max, countCharacters(text)));
      expect(text.startsWith(cut)).toBe(true);
    }),
  );
});

test('every body gives a post with a title of 1 to 120 characters', () => {
  for (const hostile of [
    '>'.repeat(20_000),
    '['.repeat(20_000),
    '[![a]('.repeat(3_300),
    '<!-- -->',
    '![](x)',
    '**a *b '.repeat(2_800),
  ]) {
    const { title } = planPost({ body: hostile, title: undefined, tags: [] });
    expect(countCharacters(title)).toBeGreaterThan(0);
    expect(countCharacters(title)).toBeLessThanOrEqual(120);
  }
});
