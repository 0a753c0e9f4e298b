// One sound at a time: what begins to play silences everything else, in other tabs too. And a sound that was playing when the
// page before was left goes on in a bar.
import { hasSound } from './sound-memory.ts';

const NAME = 'livehouse.sound';

/** Watches all sounds of the page, those that come later too. */
export function playOneSound(): void {
  const others = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : undefined;
  const pauseAll = (but?: EventTarget | null): void => {
    for (const sound of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (sound !== but) sound.pause();
  };
  // Events of media do not bubble, but they are seen on the way down.
  document.addEventListener(
    'play',
    ({ target }) => {
      pauseAll(target);
      others?.postMessage('playing');
    },
    true,
  );
  others?.addEventListener('message', () => pauseAll());
  if (hasSound()) void import('./sound-bar.ts').then(({ openSoundBar }) => openSoundBar());
}
