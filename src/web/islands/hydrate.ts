// Brings the islands of the page to life. Loaded by start.ts when there are any.
import { type ComponentType, h, hydrate } from 'preact';
import type { Locale } from '../../kernel/names.ts';
import { sayFrom, type Words } from '../messages/say.ts';
import { hydrateHeld } from './held-fields.ts';
import { componentNameOf } from './names.ts';

/** What a page says of its islands: the file of each, beside this one, and its words. */
export type PageIslands = Readonly<Record<string, { readonly file: string; readonly words: Words }>>;

type AnyComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** Hydrates all islands, each when its `data-when` says so. */
export function hydrateIslands(locale: Locale, islands: PageIslands): void {
  const wake = async (element: HTMLElement): Promise<void> => {
    const name = element.dataset.island ?? '';
    const island = islands[name];
    if (island === undefined) return;
    const loaded: unknown = await import(new URL(island.file, import.meta.url).href);
    const component: unknown = Object(loaded)[componentNameOf(name)];
    if (!isComponent(component)) return;
    const props: unknown = JSON.parse(element.dataset.props ?? '{}');
    const node = h(component, { ...Object(props), say: sayFrom(island.words, locale), locale });
    hydrateHeld(element, () => hydrate(node, element));
    element.dataset.alive = '';
  };
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]'))
    schedule(element, () => void wake(element));
}

const isComponent = (value: unknown): value is AnyComponent => typeof value === 'function';

const NEAR = '200px';

function schedule(element: HTMLElement, wake: () => void): void {
  switch (element.dataset.when) {
    case 'load':
      wake();
      return;
    case 'visible': {
      // The wrapper has no box of its own.
      const target = element.firstElementChild ?? element;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          wake();
        },
        { rootMargin: NEAR },
      );
      observer.observe(target);
      return;
    }
    case 'focus':
      element.closest('form')?.addEventListener('focusin', wake, { once: true });
      return;
    default:
      if ('requestIdleCallback' in window) requestIdleCallback(wake, { timeout: 500 });
      else setTimeout(wake, 0);
  }
}
