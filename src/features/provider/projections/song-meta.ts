// Chart metrics of songs: upstream's score weights combined with durations, note counts and tempos (provider sheet, 3.3
// and 5). Pure. Missing charts and metrics are null; the keys "0" to "4" always exist.
import { isRecord } from '../../../kernel/is-object.ts';
import type { SongMetaView } from '../common/answers.ts';
import { DIFFICULTIES } from '../common/rules.ts';
import { entriesOf, listOf, numberOf, recordOf, recordsOf, type UnknownRecord } from './shapes.ts';
import { isListedSong } from './songs.ts';

type ChartMetrics = SongMetaView[string]['chart'];

const PERFECT_FACTOR = 1.1;
const SKILL_SECONDS = '7';
/** Seconds between two lives. */
const PAUSE_SECONDS = 30;
const SONGS_DOCUMENT = 'songs/all.8';
const META_DOCUMENT = 'songs/meta/all.5';

/** The collection, which is the same in every region. */
export function projectSongMeta(songs: unknown, meta: unknown): Readonly<Record<string, SongMetaView>> {
  const weights = recordOf(meta);
  const listed = entriesOf(songs).filter(([, song]) => isListedSong(song));
  const views = new Map(
    listed.map(([id, song]) => [id, measureSong(song, Object.hasOwn(weights, id) ? recordOf(weights[id]) : {})]),
  );
  let best = 0;
  for (const charts of views.values()) for (const chart of charts) best = Math.max(best, chart.eff ?? 0);
  return Object.fromEntries(
    [...views].map(([id, charts]) => [
      id,
      Object.fromEntries(
        charts.map((chart, index) => [
          String(index),
          { chart: { ...chart, r: chart.eff === null || best === 0 ? null : chart.eff / best } },
        ]),
      ),
    ]),
  );
}

function measureSong(song: UnknownRecord, weights: UnknownRecord): readonly ChartMetrics[] {
  const time = numberOf(song.length);
  const difficulties = recordOf(song.difficulty);
  return DIFFICULTIES.map((_, index) => {
    const key = String(index);
    const difficulty = difficulties[key];
    if (!isRecord(difficulty)) return measure({}, {}, null, undefined);
    return measure(difficulty, { n: recordOf(song.notes)[key], bpm: recordOf(song.bpm)[key] }, time, weights[key]);
  });
}

function measure(
  difficulty: UnknownRecord,
  { n, bpm }: { readonly n?: unknown; readonly bpm?: unknown },
  time: number | null,
  weights: unknown,
): ChartMetrics {
  const notes = numberOf(n);
  const speeds = recordsOf(bpm).flatMap((part) => numberOf(part.bpm) ?? []);
  const values = listOf(recordOf(weights)[SKILL_SECONDS]);
  const [base, skill] = [numberOf(values[2]), numberOf(values[3])];
  const weighed = base !== null && skill !== null;
  const score = weighed ? PERFECT_FACTOR * (base + 2 * skill) : null;
  const metricSources: Record<string, string> = {};
  if (notes !== null) metricSources.n = SONGS_DOCUMENT;
  if (time !== null) metricSources.time = SONGS_DOCUMENT;
  if (speeds.length > 0) metricSources.bpm = SONGS_DOCUMENT;
  if (score !== null) metricSources.score = META_DOCUMENT;
  return {
    n: notes,
    time,
    nps: notes === null || time === null || time <= 0 ? null : notes / time,
    firstBpm: speeds[0] ?? null,
    minBpm: speeds.length === 0 ? null : speeds.reduce((a, b) => Math.min(a, b)),
    maxBpm: speeds.length === 0 ? null : speeds.reduce((a, b) => Math.max(a, b)),
    playLevel: numberOf(difficulty.playLevel),
    r: null,
    score,
    eff: score === null || time === null ? null : (score * 60) / (time + PAUSE_SECONDS),
    sr: weighed && base + 2 * skill > 0 ? (2 * skill) / (base + 2 * skill) : null,
    metricSources,
  };
}
