// What a system shows of the sound that plays, and what its media keys do (Media Session).
import type { SoundMemory } from './sound-memory.ts';

/** What a system shows of the sound that plays, and what its keys do. */
export function describeToSystem(
  audio: HTMLAudioElement,
  song: Pick<SoundMemory, 'title' | 'artist' | 'picture'>,
): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const { title, artist, picture } = song;
  mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    artwork: picture === null ? [] : [{ src: picture }],
  });
  mediaSession.setActionHandler('play', () => void audio.play().catch(() => undefined));
  mediaSession.setActionHandler('pause', () => audio.pause());
  mediaSession.setActionHandler('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) audio.currentTime = seekTime;
  });
  const place = (): void => {
    const { duration, currentTime, playbackRate } = audio;
    if (!Number.isFinite(duration) || currentTime > duration) return;
    mediaSession.setPositionState({ duration, position: currentTime, playbackRate });
  };
  // Properties, since this runs at each start of the sound.
  audio.onseeked = place;
  audio.onratechange = place;
  audio.onloadedmetadata = place;
  place();
}
