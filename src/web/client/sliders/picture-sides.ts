// Two pictures beside each other, laid over each other on a press, with a slider between before and after.

/** Brings all pairs of the page to life. */
export function watchSides(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-sides]')) watchOne(box);
}

function watchOne(box: HTMLElement): void {
  const sides = box.querySelector<HTMLElement>('.picture-sides');
  const button = box.querySelector<HTMLButtonElement>('button');
  const slider = box.querySelector<HTMLInputElement>('input[type=range]');
  if (sides === null || button === null || slider === null) return;
  const { say = '' } = slider.dataset;
  const show = (): void => {
    sides.style.setProperty('--shown', `${slider.value}%`);
    slider.setAttribute(
      'aria-valuetext',
      say.replace('{percent}', () => slider.value),
    );
  };
  slider.addEventListener('input', show);
  button.addEventListener('click', () => {
    const isOver = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(isOver));
    sides.toggleAttribute('data-over', isOver);
    slider.hidden = !isOver;
    if (isOver) slider.focus();
  });
  show();
}
