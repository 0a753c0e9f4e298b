/** @jsxImportSource preact */
// One entity: picture, title, badges, sound, values, texts in all languages, contents, and what is related to it.

import type { VNode } from 'preact';
import { type CatalogLists, EntityLists } from '../../lists/entity-marks.tsx';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { SONG_MESSAGES } from '../../messages/song.ts';
import { cardImage } from '../../share/cards.ts';
import { CachedPart } from '../../shell/cached-part.tsx';
import type { Page } from '../../shell/page.ts';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { tintClass } from '../../ui/tints.ts';
import { TalkActs, TalkPart } from '../common/discussion.tsx';
import { Badges, EntityCards, toneOf } from '../common/entity-card.tsx';
import { fieldAt, isTexts, readField, textIn } from '../common/fields.ts';
import { CatalogHead, DataText } from '../common/frame.tsx';
import { partKey } from '../common/part-key.ts';
import { type Catalog, type CatalogProps, labelOf, listPath, nameOf, rawPath } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { EntityState } from '../common/running.tsx';
import { difficultyOf, fileOf, isSlottedText, minutesOf, type ReleaseFile } from '../common/values.ts';
import { describeCatalogWay } from '../common/way.ts';
import { SongChart } from '../song/song-chart.tsx';
import { isChartField, type SongData } from '../song/song-data.ts';
import { SongDifficulties } from '../song/song-difficulties.tsx';
import { SongHead } from '../song/song-head.tsx';
import { SongPlay } from '../song/song-play.tsx';
import { describeSong } from '../song/structured.ts';
import { ArtViewer } from './art-viewer.tsx';
import { Elsewhere, HistoryPart } from './elsewhere.tsx';
import type { EntityData, EntityProps, Related } from './entity-data.ts';
import { Plumbing, Values } from './entity-facts.tsx';
import { FileActs } from './file-acts.tsx';
import { LevelStats } from './level-stats.tsx';
import { readLevels } from './levels.ts';
import { isLines, Lines } from './lines.tsx';
import { MembersPart, readMembers } from './members.tsx';
import { type OwnAbout, ProfileActs } from './profile-acts.tsx';
import { SiblingsPart } from './siblings.tsx';
import { readStory, Story } from './story.tsx';
import { TextSwitch, Texts } from './texts.tsx';

const DESCRIPTION_FIELDS = 2;

/** The page of an entity; of a song with its levels. */
export function entityPage(
  catalog: Catalog,
  data: EntityData,
  read?: SongData | 'away',
  own?: CatalogLists,
  about?: OwnAbout,
): Page {
  const song = read === 'away' ? undefined : read;
  const { server } = catalog;
  const isMirror = catalog.mirror !== undefined;
  const { presentation, resource, summary } = data;
  const name = nameOf(catalog, resource);
  const cover =
    fileOf(readField(presentation, summary, presentation.cover), server.id) ??
    fileOf(readField(presentation, summary, presentation.image), server.id);
  const described = [
    summary.subtitle?.text,
    ...data.fields
      .filter(
        ({ path, value }) =>
          path !== presentation.title &&
          path !== presentation.subtitle &&
          (isSlottedText(value, catalog.slots) || isTexts(value, fieldAt(presentation, path))),
      )
      .slice(0, DESCRIPTION_FIELDS)
      .map(({ path, value }) => textIn(value, catalog.slots, fieldAt(presentation, path))?.text),
  ];
  const crumbs = [{ href: listPath(catalog, resource), text: name }];
  const levels = readLevels(data.fields);
  const others = picturesOf({ catalog, data }, cover?.path).map(({ file }) => file);
  const known = [
    ...[data.names.size, data.siblings?.items.length, ...data.related.map(({ items }) => items.length)],
    ...data.servers.flatMap(({ id, displayName }) => [id, displayName]),
  ];
  const chart = song === undefined ? [] : [song.chosen.difficulty, song.charts.length, song.region];
  const isComplete = !data.isPartial && data.fields.every(({ type }) => type !== undefined);
  /** A part that shows the release alone, and which servers have the same. The key tells how much of it could be read. */
  const part = (what: string, render: () => VNode): VNode => (
    <CachedPart
      by={isComplete ? partKey(catalog, [what, resource, summary.id, ...known, ...chart]) : undefined}
      render={render}
    />
  );
  const art = [...(cover === undefined ? [] : [cover]), ...others].filter(opensHere);
  return {
    title: `${summary.title.text} · ${name}`,
    description: described.filter((text) => text !== undefined).join(' · ') || `${name} ${summary.id}`,
    section: 'catalog',
    tint: summary.tint,
    styles: [
      'catalog',
      ...(art.length === 0 ? [] : ['lightbox']),
      ...(own === undefined ? [] : ['lists']),
      ...(song === undefined ? [] : ['song']),
      ...(levels.length === 0 ? [] : ['catalog-levels']),
    ],
    kind: song && 'music.song',
    noindex: isMirror || catalog.isPinned,
    feeds: isMirror
      ? []
      : [
          {
            path: `/api/v1/community/feed.atom?subject=${encodeURIComponent(`${server.id}/${resource}/${summary.id}`)}`,
            title: summary.title.text,
          },
        ],
    isPartial:
      data.isPartial ||
      (!isMirror && catalog.tints === undefined) ||
      read === 'away' ||
      (data.talk !== undefined && data.talk.posts === undefined),
    canBeQuoted: !isMirror && !catalog.isPinned,
    image:
      isMirror || summary.picture === undefined
        ? undefined
        : cardImage(
            catalog.page,
            `entities/${server.id}/${resource}/${encodeURIComponent(summary.id)}`,
            [summary.title, summary.subtitle, catalog.releaseId],
            summary.title.text,
          ),
    structured: [
      describeCatalogWay(catalog, resource, { name: summary.title.text, id: summary.id }),
      ...(song === undefined ? [] : [describeSong(song, summary)]),
    ],
    content: (
      <article
        class={summary.tint === undefined ? 'stack stack-loose' : `stack stack-loose ${tintClass(summary.tint)}`}
      >
        <div class="entity-head">
          <div class="entity-crumbs">
            <CatalogHead catalog={catalog} crumbs={crumbs} gone={data.gone} />
          </div>
          {cover?.kind === 'picture' && (
            <div class={presentation.group === 'event' ? 'entity-cover entity-cover-wide' : 'entity-cover'}>
              <a
                class="entity-cover-link"
                href={rawPath(catalog, cover.path)}
                data-art={opensHere(cover) ? '' : undefined}
              >
                <ReleasePicture
                  catalog={catalog}
                  file={cover}
                  alt={summary.title.text}
                  sizes="(max-width: 960px) 92vw, 416px"
                  side={480}
                  first
                />
              </a>
            </div>
          )}
          <div class="stack entity-facts">
            <h1>
              <DataText text={summary.title} />
            </h1>
            {summary.subtitle !== undefined && (
              <p class="lead">
                <DataText text={summary.subtitle} />
              </p>
            )}
            <EntityState catalog={catalog} presentation={presentation} summary={summary} />
            <Badges catalog={catalog} presentation={presentation} summary={summary} />
            <TextSwitch catalog={catalog} data={data} />
            {data.talk !== undefined && <TalkActs catalog={catalog} summary={summary} talk={data.talk} />}
            {about !== undefined && !isMirror && !catalog.isPinned && (
              <div class="row profile-acts">
                <ProfileActs catalog={catalog} summary={summary} about={about} />
              </div>
            )}
            {own !== undefined && (
              <EntityLists page={catalog.page} id={summary.id} title={summary.title.text} own={own} />
            )}
            {song === undefined ? (
              <>
                {read === 'away' && <Notice tone="warning">{catalog.page.sayFrom(SONG_MESSAGES)('levelsAway')}</Notice>}
                <Difficulties data={data} />
                <Sounds catalog={catalog} data={data} />
                {presentation.files && <FileActs catalog={catalog} data={data} />}
                <Values catalog={catalog} data={data} />
              </>
            ) : (
              part('song', () => <SongHead catalog={catalog} song={song} summary={summary} />)
            )}
          </div>
        </div>
        {song !== undefined && (
          <>
            {part('chart', () => (
              <>
                <SongChart catalog={catalog} song={song} />
                <SongDifficulties catalog={catalog} song={song} />
              </>
            ))}
            {song.chosen.name !== undefined && <SongPlay catalog={catalog} song={song} name={song.chosen.name} />}
            {part('values', () => (
              <Values
                catalog={catalog}
                data={{ ...data, fields: data.fields.filter(({ path, value }) => !isChartField(song, path, value)) }}
              />
            ))}
          </>
        )}
        {data.talk !== undefined && <TalkPart catalog={catalog} summary={summary} talk={data.talk} />}
        {part('below', () => (
          <>
            <Texts catalog={catalog} data={data} />
            <Pictures catalog={catalog} data={data} shown={cover?.path} />
            <ArtViewer page={catalog.page} title={summary.title.text} count={art.length} />
            {levels.map((one) => (
              <LevelStats key={one.path} catalog={catalog} presentation={presentation} levels={one} />
            ))}
            {data.fields
              .filter((field) => isLines(field) && !levels.some(({ fields }) => fields.includes(field.path)))
              .map((field) => {
                const { path, value } = field;
                const lines = readStory(catalog, presentation, field, data.names);
                const total = Array.isArray(value) ? value.length : 0;
                return lines === undefined ? (
                  <Lines key={path} catalog={catalog} data={data} field={field} />
                ) : (
                  <Story
                    key={path}
                    catalog={catalog}
                    presentation={presentation}
                    path={path}
                    total={total}
                    lines={lines}
                  />
                );
              })}
            {readMembers(catalog, data).map((members) => (
              <MembersPart key={members.path} catalog={catalog} own={presentation} members={members} />
            ))}
            {data.related.map((related) => (
              <RelatedPart
                key={`${related.resource} ${related.path}`}
                catalog={catalog}
                data={data}
                related={related}
              />
            ))}
            {data.siblings !== undefined && <SiblingsPart catalog={catalog} data={data} siblings={data.siblings} />}
            {data.isPartial && <Notice tone="warning">{catalog.page.sayFrom(ENTITY_MESSAGES)('partial')}</Notice>}
            {!isMirror && <HistoryPart catalog={catalog} data={data} />}
            <Elsewhere catalog={catalog} data={data}>
              <Plumbing catalog={catalog} data={data} />
            </Elsewhere>
          </>
        ))}
      </article>
    ),
  };
}

/** Levels by difficulty, as tickets. */
function Difficulties({ data }: Pick<EntityProps, 'data'>): VNode | null {
  const levels = data.fields.flatMap(({ path, value }) => {
    const name = difficultyOf(path);
    return name === undefined || typeof value !== 'number' ? [] : [{ path, name, value }];
  });
  return levels.length === 0 ? null : (
    <p class="badges">
      {levels.map(({ path, name, value }) => (
        <Chip key={path} ticket tone={toneOf(name)}>
          {`${name} ${value}`}
        </Chip>
      ))}
    </p>
  );
}

const filesOf = ({ catalog, data }: EntityProps, kind: ReleaseFile['kind']) =>
  data.fields.flatMap(({ path, value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => {
      const file = typeof item === 'string' ? fileOf(item, catalog.server.id) : undefined;
      return file?.kind === kind ? [{ path, file }] : [];
    }),
  );

function Sounds({ catalog, data }: EntityProps): VNode | null {
  const sounds = filesOf({ catalog, data }, 'sound');
  if (sounds.length === 0) return null;
  return (
    <ul class="plain-list sounds">
      {sounds.map(({ path, file }) => (
        <li key={`${path} ${file.path}`}>
          <span class="meta">
            {labelOf(catalog, data.presentation, path)}
            <SoundLength catalog={catalog} file={file} />
          </span>
          {/* biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its sounds */}
          <audio
            controls
            preload="none"
            src={rawPath(catalog, file.path)}
            aria-label={`${labelOf(catalog, data.presentation, path)}${colonIn(catalog.page.locale)}${file.name}`}
          />
        </li>
      ))}
    </ul>
  );
}

function SoundLength({ catalog, file }: CatalogProps & { readonly file: ReleaseFile }): VNode | null {
  const measure = catalog.media.of(file.releasePath);
  if (measure === undefined || !('seconds' in measure)) return null;
  return <span class="sound-length">{minutesOf(measure.seconds)}</span>;
}

/** Whether a picture opens over the page. The file of a drawing is a download, which no browser shows. */
const opensHere = ({ kind, path }: ReleaseFile): boolean => kind === 'picture' && !/\.svgz?$/i.test(path);

/** Files of pictures other than the large one. */
const picturesOf = ({ catalog, data }: EntityProps, shown: string | undefined) =>
  filesOf({ catalog, data }, 'picture').filter(
    ({ path, file }) => file.path !== shown && path !== data.presentation.image,
  );

/** Pictures other than the large one. */
function Pictures({ catalog, data, shown }: EntityProps & { readonly shown: string | undefined }): VNode | null {
  const { presentation } = data;
  const pictures = picturesOf({ catalog, data }, shown);
  if (pictures.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="pictures">
      <h2 id="pictures">{catalog.page.sayFrom(ENTITY_MESSAGES)('pictures')}</h2>
      <ul class="gallery">
        {pictures.map(({ path, file }) => (
          <li key={`${path} ${file.path}`}>
            <a href={rawPath(catalog, file.path)} data-art={opensHere(file) ? '' : undefined}>
              <ReleasePicture
                catalog={catalog}
                file={file}
                alt={labelOf(catalog, presentation, path)}
                sizes="240px"
                side={240}
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RelatedPart({
  catalog,
  data,
  related: { resource, path, key, total, items },
}: EntityProps & { readonly related: Related }): VNode | null {
  const { page, presentations } = catalog;
  const say = page.sayFrom(ENTITY_MESSAGES);
  const presentation = presentations[resource];
  if (presentation === undefined) return null;
  const heading = `related-${resource}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <div class="row">
        <h2 id={heading}>{say('related', { name: nameOf(catalog, resource) })}</h2>
        {total > items.length && path !== undefined && (
          <a href={listPath(catalog, resource, { [path]: key ?? data.summary.id })}>{say('all', { count: total })}</a>
        )}
      </div>
      <EntityCards catalog={catalog} presentation={presentation} items={items} />
    </section>
  );
}
