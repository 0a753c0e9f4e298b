// Short messages at the edge of the screen. Never the only place of a message that matters later.

export interface ToastOptions {
  /** Errors stay until they are closed. */
  readonly kind?: 'news' | 'error';
  /** A link of the toast, such as the one to sign in. */
  readonly link?: { readonly href: string; readonly text: string };
  /** A button of the toast, such as undo. */
  readonly act?: { readonly text: string; readonly run: () => void };
}

const STAYS_MS = 6_000;

/** Shows a message in the region that the page has for them. */
export function showToast(text: string, { kind = 'news', link, act }: ToastOptions = {}): void {
  const region = document.getElementById('toasts');
  if (region === null) return;
  const toast = document.createElement('div');
  toast.className = kind === 'error' ? 'toast toast-error' : 'toast';
  const words = document.createElement('span');
  words.textContent = text;
  toast.append(words);
  if (link !== undefined) {
    const anchor = document.createElement('a');
    anchor.href = link.href;
    anchor.textContent = link.text;
    toast.append(anchor);
  }
  if (act !== undefined) {
    toast.append(
      makeButton(act.text, () => {
        act.run();
        toast.remove();
      }),
    );
  }
  const close = makeButton('×', () => toast.remove());
  close.setAttribute('aria-label', region.dataset.close ?? '');
  toast.append(close);
  region.append(toast);
  // Toasts are above open dialogs.
  if (region.matches(':popover-open')) region.hidePopover();
  region.showPopover();
  if (kind === 'error') return;
  let timer = 0;
  const leave = (): void => {
    timer = window.setTimeout(() => toast.remove(), STAYS_MS);
  };
  const stay = (): void => window.clearTimeout(timer);
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, stay);
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, leave);
  leave();
}

function makeButton(text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', run);
  return button;
}
