/** @jsxImportSource preact */
// A cached part is rendered once, and reports to every page what it reported to the first.
import { expect, test } from 'bun:test';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Island, IslandsContext } from '../islands/island.tsx';
import { type PageEnd, PageEndContext, usePageEnd, useProvisional } from '../ui/page-end.ts';
import { TintsContext, useTints } from '../ui/tints.ts';
import { CachedPart } from './cached-part.tsx';

function renderPage(content: VNode) {
  const islands = { locale: 'en' as const, ownWords: {}, names: new Set<never>(), wanted: new Set<never>() };
  const tints = new Set<string>();
  const end: PageEnd = { at: undefined };
  const html = renderToString(
    <IslandsContext.Provider value={islands}>
      <TintsContext.Provider value={tints}>
        <PageEndContext.Provider value={end}>{content}</PageEndContext.Provider>
      </TintsContext.Provider>
    </IslandsContext.Provider>,
  );
  return { html, islands: [...islands.names], tints: [...tints], endsAt: end.at };
}

const Tinted = ({ text }: { readonly text: string }): VNode => <p class={useTints()('aabbcc')}>{text}</p>;

function Ending({ at }: { readonly at: number }): VNode {
  usePageEnd(at);
  return <p>{'now'}</p>;
}

test('a part is rendered once for its key, with its colours and islands', () => {
  let count = 0;
  const show = (by: string | undefined) =>
    renderPage(
      <main>
        <CachedPart
          by={by}
          render={() => {
            count++;
            return (
              <>
                <Tinted text="<b>&" />
                <Island name="copy-text" props={{ text: 'x' }} />
              </>
            );
          }}
        />
      </main>,
    );
  const first = show('one');
  expect(first.html).toStartWith('<main><p class="tinted tint-aabbcc">&lt;b>&amp;</p>');
  expect(first).toMatchObject({ islands: ['copy-text'], tints: ['aabbcc'], endsAt: undefined });
  expect(show('one')).toEqual(first);
  expect(count).toBe(1);
  expect(show('two')).toEqual(first);
  expect(show(undefined)).toEqual(first);
  expect(show(undefined)).toEqual(first);
  expect(count).toBe(4);
});

test('what is true for a time is rendered each time, and its page ends with it', () => {
  let at = 2000;
  const show = () => renderPage(<CachedPart by="ending" render={() => <Ending at={at} />} />);
  expect(show()).toMatchObject({ html: '<p>now</p>', endsAt: 2000 });
  at = 1000;
  expect(show().endsAt).toBe(1000);
});

test('what will be known better later is rendered until it is known', () => {
  let size: number | undefined;
  const Sized = (): VNode => {
    useProvisional(size === undefined);
    return <p>{size}</p>;
  };
  const show = () => renderPage(<CachedPart by="sized" render={() => <Sized />} />).html;
  expect(show()).toBe('<p></p>');
  size = 1;
  expect(show()).toBe('<p>1</p>');
  size = 2;
  expect(show()).toBe('<p>1</p>');
});
