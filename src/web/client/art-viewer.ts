// The art of an entity opens over the page, where arrows, keys and fingers lead to its other pictures. Without script, and for
// presses that ask for another tab, it is a link to the file.

/** A finger that moved less meant something else. */
const SWIPE_PIXELS = 48;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Opens these links to pictures in the dialog of the page. */
export function watchArt(dialog: HTMLDialogElement, links: readonly HTMLAnchorElement[]): void {
  const picture = new Image();
  const frame = dialog.querySelector<HTMLElement>('[data-art-frame]');
  const place = dialog.querySelector<HTMLElement>('[data-art-place]');
  const download = dialog.querySelector<HTMLAnchorElement>('[data-art-download]');
  const zoom = dialog.querySelector<HTMLButtonElement>('[data-art-zoom]');
  if (!frame || !place || !download || !zoom) return;
  frame.append(picture);
  const count = links.length;
  let at = 0;
  let touchedAt: number | undefined;

  const setZoom = (isZoomed: boolean): void => {
    frame.classList.toggle('lightbox-zoomed', isZoomed);
    zoom.ariaPressed = String(isZoomed);
  };
  const show = (next: number): void => {
    at = (next + count) % count;
    const link = links[at];
    if (link === undefined) return;
    setZoom(false);
    picture.src = link.href;
    picture.alt = link.querySelector('img')?.alt ?? '';
    download.href = link.href;
    const pattern = place.dataset.artPlace ?? '';
    place.textContent = pattern.replace('{number}', () => String(at + 1)).replace('{count}', () => String(count));
  };
  for (const [own, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      show(own);
      dialog.showModal();
    });
  }
  zoom.addEventListener('click', () => setZoom(zoom.ariaPressed !== 'true'));
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-art-step]')) {
    button.addEventListener('click', () => show(at + Number(button.dataset.artStep)));
  }
  dialog.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    // Arrows move a picture in full size.
    if (step === undefined || zoom.ariaPressed === 'true' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(at + step);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target === frame) dialog.close();
  });
  dialog.addEventListener('touchstart', ({ touches }) => {
    touchedAt = touches.length === 1 && zoom.ariaPressed !== 'true' ? touches[0]?.clientX : undefined;
  });
  dialog.addEventListener('touchend', ({ changedTouches }) => {
    const to = changedTouches[0]?.clientX;
    if (touchedAt !== undefined && to !== undefined && Math.abs(to - touchedAt) >= SWIPE_PIXELS) {
      show(at + (to < touchedAt ? 1 : -1));
    }
    touchedAt = undefined;
  });
  dialog.dataset.alive = '';
}
