/** @jsxImportSource preact */
// What stands beside the jacket of a song: the player, the difficulties, and what the chart is like in numbers.
import type { VNode } from 'preact';
import type { ChartFacts, NoteKind } from '../../../features/levels/charts/chart.ts';
import { Island } from '../../islands/island.tsx';
import { SONG_MESSAGES } from '../../messages/song.ts';
import { clockTime } from '../../ui/play/clock-time.ts';
import { Difficulty } from '../../ui/play/difficulty.tsx';
import { type Catalog, type CatalogProps, type EntitySummary, rawPath } from '../common/reads.ts';
import type { SongData } from './song-data.ts';

export interface SongProps extends CatalogProps {
  readonly song: SongData;
  readonly summary: EntitySummary;
}

/** Player, difficulties and numbers. */
export function SongHead({ catalog, song, summary }: SongProps): VNode {
  const { page } = catalog;
  return (
    <>
      <Island
        name="song-player"
        when="load"
        props={{
          src: `${page.basePath}${song.sound}`,
          page: `${page.basePath}${page.request.path}`,
          title: summary.title.text,
          artist: summary.subtitle?.text ?? '',
          picture: summary.picture === undefined ? null : rawPath(catalog, summary.picture.path),
        }}
      />
      <Difficulties catalog={catalog} song={song} summary={summary} />
      <Numbers catalog={catalog} song={song} />
    </>
  );
}

/** Tickets of the difficulties; each leads to the page with its chart. */
function Difficulties({ catalog, song, summary }: SongProps): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(SONG_MESSAGES);
  const path = `/catalog/${server.id}/${summary.resource}/${encodeURIComponent(summary.id)}`;
  return (
    <nav class="difficulties" aria-label={say('difficulties')}>
      {song.levels.map(({ difficulty, rating }) => (
        <Difficulty
          key={difficulty}
          name={difficulty}
          rating={page.numbers.format(rating)}
          href={page.path(path, { d: difficulty })}
          current={difficulty === song.chosen.difficulty}
        />
      ))}
    </nav>
  );
}

const KIND_ORDER: readonly NoteKind[] = ['tap', 'trace', 'flick', 'left', 'right', 'slide', 'tick'];

/** How many notes, how dense, how fast; and how many of each kind. */
function Numbers({ catalog: { page }, song: { facts } }: Pick<SongProps, 'catalog' | 'song'>): VNode {
  const say = page.sayFrom(SONG_MESSAGES);
  if (facts === undefined) return <p class="meta">{say('noChart')}</p>;
  const { total, seconds, counts } = facts;
  const tempo = tempoOf(page, facts);
  const kinds = KIND_ORDER.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined ? [] : [{ kind, count }];
  });
  return (
    <div class="song-numbers">
      <p>
        <strong>{say('notes', { count: total })}</strong>
        {` · ${say('perSecond', { number: perSecond(page, total, seconds) })} · ${say('tempo', { tempo })} · ${clockTime(seconds)}`}
      </p>
      <ul class="song-kinds">
        {kinds.map(({ kind, count }) => (
          <li key={kind} class={`kind-${kind}`}>
            {`${say(kind)} ${page.numbers.format(count)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `128`, or `120–180` where it changes. */
export function tempoOf({ numbers }: Catalog['page'], { bpm: { least, most } }: Pick<ChartFacts, 'bpm'>): string {
  return least === most ? numbers.format(least) : `${numbers.format(least)}–${numbers.format(most)}`;
}

/** `Intl` values are slow to make, so that each language has one. */
const rates = new Map<string, Intl.NumberFormat>();

/** Notes a second with two digits. */
export function perSecond({ locale }: Catalog['page'], notes: number, seconds: number): string {
  const format = rates.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  rates.set(locale, format);
  return format.format(seconds > 0 ? notes / seconds : 0);
}
