// Menus close on Escape and on a press outside; tabs show the current one.

/** Watches all menus of the page, those that come later too. */
export function closeMenus(): void {
  const openMenus = (): readonly HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'),
  ];
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}

/** Scrolls tabs that are wider than the screen to the current one. The page itself does not move. */
export function revealCurrentTabs(): void {
  for (const current of document.querySelectorAll<HTMLElement>('.tabs [aria-current]')) {
    const row = current.closest('.tabs');
    if (row === null) continue;
    const [from, to] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
    row.scrollLeft += to.left + to.width / 2 - (from.left + from.width / 2);
  }
}
