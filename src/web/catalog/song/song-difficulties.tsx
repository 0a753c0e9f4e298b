/** @jsxImportSource preact */
// What the charts of all difficulties are like, beside each other: levels, notes and how dense they are.
import type { VNode } from 'preact';
import type { NoteKind } from '../../../features/levels/charts/chart.ts';
import { SONG_MESSAGES } from '../../messages/song.ts';
import { clockTime } from '../../ui/play/clock-time.ts';
import { difficultyName } from '../../ui/play/difficulty.tsx';
import { perSecond, type SongProps, tempoOf } from './song-head.tsx';

const KINDS: readonly (readonly [column: 'taps' | 'flicks' | 'slides', kinds: readonly NoteKind[]])[] = [
  ['taps', ['tap', 'trace']],
  ['flicks', ['flick', 'left', 'right']],
  ['slides', ['slide', 'tick']],
];

/** The table of all difficulties; nothing where there is one alone. */
export function SongDifficulties({ catalog: { page }, song }: Pick<SongProps, 'catalog' | 'song'>): VNode | null {
  const say = page.sayFrom(SONG_MESSAGES);
  if (song.charts.length < 2) return null;
  const title = say('allDifficulties');
  const { numbers } = page;
  return (
    <div class="stack">
      <h2 id="all-difficulties">{title}</h2>
      <section class="table-scroll" aria-label={title} tabIndex={0}>
        <table class="entity-table difficulty-table">
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{say('difficulty')}</th>
              <th scope="col">{say('level')}</th>
              <th scope="col">{say('allNotes')}</th>
              <th scope="col">{say('density')}</th>
              {KINDS.map(([column]) => (
                <th key={column} scope="col">
                  {say(column)}
                </th>
              ))}
              <th scope="col">{say('bpm')}</th>
              <th scope="col">{say('length')}</th>
            </tr>
          </thead>
          <tbody>
            {song.charts.map(({ level, facts }) => (
              <tr key={level.difficulty}>
                <th scope="row">{difficultyName(level.difficulty)}</th>
                <td data-label={say('level')}>{numbers.format(level.rating)}</td>
                <td data-label={say('allNotes')}>{numbers.format(facts.total)}</td>
                <td data-label={say('density')}>{perSecond(page, facts.total, facts.seconds)}</td>
                {KINDS.map(([column, kinds]) => (
                  <td key={column} data-label={say(column)}>
                    {numbers.format(kinds.reduce((sum, kind) => sum + (facts.counts[kind] ?? 0), 0))}
                  </td>
                ))}
                <td data-label={say('bpm')}>{tempoOf(page, facts)}</td>
                <td data-label={say('length')}>{clockTime(facts.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
