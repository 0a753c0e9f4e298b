// Suggestions below the search field: a combobox with a list, by the pattern of the ARIA Authoring Practices Guide. The focus
// stays in the field; the arrows move through the list, Enter opens what is chosen, and without a choice it sends the form.

import { call } from '../call.ts';
import type { AnswerBody } from '../endpoints.ts';
import { basePath } from '../page.ts';

type Found = AnswerBody<'GET /api/v1/search'>;

const LIST = 'search-suggestions';
/** Pause in typing after which suggestions are requested. */
const PAUSE_MS = 120;
const LIMIT = 4;
const KEPT = 50;

interface Suggestion {
  readonly text: string;
  readonly more?: string;
  readonly path: string;
}

/** Shows suggestions below a search field. */
export function suggest(form: HTMLFormElement, field: HTMLInputElement): void {
  const words: Readonly<Record<string, string>> = JSON.parse(form.dataset.search ?? '{}');
  const list = document.createElement('div');
  const status = document.createElement('span');
  list.id = LIST;
  list.className = 'search-suggestions';
  list.role = 'listbox';
  list.hidden = true;
  list.ariaLabel = field.ariaLabel;
  status.className = 'unseen';
  status.role = 'status';
  form.append(list, status);
  field.role = 'combobox';
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', LIST);
  field.ariaExpanded = 'false';

  const kept = new Map<string, Found>();
  let options: HTMLAnchorElement[] = [];
  let chosen = -1;
  let timer = 0;
  let asking = new AbortController();

  const choose = (index: number): void => {
    options[chosen]?.setAttribute('aria-selected', 'false');
    chosen = index;
    const option = options[chosen];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', option.id);
  };
  const close = (): void => {
    clearTimeout(timer);
    asking.abort();
    choose(-1);
    list.hidden = true;
    field.ariaExpanded = 'false';
  };
  const show = (q: string, found: Found): void => {
    choose(-1);
    const groups = groupsOf(found, words);
    const all = {
      text: (words.showAll ?? '{q}').replace('{q}', () => q),
      path: `/search?${new URLSearchParams({ q })}`,
    };
    options = [];
    const write = (suggestion: Suggestion): HTMLAnchorElement => {
      const option = optionOf(suggestion, options.length);
      options.push(option);
      return option;
    };
    const parts = groups.map(({ title, suggestions }, index) => {
      const group = document.createElement('div');
      const name = document.createElement('span');
      group.role = 'group';
      name.id = `${LIST}-group-${index}`;
      name.className = 'search-group';
      name.textContent = title;
      group.setAttribute('aria-labelledby', name.id);
      group.append(name, ...suggestions.map(write));
      return group;
    });
    list.replaceChildren(...parts, write(all));
    list.hidden = false;
    field.ariaExpanded = 'true';
    status.textContent = (words.count ?? '').replace('{count}', () => String(options.length - 1));
  };
  const ask = async (): Promise<void> => {
    const q = field.value.trim();
    if (q === '') return close();
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const known = kept.get(q);
    if (known !== undefined) return show(q, known);
    const { lang: locale } = document.documentElement;
    const find = (kinds?: string) =>
      call('GET /api/v1/search', { query: { q, kinds, limit: LIMIT, locale, suggest: '1' }, signal });
    let outcome = await find();
    // Catalogs are there without a database.
    if (!outcome.ok && outcome.code === 'database_unavailable') outcome = await find('entities');
    // The form still searches where suggestions fail.
    if (signal.aborted) return;
    if (!outcome.ok) return close();
    if (kept.size === KEPT) kept.clear();
    kept.set(q, outcome.body);
    show(q, outcome.body);
  };
  const askSoon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  };

  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) askSoon();
  });
  field.addEventListener('compositionend', askSoon);
  field.addEventListener('focus', askSoon);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && !list.hidden) {
      // The first press closes the list, and the next one empties the field.
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) askSoon();
      else choose(stepped(chosen, options.length, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && options[chosen] !== undefined && !list.hidden) {
      event.preventDefault();
      options[chosen]?.click();
    }
  });
  // A press in the list would take the focus away before it follows the link.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  field.addEventListener('blur', close);
  form.addEventListener('submit', close);
  if (field.value.trim() !== '') askSoon();
}

/** From the field, which is -1, through the options and back. */
function stepped(at: number, length: number, step: 1 | -1): number {
  const next = at + step;
  if (next < -1) return length - 1;
  return next >= length ? -1 : next;
}

function groupsOf(
  { entities, posts, people, tags }: Found,
  words: Readonly<Record<string, string>>,
): readonly { readonly title: string; readonly suggestions: readonly Suggestion[] }[] {
  const groups = [
    {
      title: words.entities ?? '',
      suggestions: (entities?.items ?? []).map(({ server, resource, id, title }) => ({
        text: title,
        more: resource,
        path: `/catalog/${server}/${resource}/${encodeURIComponent(id)}`,
      })),
    },
    {
      title: words.posts ?? '',
      suggestions: (posts?.items ?? []).map(({ id, title, authorName }) => ({
        text: title,
        more: authorName,
        path: `/community/posts/${id}`,
      })),
    },
    {
      title: words.people ?? '',
      suggestions: (people?.items ?? []).map(({ uid, handle, displayName }) => ({
        text: displayName,
        ...(handle === null ? {} : { more: `@${handle}` }),
        path: `/@${handle ?? uid}`,
      })),
    },
    {
      title: words.tags ?? '',
      suggestions: (tags?.items ?? []).map(({ name }) => ({
        text: `#${name}`,
        path: `/community/tags/${encodeURIComponent(name)}`,
      })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

function optionOf({ text, more, path }: Suggestion, index: number): HTMLAnchorElement {
  const option = document.createElement('a');
  const name = document.createElement('span');
  option.id = `${LIST}-${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.setAttribute('aria-selected', 'false');
  option.href = `${basePath()}${path}${forcedLanguage(path)}`;
  name.dir = 'auto';
  name.textContent = text;
  option.append(name);
  if (more !== undefined) {
    const below = document.createElement('span');
    below.className = 'meta';
    below.dir = 'auto';
    below.textContent = more;
    option.append(below);
  }
  return option;
}

/** Links keep the language that the address forces. */
function forcedLanguage(path: string): string {
  const lang = new URLSearchParams(location.search).get('lang');
  return lang === null ? '' : `${path.includes('?') ? '&' : '?'}${new URLSearchParams({ lang })}`;
}
