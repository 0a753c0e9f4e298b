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
  const words = page.words(SONG_MESSAGES);
  if (song.charts.length < 2) return null;
  const title = page.say(words.allDifficulties);
  const { numbers } = page;
  return (
    <div class="stack">
      <h2 id="all-difficulties">{title}</h2>
      <section class="table-scroll" aria-label={title} tabIndex={0}>
        <table class="entity-table difficulty-table">
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{page.say(words.difficulty)}</th>
              <th scope="col">{page.say(words.level)}</th>
              <th scope="col">{page.say(words.allNotes)}</th>
              <th scope="col">{page.say(words.density)}</th>
              {KINDS.map(([column]) => (
                <th key={column} scope="col">
                  {page.say(words[column])}
                </th>
              ))}
              <th scope="col">{page.say(words.bpm)}</th>
              <th scope="col">{page.say(words.time)}</th>
            </tr>
          </thead>
          <tbody>
            {song.charts.map(({ level, facts }) => (
              <tr key={level.difficulty}>
                <th scope="row">{difficultyName(level.difficulty)}</th>
                <td data-label={page.say(words.level)}>{numbers.format(level.rating)}</td>
                <td data-label={page.say(words.allNotes)}>{numbers.format(facts.total)}</td>
                <td data-label={page.say(words.density)}>{perSecond(page, facts.total, facts.seconds)}</td>
                {KINDS.map(([column, kinds]) => (
                  <td key={column} data-label={page.say(words[column])}>
                    {numbers.format(kinds.reduce((sum, kind) => sum + (facts.counts[kind] ?? 0), 0))}
                  </td>
                ))}
                <td data-label={page.say(words.bpm)}>{tempoOf(page, facts)}</td>
                <td data-label={page.say(words.time)}>{clockTime(facts.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
