// The tree of a Markdown source: each node type, checked addresses, mentions and tags, and properties of any source.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { listHostileTexts, makeRandomText } from '../../../../tests/fixtures/hostile-markdown.ts';
import { type MarkdownNode, MarkdownTrees, markdownTree, readMarkdownTree } from './markdown-tree.ts';
import { findHashtags, readPlainText } from './text.ts';

const inline = (source: string): readonly MarkdownNode[] => {
  const [block] = readMarkdownTree(source);
  return typeof block === 'object' ? (block.children ?? []) : [];
};

test('every block has its node; headings begin at level 3', () => {
  const source = `# One\n\n##### Five\n\n- a\n  - b\n\n3. c\n\n   d\n\n> quote\n\n\`\`\`ts x="1"\ncode\n\`\`\`\n\n    more\n\n---\n\n<b>raw</b>\n`;
  expect(readMarkdownTree(source)).toEqual([
    { type: 'heading', level: 3, children: ['One'] },
    { type: 'heading', level: 6, children: ['Five'] },
    {
      type: 'list',
      ordered: false,
      children: [
        {
          type: 'listItem',
          children: ['a', { type: 'list', ordered: false, children: [{ type: 'listItem', children: ['b'] }] }],
        },
      ],
    },
    {
      type: 'list',
      ordered: true,
      start: 3,
      children: [
        {
          type: 'listItem',
          children: [
            { type: 'paragraph', children: ['c'] },
            { type: 'paragraph', children: ['d'] },
          ],
        },
      ],
    },
    { type: 'quote', children: [{ type: 'paragraph', children: ['quote'] }] },
    { type: 'codeBlock', language: 'ts', text: 'code\n' },
    { type: 'codeBlock', text: 'more\n' },
    { type: 'rule' },
    { type: 'paragraph', children: ['<b>raw</b>'] },
  ]);
});

test('inline nodes: emphasis, strikes, code, breaks, HTML as text', () => {
  expect(inline('*a* **b _c_** ~~d~~ `e`\nf  \ng <i>h</i>')).toEqual([
    { type: 'emphasis', children: ['a'] },
    ' ',
    { type: 'strong', children: ['b ', { type: 'emphasis', children: ['c'] }] },
    ' ',
    { type: 'strike', children: ['d'] },
    ' ',
    { type: 'code', text: 'e' },
    '\nf',
    { type: 'break' },
    'g <i>h</i>',
  ]);
});

test('links have checked addresses; others are their text', () => {
  const link = (href: string, text: string): MarkdownNode => ({ type: 'link', href, children: [text] });
  expect(inline('[a](https://x.org/p?q=1#r) <mailto:a@x.org> [b](//x.org) [c](/p) [d](javascript:alert(1))')).toEqual([
    link('https://x.org/p?q=1#r', 'a'),
    ' ',
    link('mailto:a@x.org', 'mailto:a@x.org'),
    ' b c d',
  ]);
  for (const address of [
    'JaVaScRiPt:x',
    'data:text/html,x',
    'https://a:b@x.org/',
    'https:',
    'vbscript:x',
    'file:///x',
  ]) {
    expect(inline(`[z](<${address}>)`)).toEqual(['z']);
  }
  expect(inline('see https://x.org/a(b), (https://x.org/c) or http://x.org/日本.')).toEqual([
    'see ',
    link('https://x.org/a(b)', 'https://x.org/a(b)'),
    ', (',
    link('https://x.org/c', 'https://x.org/c'),
    ') or ',
    link('http://x.org/', 'http://x.org/'),
    '日本.',
  ]);
  expect(inline('[see https://y.org @ann #tag](https://x.org)')).toEqual([
    link('https://x.org/', 'see https://y.org @ann #tag'),
  ]);
});

test('pictures become links, and inside of links their text', () => {
  expect(inline('![cat *tail*](https://x.org/a.png) ![b](a.png) ![](https://x.org/c.png)')).toEqual([
    { type: 'link', href: 'https://x.org/a.png', children: ['cat tail'] },
    ' b ',
    { type: 'link', href: 'https://x.org/c.png', children: ['https://x.org/c.png'] },
  ]);
  expect(inline('[![cat](https://x.org/a.png)](https://x.org/)')).toEqual([
    { type: 'link', href: 'https://x.org/', children: ['cat'] },
  ]);
});

test('mentions and tags are those that count', () => {
  expect(inline('ありがとう@Annさん #歌 @10001, a@b.org #a#b `@no` **@bob** @x @ann**e**')).toEqual([
    'ありがとう',
    { type: 'mention', handle: 'ann', text: '@Ann' },
    'さん ',
    { type: 'tag', tag: '歌', text: '#歌' },
    ' ',
    { type: 'mention', handle: '10001', text: '@10001' },
    ', a@b.org ',
    { type: 'tag', tag: 'a', text: '#a' },
    '#b ',
    { type: 'code', text: '@no' },
    ' ',
    { type: 'strong', children: [{ type: 'mention', handle: 'bob', text: '@bob' }] },
    ' @x @ann',
    { type: 'strong', children: ['e'] },
  ]);
  expect(inline('https://x.org/@ann#tag')).toEqual([
    { type: 'link', href: 'https://x.org/@ann#tag', children: ['https://x.org/@ann#tag'] },
  ]);
});

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : `${node.text ?? ''}${textOf(node.children ?? [])}`)).join('');
const elementsOf = (nodes: readonly MarkdownNode[]): readonly Exclude<MarkdownNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children ?? [])]));

function check(source: string): void {
  const tree = readMarkdownTree(source);
  expect(markdownTree.parse(tree)).toEqual([...tree]);
  for (const { type, href, children = [] } of elementsOf(tree)) {
    expect([type, href === undefined]).toEqual([type, type !== 'link']);
    if (href !== undefined) expect(href).toMatch(/^(https?:\/\/[^/]|mailto:)/);
    if (type === 'link') expect(elementsOf(children).filter(({ type: inner }) => inner === 'link')).toEqual([]);
  }
}

test('any source gives a tree of the schema, without links in links', () => {
  for (const { text } of listHostileTexts(2_000)) check(text);
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(5, 40, 400), (seed, length) => check(makeRandomText(seed, length).text)),
    { numRuns: 300 },
  );
});

test('no visible word is lost, and the tags are those of the post', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '#b', '*c*', ' ', '\n\n', '@dan', '> e', '- f', '~~g~~')), (parts) => {
      const source = parts.join(' ');
      const tree = readMarkdownTree(source);
      const plain = readPlainText(source);
      const bare = (text: string): string => text.replace(/\s+/g, '');
      expect(bare(textOf(tree))).toBe(bare(plain.text));
      const tags = new Set(elementsOf(tree).flatMap(({ tag }) => tag ?? []));
      expect([...tags]).toEqual([...findHashtags(plain, 10)]);
    }),
  );
});

test('references to one long address do not multiply it', () => {
  const source = `[a]: https://x.org/${'b'.repeat(1_900)}\n\n${'[a]'.repeat(6_000)}`;
  expect(JSON.stringify(readMarkdownTree(source)).length).toBeLessThan(source.length * 20);
});

test('a source is parsed once', () => {
  const trees = new MarkdownTrees();
  expect(trees.read('*a*')).toBe(trees.read('*a*'));
});

test('inline elements nest 32 deep; what is deeper is text with its signs', () => {
  const depthOf = (source: string): number => {
    let depth = 0;
    for (let level = inline(source); level.length > 0; depth += 1) {
      level = level.flatMap((node) => (typeof node === 'string' ? [] : (node.children ?? [])));
    }
    return depth;
  };
  const nested = (levels: number): string => `${'*a '.repeat(levels)}x${' b*'.repeat(levels)}`;
  // The words of the innermost element are one level more.
  expect([1, 31, 32, 33, 2_600].map((levels) => depthOf(nested(levels)))).toEqual([2, 32, 33, 33, 33]);
  let here = inline(nested(34));
  for (let level = 0; level < 32; level += 1) {
    const found = here.find((node) => typeof node === 'object');
    here = typeof found === 'object' ? (found.children ?? []) : [];
  }
  expect(here).toEqual(['a *a *a x b* b* b']);
  const deepLink = `${'**a '.repeat(40)}[word](https://x.org/)${' b**'.repeat(40)}`;
  expect([depthOf(deepLink), JSON.stringify(inline(deepLink)).includes('word')]).toEqual([33, true]);
});

test('a bare address ends before a bracket', () => {
  const picture = 'https://x.org/a.png';
  expect(inline(`[img]${picture}[/img]`)).toEqual([
    '[img]',
    { type: 'link', href: picture, children: [picture] },
    '[/img]',
  ]);
  expect(inline(`see [${picture}]!`)).toEqual(['see [', { type: 'link', href: picture, children: [picture] }, ']!']);
});
