// The stage of the theatre: a canvas that follows the sound. Frames are asked for while the sound plays and the canvas is on
// the screen; otherwise it is drawn when something changes.
import { type Drawable, drawChart, type Surface, type View } from './drawing.ts';
import { type HitSounds, openHitSounds } from './hit-sounds.ts';
import { advanceClock, type Bars, type Clock, pageAt } from './moments.ts';
import type { TheatreSettings } from './settings.ts';

export interface Loop {
  readonly from: number;
  readonly to: number;
}

/** What the stage needs to know at each frame. */
export interface StageFacts {
  readonly chart: Drawable | undefined;
  readonly settings: TheatreSettings;
  readonly isPaged: boolean;
  readonly loop: Loop | undefined;
}

export interface Stage {
  /** Draws soon: something changed. */
  refresh(): void;
  close(): void;
}

/** Sharper pictures cost more than anybody sees. */
const RATIO_MAX = 2;
/** Height of the line at which notes are played. */
const LINE = 0.86;
/** Seconds that are seen ahead at scroll 1. */
const AHEAD_SECONDS = 10;
const COLOUR_NAMES = ['ground', 'tap', 'flick', 'slide', 'ribbon', 'left', 'right', 'judgment', 'bar'];

export function openStage(canvas: HTMLCanvasElement, audio: HTMLAudioElement, facts: () => StageFacts): Stage {
  const surface = openSurface(canvas);
  let clock: Clock = { at: audio.currentTime, frame: 0 };
  let asked = 0;
  let isSeen = true;
  let hits: HitSounds | undefined;
  let drawnHead = Number.NaN;

  function frame(milliseconds: number): void {
    asked = 0;
    const { chart, settings, loop, isPaged } = facts();
    const isPlaying = !audio.paused && !audio.seeking && audio.readyState > 2;
    const report = { at: audio.currentTime, frame: milliseconds / 1000, rate: audio.playbackRate, isPlaying };
    clock = advanceClock(clock, report);
    if (loop !== undefined && !audio.seeking && (clock.at >= loop.to || audio.currentTime >= loop.to)) {
      audio.currentTime = loop.from;
      clock = { ...clock, at: loop.from };
      hits?.reset();
    }
    if (chart !== undefined) {
      if (settings.hasHitSounds && isPlaying) {
        hits ??= openHitSounds();
        hits.follow(chart.notes, clock.at, audio.playbackRate);
      }
      // Before it is played, a chart shows the bar with its first note, not the silence before it.
      const isAtRest = !isPlaying && clock.at === 0 && audio.currentTime === 0;
      draw(chart, isAtRest ? firstBar(chart) : clock.at + settings.offset / 1000, settings, isPaged, isPlaying);
    }
    if (isPlaying) ask();
  }

  function draw(chart: Drawable, at: number, settings: TheatreSettings, isPaged: boolean, isPlaying: boolean): void {
    const view = isPaged
      ? pagedView({ starts: chart.bars, end: chart.seconds }, at, surface.height)
      : scrolledView(at, settings.scroll, surface.height);
    // A page stays until its head steps.
    if (isPaged && isPlaying && view.line === drawnHead) return;
    drawnHead = isPlaying ? view.line : Number.NaN;
    drawChart(surface, chart, view, settings.isMirrored);
  }

  const ask = (): void => {
    if (asked === 0 && isSeen) asked = requestAnimationFrame(frame);
  };
  const stop = (): void => {
    hits?.reset();
    ask();
  };
  const resizing = new ResizeObserver(() => {
    surface.fit();
    drawnHead = Number.NaN;
    ask();
  });
  const seeing = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true;
    if (isSeen) ask();
  });
  resizing.observe(canvas);
  seeing.observe(canvas);
  const events = ['play', 'playing', 'seeked', 'loadedmetadata'] as const;
  for (const name of events) audio.addEventListener(name, ask);
  for (const name of ['pause', 'seeking', 'ended'] as const) audio.addEventListener(name, stop);
  ask();
  return {
    refresh: () => {
      drawnHead = Number.NaN;
      ask();
    },
    close: () => {
      cancelAnimationFrame(asked);
      resizing.disconnect();
      seeing.disconnect();
      for (const name of events) audio.removeEventListener(name, ask);
      for (const name of ['pause', 'seeking', 'ended'] as const) audio.removeEventListener(name, stop);
      hits?.close();
    },
  };
}

/** The beginning of the bar with the first note. */
function firstBar({ notes, bars }: Drawable): number {
  const first = Math.min(notes[0]?.[0] ?? 0, bars.at(-1) ?? 0);
  return bars.findLast((start) => start <= first) ?? 0;
}

function scrolledView(at: number, scroll: number, height: number): View {
  const pixels = (height * LINE * scroll) / AHEAD_SECONDS;
  const yOf = (moment: number): number => height * LINE - (moment - at) * pixels;
  const margin = 24 / pixels;
  return {
    line: at,
    from: at - (height * (1 - LINE)) / pixels - margin,
    to: at + (height * LINE) / pixels + margin,
    yOf,
  };
}

function pagedView(bars: Bars, at: number, height: number): View {
  const { from, to, head } = pageAt(bars, at);
  const margin = 16;
  const pixels = (height - 2 * margin) / Math.max(0.001, to - from);
  return { line: head, from, to, yOf: (moment) => height - margin - (moment - from) * pixels };
}

interface FittingSurface extends Surface {
  fit(): void;
}

function openSurface(canvas: HTMLCanvasElement): FittingSurface {
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) throw new Error('this browser has no canvas');
  const style = getComputedStyle(canvas);
  const colours = Object.fromEntries(COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--chart-${name}`)]));
  const surface = {
    pen,
    colours,
    width: 0,
    height: 0,
    fit: () => {
      const ratio = Math.min(RATIO_MAX, devicePixelRatio || 1);
      surface.width = canvas.clientWidth;
      surface.height = canvas.clientHeight;
      canvas.width = Math.round(surface.width * ratio);
      canvas.height = Math.round(surface.height * ratio);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    },
  };
  surface.fit();
  return surface;
}
