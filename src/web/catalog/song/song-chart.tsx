/** @jsxImportSource preact */
// The chart of a song: to watch, and as a table for those who do not see it.
import type { VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { SONG_MESSAGES } from '../../messages/song.ts';
import { clockTime } from '../../ui/play/clock-time.ts';
import { difficultyName } from '../../ui/play/difficulty.tsx';
import { perSecond, type SongProps } from './song-head.tsx';

/** The chart; nothing when it cannot be shown. */
export function SongChart({ catalog, song }: Pick<SongProps, 'catalog' | 'song'>): VNode | null {
  const { page, server } = catalog;
  const say = page.sayFrom(SONG_MESSAGES);
  const { facts, chosen } = song;
  if (facts === undefined) return null;
  const { total, seconds, density, lanes } = facts;
  const summary = say('summary', {
    difficulty: difficultyName(chosen.difficulty),
    notes: say('notes', { count: total }),
    lanes,
    time: clockTime(seconds),
  });
  return (
    <section class="stack" aria-labelledby="chart">
      <h2 id="chart">{say('chart')}</h2>
      <Island
        name="chart-theatre"
        when="visible"
        props={{
          song: song.id,
          difficulty: chosen.difficulty,
          seconds,
          density,
          summary,
          server: song.region ?? server.id,
          source: song.region === undefined ? null : 'provider',
          release: catalog.isPinned ? catalog.releaseId : null,
        }}
      />
      <ChartTable catalog={catalog} song={song} />
    </section>
  );
}

function ChartTable({ catalog: { page }, song }: Pick<SongProps, 'catalog' | 'song'>): VNode {
  const say = page.sayFrom(SONG_MESSAGES);
  const columns = ['bars', 'time', 'taps', 'flicks', 'slides', 'density', 'bpm'] as const;
  return (
    <details class="card chart-text">
      <summary>{say('asTable')}</summary>
      <section class="table-scroll" tabIndex={0} aria-label={say('asTable')}>
        <table>
          <caption class="unseen">
            {say('tableCaption', { difficulty: difficultyName(song.chosen.difficulty) })}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {say(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(song.facts?.parts ?? []).map(({ bar, lastBar, from, to, taps, flicks, slides, bpm }) => (
              <tr key={bar}>
                <th scope="row">{bar === lastBar ? bar : `${bar}–${lastBar}`}</th>
                <td>{`${clockTime(from)}–${clockTime(to)}`}</td>
                <td>{page.numbers.format(taps)}</td>
                <td>{page.numbers.format(flicks)}</td>
                <td>{page.numbers.format(slides)}</td>
                <td>{perSecond(page, taps + flicks + slides, to - from)}</td>
                <td>{page.numbers.format(bpm)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
