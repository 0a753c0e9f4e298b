// The bar of a sound that was playing when the page before was left: it goes on where it was, at once where the browser allows
// it, else after one press. On the page of its own song the player goes on instead.
import { describeToSystem } from './media-session.ts';
import { keepSound, recallSound, type SoundMemory } from './sound-memory.ts';

/** The variation selector keeps systems from drawing a coloured picture. */
const PLAY = '▶\uFE0E';
const PAUSE = '❚❚';

/** Opens the bar at the end of the page. */
export function openSoundBar(): void {
  const sound = recallSound();
  if (sound === undefined || location.pathname === sound.page) return;
  const { words } = sound;
  const audio = document.createElement('audio');
  audio.src = sound.src;
  audio.preload = 'auto';
  audio.addEventListener(
    'loadedmetadata',
    () => {
      audio.currentTime = sound.at;
    },
    { once: true },
  );

  const bar = document.createElement('section');
  bar.className = 'sound-bar';
  bar.setAttribute('aria-label', words.region);
  const toggle = makeButton();
  const title = document.createElement('a');
  title.href = sound.href;
  title.dir = 'auto';
  title.textContent = sound.title;
  const close = makeButton();
  close.textContent = '×';
  close.setAttribute('aria-label', words.close);
  bar.append(toggle, title, close, audio);
  const show = (): void => {
    toggle.textContent = audio.paused ? PLAY : PAUSE;
    toggle.setAttribute('aria-label', audio.paused ? words.play : words.pause);
  };
  for (const name of ['play', 'pause', 'ended']) audio.addEventListener(name, show);
  show();
  toggle.addEventListener('click', () => {
    if (audio.paused) void audio.play().catch(() => undefined);
    else audio.pause();
  });
  const leave = (): void => keepSound({ ...sound, at: audio.currentTime || sound.at });
  window.addEventListener('pagehide', leave);
  close.addEventListener('click', () => {
    window.removeEventListener('pagehide', leave);
    keepSound(undefined);
    audio.pause();
    bar.remove();
    document.body.classList.remove('with-sound-bar');
    document.getElementById('main')?.focus();
  });
  document.body.append(bar);
  document.body.classList.add('with-sound-bar');
  resume(audio, sound);
}

/** Goes on where the sound was. A browser that does not allow it leaves the button. */
function resume(audio: HTMLAudioElement, sound: SoundMemory): void {
  describeToSystem(audio, sound);
  void audio.play().catch(() => undefined);
}

function makeButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  return button;
}
