// The slider of what an entity has per level: shows the row of the table that it stands at.

/** Brings all sliders of the page to life. */
export function watchLevels(): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-levels]')) watchOne(section);
}

function watchOne(section: HTMLElement): void {
  const slider = section.querySelector<HTMLInputElement>('input[type=range]');
  const rows = [...section.querySelectorAll('tbody tr')];
  const figures = [...section.querySelectorAll('.level-figure')];
  const name = section.querySelector('.level-name');
  if (slider === null || name === null) return;
  const show = (): void => {
    const row = rows[slider.valueAsNumber];
    if (row === undefined) return;
    name.textContent = row.querySelector('th')?.textContent ?? '';
    slider.setAttribute('aria-valuetext', name.textContent);
    const cells = [...row.querySelectorAll('td')];
    for (const [index, figure] of figures.entries()) {
      figure.textContent = cells[index]?.textContent ?? '';
      const bar = figure.nextElementSibling;
      if (bar instanceof HTMLProgressElement) bar.value = Number(cells[index]?.dataset.value ?? 0);
    }
  };
  slider.addEventListener('input', show);
  // A browser that comes back to a page may have kept where the slider stood.
  show();
}
