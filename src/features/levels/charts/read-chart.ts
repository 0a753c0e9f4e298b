// Reads a chart from the level data that the engine packages made of it. Pure. A chart that nobody could draw or page through
// is none: too many notes, too long, without tempo.
import { BeatClock } from './beat-clock.ts';
import { type Chart, type ChartNote, NOTE_KINDS } from './chart.ts';
import {
  beatOf,
  isAttached,
  isConnector,
  kindOf,
  type LevelEntity,
  levelDataSchema,
  numberOf,
  positionOf,
} from './entities.ts';
import { attachedPosition, readRibbons } from './slides.ts';

const NOTES_MAX = 20_000;
const SECONDS_MAX = 3600;
const BARS_MAX = 20_000;
const BAR_BEATS = 4;

/** Tenths of a millisecond, and hundredths of a lane, are as exact as anybody can see. */
const fixed = (value: number, digits: number): number => Number(value.toFixed(digits));
const moment = (seconds: number): number => fixed(seconds, 4);

/** The chart of parsed level data; undefined when it is malformed or too large. */
export function readChart(value: unknown, lanes: 7 | 12): Chart | undefined {
  const parsed = levelDataSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { bgmOffset, entities } = parsed.data;
  const changes = entities
    .filter(({ archetype }) => archetype === '#BPM_CHANGE')
    .map((entity) => ({ beat: beatOf(entity), bpm: numberOf(entity, '#BPM') ?? 0 }))
    .filter(({ bpm }) => bpm > 0);
  if (changes.length === 0) return undefined;
  const clock = new BeatClock(changes, bgmOffset);
  const connectors = entities.filter(isConnector);
  if (connectors.length > NOTES_MAX) return undefined;
  const named = new Map(entities.flatMap((entity) => (entity.name === undefined ? [] : [[entity.name, entity]])));
  const find = (name: string | undefined): LevelEntity | undefined =>
    name === undefined ? undefined : named.get(name);
  const played = entities.flatMap((entity) => {
    const kind = kindOf(entity);
    const place = isAttached(entity) ? attachedPosition(entity, find, lanes) : positionOf(entity, lanes);
    return kind === undefined || place === undefined ? [] : [{ kind, place, beat: beatOf(entity) }];
  });
  if (played.length === 0 || played.length > NOTES_MAX) return undefined;
  const [firstBeat, lastBeat] = spanOf(played);
  const bars = readBars(clock, firstBeat, lastBeat);
  if (bars === undefined) return undefined;
  const notes = played
    .map(
      ({ kind, place, beat }): ChartNote => [moment(clock.at(beat)), fixed(place.lane, 2), fixed(place.width, 2), kind],
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const slides = readRibbons(connectors, find, lanes, (beat, place) => [
    moment(clock.at(beat)),
    fixed(place.lane, 2),
    fixed(place.width, 2),
  ]).sort((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0));
  return {
    lanes,
    seconds: bars.end,
    bars: bars.starts,
    notes,
    slides,
    bpm: clock.tempos.map(({ beat, bpm }) => [moment(clock.at(beat)), bpm]),
    counts: countKinds(notes),
    density: densityOf(notes, bars.end),
  };
}

function spanOf(played: readonly { readonly beat: number }[]): [first: number, last: number] {
  let [first, last] = [0, 0];
  for (const { beat } of played) [first, last] = [Math.min(first, beat), Math.max(last, beat)];
  return [first, last];
}

function readBars(
  clock: BeatClock,
  firstBeat: number,
  lastBeat: number,
): { readonly starts: number[]; readonly end: number } | undefined {
  const [first, last] = [Math.floor(firstBeat / BAR_BEATS), Math.floor(lastBeat / BAR_BEATS)];
  if (last - first >= BARS_MAX) return undefined;
  const starts = Array.from({ length: last - first + 1 }, (_, bar) => moment(clock.at((first + bar) * BAR_BEATS)));
  const end = moment(clock.at((last + 1) * BAR_BEATS));
  const isBounded = end > 0 && end <= SECONDS_MAX && (starts[0] ?? 0) >= -SECONDS_MAX;
  return isBounded ? { starts, end } : undefined;
}

function countKinds(notes: readonly ChartNote[]): Chart['counts'] {
  const counts: Chart['counts'] = {};
  for (const kind of NOTE_KINDS) {
    const count = notes.filter((note) => note[3] === kind).length;
    if (count > 0) counts[kind] = count;
  }
  return counts;
}

/** What comes before the sound counts in its first second. */
function densityOf(notes: readonly ChartNote[], seconds: number): number[] {
  const density = Array.from({ length: Math.ceil(seconds) }, () => 0);
  for (const [at] of notes) {
    const second = Math.min(density.length - 1, Math.max(0, Math.floor(at)));
    density[second] = (density[second] ?? 0) + 1;
  }
  return density;
}
