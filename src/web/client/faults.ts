// Puts the focus where a page that came back from a form wants it.

/** Focuses the element that the page marks, the summary of what a form refused. */
export function focusFault(): void {
  document.querySelector<HTMLElement>('[data-focus]')?.focus();
}
