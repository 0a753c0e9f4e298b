/** @jsxImportSource preact */
// The player of a song: the browser's own without script, and with it one button, a slider that says where it is, and the
// volume. It goes on where the page before left it, and leaves the same to the next page.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeToSystem } from '../../client/sound/media-session.ts';
import { songSound } from '../../client/sound/song-sound.ts';
import { keepSound, recallSound } from '../../client/sound/sound-memory.ts';
import type { Spoken } from '../../messages/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconPause, iconPlay, iconVolume2 } from '../../ui/icons.ts';
import { clockTime } from '../../ui/play/clock-time.ts';

export interface SongPlayerProps {
  readonly src: string;
  /** Path of the page. */
  readonly page: string;
  readonly title: string;
  readonly artist: string;
  readonly picture: string | null;
}

export type SongPlayerWord = 'region' | 'play' | 'pause' | 'position' | 'of' | 'volume' | 'close' | 'failed';

export function SongPlayer({ say, ...song }: SongPlayerProps & Spoken<SongPlayerWord>): VNode {
  const sound = useRef<HTMLAudioElement>(null);
  const [isAlive, setAlive] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);

  useEffect(() => {
    const audio = sound.current;
    if (audio === null) return;
    setAlive(true);
    songSound.value = audio;
    const measure = (): void => setLength(Number.isFinite(audio.duration) ? audio.duration : 0);
    const listeners: readonly (readonly [string, () => void])[] = [
      ['loadedmetadata', measure],
      ['durationchange', measure],
      ['timeupdate', () => setAt(audio.currentTime)],
      ['seeking', () => setAt(audio.currentTime)],
      ['pause', () => setPlaying(false)],
      ['error', () => setBroken(true)],
      [
        'play',
        () => {
          setPlaying(true);
          describeToSystem(audio, song);
        },
      ],
    ];
    for (const [name, act] of listeners) audio.addEventListener(name, act);
    measure();
    goOn(audio, song.src);
    const leave = (): void => {
      const words = { region: say('region'), play: say('play'), pause: say('pause'), close: say('close') };
      const href = `${location.pathname}${location.search}`;
      keepSound(audio.paused ? undefined : { ...song, href, at: audio.currentTime, words });
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      for (const [name, act] of listeners) audio.removeEventListener(name, act);
      songSound.value = undefined;
    };
  }, []);

  const toggle = (): void => {
    const audio = sound.current;
    if (audio === null) return;
    if (audio.paused) void audio.play().catch(() => undefined);
    else audio.pause();
  };
  const seek = (event: Event): void => {
    if (sound.current !== null) sound.current.currentTime = numberIn(event);
  };
  const setVolume = (event: Event): void => {
    if (sound.current !== null) sound.current.volume = numberIn(event);
  };
  const shown = say('of', { at: clockTime(at), length: clockTime(length) });
  return (
    <section class="song-player" aria-label={say('region')}>
      {/* biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its sounds */}
      <audio ref={sound} controls={!isAlive} preload="metadata" src={song.src} aria-label={song.title} />
      {isBroken && (
        // In the place of the bar, so that nothing below moves.
        <p class="player-bar player-failed" role="alert">
          {say('failed')}
        </p>
      )}
      {isAlive && !isBroken && (
        <div class="player-bar">
          <button class="player-toggle" type="button" aria-label={say(isPlaying ? 'pause' : 'play')} onClick={toggle}>
            <Icon shape={isPlaying ? iconPause : iconPlay} />
          </button>
          <input
            type="range"
            min="0"
            max={length || 1}
            step="0.1"
            value={at}
            aria-label={say('position')}
            aria-valuetext={shown}
            onInput={seek}
          />
          <span class="player-time">{`${clockTime(at)} / ${clockTime(length)}`}</span>
          <label class="player-volume">
            <Icon shape={iconVolume2} />
            <span class="unseen">{say('volume')}</span>
            <input type="range" min="0" max="1" step="0.05" defaultValue="1" onInput={setVolume} />
          </label>
        </div>
      )}
    </section>
  );
}

const numberIn = ({ currentTarget }: Event): number =>
  currentTarget instanceof HTMLInputElement ? currentTarget.valueAsNumber : 0;

/** Goes on with the sound of the page before, if it is this one. */
function goOn(audio: HTMLAudioElement, src: string): void {
  const before = recallSound();
  keepSound(undefined);
  if (before === undefined || before.src !== src) return;
  audio.currentTime = before.at;
  void audio.play().catch(() => undefined);
}
