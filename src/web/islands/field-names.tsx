/** @jsxImportSource preact */
// Suggests the names of fields while somebody writes a filter into a text area of the page. Without script there is nothing.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../client/call.ts';
import type { Spoken } from '../messages/say.ts';
import { conditionPath, matchingPaths, wordBefore } from './catalog-parts/path-word.ts';

export interface FieldNamesProps {
  /** Id of the text area. */
  readonly field: string;
  readonly server: string;
  readonly resource: string;
  readonly release: string;
}

interface Suggested {
  readonly paths: readonly string[];
  /** The one that the arrow keys reached; -1: none. */
  readonly active: number;
}

const MOST = 8;
const NOTHING: Suggested = { paths: [], active: -1 };

/** Suggests names of fields for a text area. */
export function FieldNames(props: FieldNamesProps & Spoken<'suggestions' | 'hint'>): VNode {
  const { field, server, resource, release, say } = props;
  const [{ paths, active }, setShown] = useState(NOTHING);
  const choosing = useRef<((path: string) => void) | undefined>(undefined);
  const list = `${field}-options`;

  useEffect(() => {
    const area = document.getElementById(field);
    if (!(area instanceof HTMLTextAreaElement)) return;
    let known: readonly string[] = [];
    // Keys may follow one another faster than the list is drawn.
    let shown = NOTHING;
    const show = (next: Suggested): void => {
      shown = next;
      setShown(next);
      if (next.active < 0) area.removeAttribute('aria-activedescendant');
      else area.setAttribute('aria-activedescendant', `${list}-${next.active}`);
    };
    const close = (): void => show(NOTHING);
    const look = (): void => {
      const word = wordBefore(area.value, area.selectionStart);
      show({ paths: word === undefined ? [] : matchingPaths(known, word.text, MOST), active: -1 });
    };
    const choose = (path: string): void => {
      const word = wordBefore(area.value, area.selectionStart);
      if (word !== undefined) area.setRangeText(conditionPath(path), word.start, word.start + word.text.length, 'end');
      close();
    };
    const press = (event: KeyboardEvent): void => {
      const count = shown.paths.length;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
      const chosen = shown.paths[shown.active];
      if (event.key === 'ArrowDown') show({ ...shown, active: (shown.active + 1) % count });
      else if (event.key === 'ArrowUp') show({ ...shown, active: (Math.max(0, shown.active) - 1 + count) % count });
      else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
    };
    const learn = async (): Promise<void> => {
      const asked = await call('GET /api/v1/servers/{server}/catalog/query/{resource}/fields', {
        params: { server, resource },
        query: { release },
      });
      if (!asked.ok) return;
      known = asked.body.fields.map(({ path }) => path);
      look();
    };
    const start = (): void => void learn();
    choosing.current = choose;
    area.setAttribute('aria-autocomplete', 'list');
    area.setAttribute('aria-controls', list);
    if (document.activeElement === area) start();
    else area.addEventListener('focus', start, { once: true });
    area.addEventListener('input', look);
    area.addEventListener('blur', close);
    area.addEventListener('keydown', press);
    return () => {
      area.removeEventListener('focus', start);
      area.removeEventListener('input', look);
      area.removeEventListener('blur', close);
      area.removeEventListener('keydown', press);
    };
  }, [field, list, server, resource, release]);

  return (
    <div class="field-names">
      <p class="unseen" aria-live="polite">
        {paths.length > 0 ? say('hint', { count: paths.length }) : ''}
      </p>
      <div id={list} role="listbox" aria-label={say('suggestions')} hidden={paths.length === 0}>
        {paths.map((path, index) => (
          <div
            key={path}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => {
              // The field keeps the focus.
              event.preventDefault();
              choosing.current?.(path);
            }}
          >
            <bdi>{path}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}
