/** @jsxImportSource preact */
// How to connect a client to this instance, and the songs that can be played, with a search.
import type { VNode } from 'preact';
import {
  exampleAddress,
  isOnThisMachine,
  openAddress,
  serverAddress,
} from '../../features/levels/charts/game-client-links.ts';
import type { ListedSong } from '../../features/levels/charts/song-levels.ts';
import { chooseText } from '../../features/levels/common/texts.ts';
import { slotLocaleOf } from '../../kernel/names.ts';
import { Island } from '../islands/island.tsx';
import { PLAY_MESSAGES } from '../messages/song.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindForm } from '../ui/find-form.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberPager } from '../ui/pager.tsx';
import { Picture } from '../ui/picture.tsx';
import { Difficulty } from '../ui/play/difficulty.tsx';
import { PlayReach } from '../ui/play/play-reach.tsx';
import { TitledSection } from '../ui/titled-section.tsx';

/** What the list of songs shows; undefined while it cannot be read. */
export interface PlayList {
  readonly q: string;
  readonly total: number;
  readonly songs: readonly ListedSong[];
  readonly page: number;
  readonly pages: number;
}

/** The page about playing. */
export function playPage(page: PageContext, list: PlayList | undefined): Page {
  const say = page.sayFrom(PLAY_MESSAGES);
  const isFirst = list !== undefined && list.q === '' && list.page === 1;
  return {
    title: say('play'),
    description: say('lead', { name: page.instance.name }),
    section: 'play',
    styles: ['song'],
    noindex: !isFirst,
    isPartial: list === undefined,
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          <h1>{say('play')}</h1>
          <p class="lead">{say('lead', { name: page.instance.name })}</p>
        </header>
        <Connect page={page} />
        {list === undefined ? <Notice tone="warning">{say('away')}</Notice> : <Songs page={page} list={list} />}
      </div>
    ),
  };
}

function Connect({ page }: PageProps): VNode {
  const say = page.sayFrom(PLAY_MESSAGES);
  const address = serverAddress(page);
  const example = exampleAddress(page, '/play');
  return (
    <section class="card song-play" aria-labelledby="connect">
      <div class="stack">
        <h2 id="connect">{say('connect')}</h2>
        <ol>
          <li>{say('connectInstall')}</li>
          <li>{say('connectAdd')}</li>
          <li>
            <p>{say('connectEnter')}</p>
            <div class="server-line">
              <code class="server-address">{address}</code>
              <Island name="copy-text" props={{ text: address }} />
            </div>
          </li>
        </ol>
      </div>
      <PlayReach
        code={isOnThisMachine(page) ? undefined : `${page.address}/play`}
        label={say('codeServer')}
        hint={say('scanAddress')}
        title={say('reach')}
        steps={[say('reachWhy'), say('reachFind'), say('reachOpen', { example })]}
      />
    </section>
  );
}

function Songs({ page, list }: PageProps & { readonly list: PlayList }): VNode {
  const say = page.sayFrom(PLAY_MESSAGES);
  const { q, total, songs } = list;
  const hrefOf = (number: number): string =>
    page.path('/play', { q: q === '' ? undefined : q, page: number === 1 ? undefined : number });
  return (
    <TitledSection titleId="songs" title={say('songs')}>
      <FindSongs page={page} q={q} />
      {total === 0 ? (
        <EmptyState text={q === '' ? say('none') : say('nothing', { q })}>
          {q === '' ? <p>{say('noneHow')}</p> : <LinkButton href={page.path('/play')}>{say('showAll')}</LinkButton>}
        </EmptyState>
      ) : (
        <>
          <p class="meta">{say('found', { count: total })}</p>
          <ul class="play-songs">
            {songs.map((song) => (
              <SongRow key={`${song.server}/${song.id}`} page={page} song={song} />
            ))}
          </ul>
          <NumberPager
            label={say('pages')}
            page={list.page}
            pages={list.pages}
            hrefOf={hrefOf}
            previous={say('previous')}
            next={say('next')}
          />
        </>
      )}
    </TitledSection>
  );
}

function FindSongs({ page, q }: PageProps & { readonly q: string }): VNode {
  const label = page.sayFrom(PLAY_MESSAGES)('find');
  return (
    <FindForm
      action={`${page.basePath}/play`}
      label={label}
      text={q}
      submit={label}
      hidden={{ lang: page.forcedLocale }}
    />
  );
}

function SongRow({ page, song }: PageProps & { readonly song: ListedSong }): VNode {
  const { server, resource, id, cover, levels } = song;
  const path = resource === undefined ? undefined : `/catalog/${server}/${resource}/${encodeURIComponent(id)}`;
  const title = chooseText(song.title, slotLocaleOf(page.locale));
  return (
    <li class="play-song">
      {cover !== undefined && <Picture src={`${page.basePath}${cover}`} width={96} height={96} alt="" />}
      <div class="play-song-words">
        <h3 dir="auto">{path === undefined ? title : <a href={page.path(path)}>{title}</a>}</h3>
        <p class="meta" dir="auto">
          {chooseText(song.artists, slotLocaleOf(page.locale))}
        </p>
        <p class="difficulties">
          {levels.map(({ difficulty, rating, name }) => (
            <Difficulty
              key={difficulty}
              name={difficulty}
              rating={page.numbers.format(rating)}
              href={path === undefined ? openAddress(page, name) : page.path(path, { d: difficulty })}
            />
          ))}
        </p>
      </div>
    </li>
  );
}
