// What every page does about sounds: as little as possible until one plays, or one goes on from the page before.
import { hasSound } from './sound-memory.ts';

/** Watches all sounds of the page, those that come later too. */
export function watchSounds(): void {
  // Events of media do not bubble, but they are seen on the way down.
  document.addEventListener(
    'play',
    ({ target }) => void import('./one-sound.ts').then(({ silenceOthers }) => silenceOthers(target)),
    true,
  );
  if (hasSound()) void import('./sound-bar.ts').then(({ openSoundBar }) => openSoundBar());
}
