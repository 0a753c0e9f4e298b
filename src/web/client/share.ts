// Shares the canonical address of the page: by the sheet of the system where there is one, else it is copied.
import { copyText } from './clipboard.ts';
import { showToast } from './toast.ts';

/** Makes a button share the address of the page. */
export function watchShare(button: HTMLButtonElement): void {
  button.addEventListener('click', () => void share(button));
}

async function share({ dataset }: HTMLButtonElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const shared = { title: document.title, url };
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(shared);
      return;
    } catch (error) {
      // The reader closed the sheet. Anything else, such as a browser without targets, leads to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) showToast(dataset.share ?? '');
  else
    showToast(
      (dataset.failed ?? '').replace('{url}', () => url),
      { kind: 'error' },
    );
}
