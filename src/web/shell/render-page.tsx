/** @jsxImportSource preact */
// Renders a page to HTML: the content first, since it says which islands the head and the words are for.
import { renderToString } from 'preact-render-to-string';
import { Refusal } from '../../kernel/refusal.ts';
import type { BundlePlan } from '../bundle/build-bundle.ts';
import { ISLANDS, type IslandName } from '../islands/all.ts';
import type { PageIslands } from '../islands/hydrate.ts';
import { IslandsContext } from '../islands/island.tsx';
import { type PageEnd, PageEndContext } from '../ui/page-end.ts';
import { TintsContext } from '../ui/tints.ts';
import { Head } from './head.tsx';
import { Layout } from './layout.tsx';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';
import { tintPath } from './sheets.ts';

/** JSON inside a script element: only `</script` and `<!--` would end it. */
const dataText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const BODY_END = '</body>';

/** The last guard: each part of a page bounds what it renders to far less. */
const CHARACTERS_MAX = 8 * 1024 * 1024;

/** A page as a whole document. */
interface Rendered {
  readonly html: string;
  /** From when on it is no longer true; undefined: the time of day does not change it. */
  readonly endsAt: number | undefined;
}

/** Renders a page. */
export function renderPage(context: PageContext, page: Page, plan: BundlePlan): Rendered {
  const names = new Set<IslandName>();
  const wanted = new Set<IslandName>();
  const tints = new Set<string>(page.tint === undefined ? [] : [page.tint]);
  const end: PageEnd = { at: undefined };
  const { locale, theme, basePath, ownWords } = context;
  const body = renderToString(
    <IslandsContext.Provider value={{ locale, ownWords, names, wanted }}>
      <TintsContext.Provider value={tints}>
        <PageEndContext.Provider value={end}>
          <Layout context={context} page={page}>
            {page.content}
          </Layout>
        </PageEndContext.Provider>
      </TintsContext.Provider>
    </IslandsContext.Provider>,
  );
  const head = renderToString(<Head context={context} page={page} plan={plan} islands={wanted} />);
  const data = [
    ...(names.size === 0 ? [] : [['id="islands" type="application/json"', islandsOf(names, context, plan)] as const]),
    ...(page.structured ?? []).map((thing) => ['type="application/ld+json"', thing] as const),
  ].map(([attributes, value]) => `<script ${attributes}>${dataText(value)}</script>`);
  const marks = `lang="${locale}"${theme === undefined ? '' : ` data-theme="${theme}"`}${
    basePath === '' ? '' : ` data-base="${encodeURI(basePath)}"`
  }`;
  const whole = head.replace('</head>', (end) => `${data.join('')}${end}`);
  // Behind the content, which does not wait for the colours of its cards.
  const sheets = [...tints]
    .filter((digits) => digits !== page.tint)
    .map((digits) => `<link rel="stylesheet" href="${basePath}${tintPath(digits)}">`);
  const html = `<!doctype html><html ${marks}>${whole}${body.slice(0, -BODY_END.length)}${sheets.join('')}${BODY_END}</html>`;
  if (html.length > CHARACTERS_MAX) throw new Refusal('page_too_large');
  return { html, endsAt: end.at };
}

const islandsOf = (
  names: ReadonlySet<IslandName>,
  { locale, ownWords }: PageContext,
  { islands }: BundlePlan,
): PageIslands =>
  Object.fromEntries(
    [...names].map((name) => [
      name,
      { file: islands[name]?.file ?? '', words: ISLANDS[name].wordsIn(locale, ownWords) },
    ]),
  );
