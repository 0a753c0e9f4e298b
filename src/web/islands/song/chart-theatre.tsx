/** @jsxImportSource preact */
// The chart theatre: a chart that scrolls with the sound of the page, or turns its pages where motion is not wanted. Its summary
// and density come from the server; the table of the chart stands below it on the page.
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { copyText } from '../../client/clipboard.ts';
import { areKeysOn } from '../../client/keys.ts';
import { songSound } from '../../client/sound/song-sound.ts';
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { clockTime } from '../../ui/play/clock-time.ts';
import { Controls, type TheatreWord } from '../song-parts/controls.tsx';
import { Density } from '../song-parts/density.tsx';
import { type Drawable, prepareChart } from '../song-parts/drawing.ts';
import { readMoment, stepFrom, writeMoment } from '../song-parts/moments.ts';
import { FIRST_SETTINGS, keepSettings, readSettings, SCROLL, type TheatreSettings } from '../song-parts/settings.ts';
import { type Loop, openStage, type Stage } from '../song-parts/stage.ts';

export interface ChartTheatreProps {
  /** A region, if the source is the provider. */
  readonly server: string;
  readonly source: 'provider' | null;
  readonly song: string;
  readonly difficulty: string;
  /** Release that the page is pinned to. */
  readonly release: string | null;
  readonly seconds: number;
  readonly density: readonly number[];
  /** What the chart is, for those who do not see it. */
  readonly summary: string;
}

export type { TheatreWord };

/** Shortest loop, so that a slip does not make a stutter. */
const LOOP_LEAST = 0.2;

export function ChartTheatre(props: ChartTheatreProps & Spoken<TheatreWord>): VNode {
  const { server, source, song, difficulty, release, seconds, density, summary, say } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const stage = useRef<Stage | undefined>(undefined);
  const [audio, setAudio] = useState<HTMLAudioElement | undefined>(undefined);
  const [chart, setChart] = useState<Drawable | 'loading' | 'failed'>('loading');
  const [settings, setSettings] = useState<TheatreSettings>(FIRST_SETTINGS);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState(1);
  const [loop, setLoop] = useState<Loop | undefined>(undefined);
  const [loopStart, setLoopStart] = useState<number | undefined>(undefined);
  const [isStill, setStill] = useState(false);
  const isPaged = settings.isPaged ?? isStill;
  const facts = useMemo(() => ({ current: { chart: undefined as Drawable | undefined, settings, isPaged, loop } }), []);
  facts.current = { chart: typeof chart === 'string' ? undefined : chart, settings, isPaged, loop };

  const load = async (): Promise<void> => {
    setChart('loading');
    const asked = await call('GET /api/v1/charts/{server}/{song}/{difficulty}', {
      params: { server, song, difficulty },
      query: { release: release ?? undefined, source: source ?? undefined },
    });
    setChart(asked.ok ? prepareChart(asked.body) : 'failed');
  };
  useEffect(() => {
    setSettings(readSettings());
    setStill(matchMedia('(prefers-reduced-motion: reduce)').matches);
    void load();
    return songSound.subscribe(setAudio);
  }, []);
  useEffect(() => {
    if (audio === undefined || canvas.current === null) return;
    const opened = openStage(canvas.current, audio, () => facts.current);
    stage.current = opened;
    const show = (): void => {
      setPlaying(!audio.paused);
      showPosition(slider.current, audio.currentTime, (at) => say('of', { at, length: clockTime(seconds) }));
    };
    const names = ['play', 'pause', 'timeupdate', 'seeking', 'loadedmetadata'];
    for (const name of names) audio.addEventListener(name, show);
    const follow = (): void => {
      const moment = readMoment(location.hash);
      if (moment === undefined) return;
      audio.currentTime = moment.from;
      setLoop(moment.to === undefined ? undefined : { from: moment.from, to: moment.to });
    };
    follow();
    window.addEventListener('hashchange', follow);
    show();
    return () => {
      window.removeEventListener('hashchange', follow);
      for (const name of names) audio.removeEventListener(name, show);
      opened.close();
    };
  }, [audio]);
  useEffect(() => stage.current?.refresh(), [chart, settings, isPaged, loop]);

  const changeSettings = (change: Partial<TheatreSettings>): void => {
    const changed = { ...settings, ...change };
    setSettings(changed);
    keepSettings(changed);
  };
  const play = (): void => {
    if (audio?.paused) void audio.play().catch(() => undefined);
    else audio?.pause();
  };
  const seek = (at: number): void => {
    if (audio !== undefined) audio.currentTime = Math.max(0, Math.min(seconds, at));
  };
  const changeRate = (wanted: number): void => {
    if (audio === undefined) return;
    audio.preservesPitch = true;
    audio.playbackRate = wanted;
    setRate(wanted);
  };
  const changeLoop = (edge: 'from' | 'to' | 'none'): void => {
    const at = audio?.currentTime ?? 0;
    const from = edge === 'from' ? at : (loopStart ?? loop?.from ?? 0);
    const to = edge === 'to' ? at : (loop?.to ?? seconds);
    setLoopStart(edge === 'none' ? undefined : from);
    setLoop(edge === 'none' || to - from < LOOP_LEAST ? undefined : { from, to });
  };
  const copy = async (): Promise<void> => {
    const address = new URL(location.href);
    address.searchParams.set('d', difficulty);
    address.hash = writeMoment(loop ?? { from: audio?.currentTime ?? 0, to: undefined });
    history.replaceState(history.state, '', address);
    if (await copyText(address.href)) showToast(say('copied'));
    else showToast(say('copyFailed'), { kind: 'error' });
  };
  const step = (direction: -1 | 1, unit: 'beat' | 'bar'): void => {
    if (typeof chart === 'string') return;
    seek(stepFrom({ starts: chart.bars, end: chart.seconds }, audio?.currentTime ?? 0, direction, unit));
  };
  const scrollBy = (by: number): void =>
    changeSettings({ scroll: Math.min(SCROLL.most, Math.max(SCROLL.least, settings.scroll + by)) });
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ' ': play,
    ArrowLeft: ({ shiftKey }) => step(-1, shiftKey ? 'bar' : 'beat'),
    ArrowRight: ({ shiftKey }) => step(1, shiftKey ? 'bar' : 'beat'),
    '+': () => scrollBy(1),
    '=': () => scrollBy(1),
    '-': () => scrollBy(-1),
    '[': () => changeLoop('from'),
    ']': () => changeLoop('to'),
    '0': () => seek(0),
  };
  const press = (event: KeyboardEvent): void => {
    // Controls keep their own keys.
    const isOwn = event.target instanceof Element && event.target.matches('input, select, button, summary');
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return;
    if (isOwn && (event.key === ' ' || event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act(event);
  };
  const most = density.reduce((a, b) => Math.max(a, b), 0);
  const loopText = loop === undefined ? '' : say('loop', { from: clockTime(loop.from), to: clockTime(loop.to) });
  return (
    <section class="theatre" aria-label={say('theatre')} onKeyDown={press}>
      <div class="theatre-stage needs-script">
        <canvas ref={canvas} role="img" aria-label={summary} tabIndex={0} onClick={play} />
        {chart === 'loading' && <p class="theatre-note">{say('loading')}</p>}
        {chart === 'failed' && (
          <div class="theatre-note" role="alert">
            <p>{say('failed')}</p>
            <Button type="button" onClick={() => void load()}>
              {say('again')}
            </Button>
          </div>
        )}
      </div>
      <div class="density-box">
        <Density density={density} label={say('densityLabel', { most })} loop={loop} />
        <input
          class="needs-script density-seek"
          ref={slider}
          type="range"
          min="0"
          max={seconds}
          step="0.1"
          defaultValue="0"
          aria-label={say('position')}
          aria-valuetext={say('of', { at: clockTime(0), length: clockTime(seconds) })}
          onInput={(event) => seek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div class="needs-script">
        <Controls
          say={say}
          isPlaying={isPlaying}
          isPaged={isPaged}
          settings={settings}
          rate={rate}
          loop={loop}
          loopText={loopText}
          onPlay={play}
          onRate={changeRate}
          onSettings={changeSettings}
          onLoop={changeLoop}
          onCopy={() => void copy()}
        />
      </div>
    </section>
  );
}

/** Moves the slider without rendering: it happens several times a second. */
function showPosition(slider: HTMLInputElement | null, at: number, say: (at: string) => string): void {
  if (slider === null) return;
  slider.value = String(at);
  slider.setAttribute('aria-valuetext', say(clockTime(at)));
}
