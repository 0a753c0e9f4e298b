// Puts the focus where a page that came back from a form wants it.

/** Focuses the element that the page marks, the summary of what a form refused, unless somebody types already. */
export function focusFault(): void {
  const { activeElement: at } = document;
  const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
  if (isField && at.value !== at.defaultValue) return;
  document.querySelector<HTMLElement>('[data-focus]')?.focus();
}
