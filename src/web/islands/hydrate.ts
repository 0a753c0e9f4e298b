// Brings the islands of the page to life. Loaded by start.ts when there are any.
import { type ComponentType, h, hydrate } from 'preact';
import type { Locale } from '../../kernel/names.ts';
import { sayIn, type Words } from '../messages/say.ts';
import { hydrateHeld } from './held-fields.ts';
import { ISLAND_LOADERS } from './index.ts';

type AnyComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** Hydrates all islands, each when its `data-when` says so. */
export function hydrateIslands(locale: Locale, words: Readonly<Record<string, Words>>): void {
  const say = sayIn(locale);
  const loaders = new Map<string, () => Promise<unknown>>(Object.entries(ISLAND_LOADERS));
  const wake = async (element: HTMLElement): Promise<void> => {
    const name = element.dataset.island ?? '';
    const component = await loaders.get(name)?.();
    if (!isComponent(component)) return;
    const props: unknown = JSON.parse(element.dataset.props ?? '{}');
    const node = h(component, { ...Object(props), words: words[name] ?? {}, say, locale });
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
    default:
      if ('requestIdleCallback' in window) requestIdleCallback(wake, { timeout: 500 });
      else setTimeout(wake, 0);
  }
}
