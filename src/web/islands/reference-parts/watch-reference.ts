// The script of the reference: filters the list of operations, copies commands, opens what an address names, and leads addresses
// of the earlier reference to their operations. The form that tries an operation is loaded when it is opened.
import { copyText } from '../../client/clipboard.ts';
import { basePath } from '../../client/page.ts';
import { showToast } from '../../client/toast.ts';
import { fill, type ReferenceWords } from './words.ts';

/** Attaches the script to the page. */
export function watchReference(): void {
  const root = document.querySelector<HTMLElement>('[data-reference]');
  if (root === null) return;
  const words: ReferenceWords = JSON.parse(root.dataset.reference ?? '');
  leadToOperation();
  filterOperations(root, words);
  reveal();
  window.addEventListener('hashchange', reveal);
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-try]') : null;
    if (button === null) return;
    if (button.dataset.try === undefined) void copyFrom(button, words);
    else void import('./try-out.tsx').then(({ openTryOut }) => openTryOut(button, words));
  });
}

/** The earlier reference had `#/{section}/{operation}` at one address. */
function leadToOperation(): void {
  const [, section = '', operation] = /^#\/([^/]+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
  if (section === '') return;
  const slug = section
    .replace(/%[0-9A-F]{2}/gi, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  location.replace(`${basePath()}/docs/${operation ?? slug}`);
}

function filterOperations(root: HTMLElement, words: ReferenceWords): void {
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  const status = root.querySelector('[data-count]');
  if (field === null || status === null) return;
  const groups = [...root.querySelectorAll<HTMLElement>('[data-group]')].map((group) => ({
    group,
    isOpen: group instanceof HTMLDetailsElement && group.open,
    items: [...group.querySelectorAll<HTMLElement>('[data-find]')].map((item) => ({
      item,
      text: `${item.dataset.find} ${item.textContent?.toLowerCase()}`,
    })),
  }));
  const filter = (): void => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { group, isOpen, items } of groups) {
      let found = 0;
      for (const { item, text } of items) {
        item.hidden = !wanted.every((word) => text.includes(word));
        if (!item.hidden) found += 1;
      }
      group.hidden = found === 0;
      if (group instanceof HTMLDetailsElement) group.open = wanted.length === 0 ? isOpen : found > 0;
      count += found;
    }
    status.textContent = fill(count === 0 ? words.none : words.count, { count });
  };
  field.addEventListener('input', filter);
  // What the server found stays until somebody types, who may have begun before this script was there.
  if (field.value !== field.defaultValue) filter();
}

/** Opens what the address names, in browsers that do not. */
function reveal(): void {
  const target = document.getElementById(location.hash.slice(1));
  const details = target?.closest('details');
  if (!details || details.open) return;
  details.open = true;
  target?.scrollIntoView();
}

async function copyFrom(button: HTMLElement, words: ReferenceWords): Promise<void> {
  const text = button.closest('.command')?.querySelector('code')?.textContent ?? '';
  const isCopied = await copyText(text);
  showToast(isCopied ? words.copied : words.copyFailed, isCopied ? {} : { kind: 'error' });
}
