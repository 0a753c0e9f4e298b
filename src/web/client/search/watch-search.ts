// The search field of the header: `/` focuses it, and suggestions are loaded when it has the focus for the first time.
import { bindKeys } from '../keys.ts';

/** Attaches the key `/` and the suggestions to the search field. */
export function watchSearch(): void {
  const form = document.querySelector<HTMLFormElement>('[data-search]');
  const field = form?.querySelector<HTMLInputElement>('input[name=q]');
  if (!form || !field) return;
  bindKeys({
    '/': () => {
      field.focus();
      field.select();
    },
  });
  field.addEventListener('focus', () => void import('./suggestions.ts').then(({ suggest }) => suggest(form, field)), {
    once: true,
  });
}
