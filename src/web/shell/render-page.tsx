/** @jsxImportSource preact */
// Renders a page to HTML: the content first, since it says which islands the head and the words are for.
import { renderToString } from 'preact-render-to-string';
import { Refusal } from '../../kernel/refusal.ts';
import type { BundlePlan } from '../bundle/build-bundle.ts';
import { ISLANDS, type IslandName } from '../islands/all.ts';
import { IslandsContext } from '../islands/island.tsx';
import { Head } from './head.tsx';
import { Layout } from './layout.tsx';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';

/** JSON inside a script element: only `</script` and `<!--` would end it. */
const dataText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The last guard: each part of a page bounds what it renders to far less. */
const CHARACTERS_MAX = 8 * 1024 * 1024;

/** The page as a whole document. */
export function renderPage(context: PageContext, page: Page, plan: BundlePlan): string {
  const names = new Set<IslandName>();
  const { locale, theme, basePath, ownWords } = context;
  const body = renderToString(
    <IslandsContext.Provider value={{ locale, ownWords, names }}>
      <Layout context={context} page={page}>
        {page.content}
      </Layout>
    </IslandsContext.Provider>,
  );
  const head = renderToString(<Head context={context} page={page} plan={plan} islands={names} />);
  const data = [
    ...(names.size === 0 ? [] : [['id="words" type="application/json"', wordsOf(names, context)] as const]),
    ...(page.structured ?? []).map((thing) => ['type="application/ld+json"', thing] as const),
  ].map(([attributes, value]) => `<script ${attributes}>${dataText(value)}</script>`);
  const marks = `lang="${locale}"${theme === undefined ? '' : ` data-theme="${theme}"`}${
    basePath === '' ? '' : ` data-base="${encodeURI(basePath)}"`
  }`;
  const whole = head.replace('</head>', (end) => `${data.join('')}${end}`);
  const html = `<!doctype html><html ${marks}>${whole}${body}</html>`;
  if (html.length > CHARACTERS_MAX) throw new Refusal('page_too_large');
  return html;
}

const wordsOf = (
  names: ReadonlySet<IslandName>,
  { locale, ownWords }: PageContext,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...names].map((name) => [name, ISLANDS[name].wordsIn(locale, ownWords)]));
