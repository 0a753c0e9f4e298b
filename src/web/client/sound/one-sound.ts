// One sound at a time: what begins to play silences everything else, in other tabs too. Loaded at the first sound of a page.

const NAME = 'livehouse.sound';

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined;
tabs?.addEventListener('message', () => pauseAll());

function pauseAll(but?: EventTarget | null): void {
  for (const sound of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (sound !== but) sound.pause();
}

/** Silences all sounds but this one. */
export function silenceOthers(playing: EventTarget | null): void {
  pauseAll(playing);
  tabs?.postMessage('playing');
}
