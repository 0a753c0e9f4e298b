/** @jsxImportSource preact */
// What the tree of a text becomes: elements with the words of the text, headings below those of the page.
import { expect, test } from 'bun:test';
import { renderToString } from 'preact-render-to-string';
import { readMarkdownTree } from '../../features/community/common/markdown-tree.ts';
import { MarkdownView } from './view.tsx';

const links = { mention: (handle: string) => `/@${handle}`, tag: (tag: string) => `/tags/${tag}` };
const show = (source: string, top: 2 | 3 = 3): string =>
  renderToString(<MarkdownView tree={readMarkdownTree(source)} links={links} top={top} />);

test('mentions and tags are links with their words', () => {
  const html = show('Hello @mio_k and #Live, **strong**');
  expect(html).toContain('<a href="/@mio_k">@mio_k</a>');
  expect(html).toContain('<a href="/tags/live">#Live</a>');
  expect(html).toContain('<strong>strong</strong>');
});

test('headings of a text stand below those of the page, without a step left out', () => {
  expect(show('# One\n\n## Two')).toContain('<h3>One</h3><h4>Two</h4>');
  expect(show('# One', 2)).toContain('<h2>One</h2>');
  expect(show('## One\n\n#### Three\n\n## Two')).toContain('<h3>One</h3><h4>Three</h4><h3>Two</h3>');
});

test('HTML is text, and addresses of other schemes are no links', () => {
  const html = show('<b>x</b> [y](javascript:alert(1))');
  expect(html).toContain('&lt;b>');
  expect(html).not.toContain('javascript');
});
