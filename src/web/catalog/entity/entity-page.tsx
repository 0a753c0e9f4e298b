/** @jsxImportSource preact */
// One entity: picture, title, badges, sound, values, texts in all languages, contents, and what is related to it.

import type { VNode } from 'preact';
import { isObject } from '../../../kernel/is-object.ts';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { SONG_MESSAGES } from '../../messages/song.ts';
import { cardImage } from '../../share/cards.ts';
import type { Page } from '../../shell/page.ts';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TalkActs, TalkPart } from '../common/discussion.tsx';
import { Badges, EntityCards, toneOf } from '../common/entity-card.tsx';
import { fieldAt, isTexts, readField, textIn } from '../common/fields.ts';
import { FILE_FIELDS } from '../common/file-entity.ts';
import { CatalogHead, DataText } from '../common/frame.tsx';
import { type Catalog, labelOf, labelsOf, listPath, nameOf, rawPath, widerOf } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { Value } from '../common/value-view.tsx';
import {
  difficultyOf,
  fileOf,
  isIdPath,
  isSlottedText,
  keysOf,
  minutesOf,
  type ReleaseFile,
} from '../common/values.ts';
import { describeCatalogWay } from '../common/way.ts';
import { SongChart } from '../song/song-chart.tsx';
import { isChartField, type SongData } from '../song/song-data.ts';
import { SongDifficulties } from '../song/song-difficulties.tsx';
import { SongHead } from '../song/song-head.tsx';
import { SongPlay } from '../song/song-play.tsx';
import { describeSong } from '../song/structured.ts';
import { Elsewhere, HistoryPart } from './elsewhere.tsx';
import type { EntityData, Field, Related } from './entity-data.ts';
import { FileActs, fileFacts } from './file-acts.tsx';
import { LevelStats } from './level-stats.tsx';
import { readLevels } from './levels.ts';
import { Lines } from './lines.tsx';
import { MembersPart, readMembers } from './members.tsx';
import { SiblingsPart } from './siblings.tsx';
import { readStory, Story } from './story.tsx';
import { TextSwitch, Texts } from './texts.tsx';

interface PartProps {
  readonly catalog: Catalog;
  readonly data: EntityData;
}

const DESCRIPTION_FIELDS = 2;

/** The page of an entity; of a song with its levels. */
export function entityPage(catalog: Catalog, data: EntityData, read?: SongData | 'away'): Page {
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
  return {
    title: `${summary.title.text} · ${name}`,
    description: described.filter((text) => text !== undefined).join(' · ') || `${name} ${summary.id}`,
    section: 'catalog',
    styles: ['catalog', ...(song === undefined ? [] : ['song']), ...(levels.length === 0 ? [] : ['catalog-levels'])],
    ...(song === undefined ? {} : { kind: 'music.song' as const }),
    noindex: isMirror || catalog.isPinned,
    feeds: isMirror
      ? []
      : [
          {
            path: `/api/v1/community/feed.atom?subject=${encodeURIComponent(`${server.id}/${resource}/${summary.id}`)}`,
            title: summary.title.text,
          },
        ],
    isPartial: data.isPartial || read === 'away' || (data.talk !== undefined && data.talk.posts === undefined),
    canBeQuoted: !isMirror && !catalog.isPinned,
    ...(isMirror || summary.picture === undefined
      ? {}
      : {
          image: cardImage(
            catalog.page,
            `entities/${server.id}/${resource}/${encodeURIComponent(summary.id)}`,
            [summary.title, summary.subtitle, catalog.releaseId],
            summary.title.text,
          ),
        }),
    structured: [
      describeCatalogWay(catalog, resource, { name: summary.title.text, id: summary.id }),
      ...(song === undefined ? [] : [describeSong(song, summary)]),
    ],
    content: (
      <article class="stack stack-loose">
        <div class="entity-head">
          <div class="entity-crumbs">
            <CatalogHead catalog={catalog} crumbs={crumbs} gone={data.gone} />
          </div>
          {cover?.kind === 'picture' && (
            <div class={presentation.group === 'event' ? 'entity-cover entity-cover-wide' : 'entity-cover'}>
              <ReleasePicture
                catalog={catalog}
                file={cover}
                alt={summary.title.text}
                sizes="(max-width: 960px) 92vw, 360px"
                side={480}
                first
              />
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
            <Badges catalog={catalog} presentation={presentation} summary={summary} />
            <TextSwitch catalog={catalog} data={data} />
            {data.talk !== undefined && <TalkActs catalog={catalog} summary={summary} talk={data.talk} />}
            {song === undefined ? (
              <>
                {read === 'away' && (
                  <Notice tone="warning">{catalog.page.say(catalog.page.words(SONG_MESSAGES).levelsAway)}</Notice>
                )}
                <Difficulties data={data} />
                <Sounds catalog={catalog} data={data} />
                {presentation.files && <FileActs catalog={catalog} data={data} />}
                <Values catalog={catalog} data={data} />
              </>
            ) : (
              <SongHead catalog={catalog} song={song} summary={summary} />
            )}
          </div>
        </div>
        {song !== undefined && (
          <>
            <SongChart catalog={catalog} song={song} />
            <SongDifficulties catalog={catalog} song={song} />
            {song.chosen.name !== undefined && <SongPlay catalog={catalog} song={song} name={song.chosen.name} />}
            <Values
              catalog={catalog}
              data={{ ...data, fields: data.fields.filter(({ path, value }) => !isChartField(song, path, value)) }}
            />
          </>
        )}
        <Texts catalog={catalog} data={data} />
        <Pictures catalog={catalog} data={data} shown={cover?.path} />
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
              <Story key={path} catalog={catalog} presentation={presentation} path={path} total={total} lines={lines} />
            );
          })}
        {readMembers(catalog, data).map((members) => (
          <MembersPart key={members.path} catalog={catalog} own={presentation} members={members} />
        ))}
        {data.related.map((related) => (
          <RelatedPart key={`${related.resource} ${related.path}`} catalog={catalog} data={data} related={related} />
        ))}
        {data.siblings !== undefined && <SiblingsPart catalog={catalog} data={data} siblings={data.siblings} />}
        {data.isPartial && (
          <Notice tone="warning">{catalog.page.say(catalog.page.words(ENTITY_MESSAGES).partial)}</Notice>
        )}
        {data.talk !== undefined && <TalkPart catalog={catalog} summary={summary} talk={data.talk} />}
        {!isMirror && <HistoryPart catalog={catalog} data={data} />}
        <Elsewhere catalog={catalog} data={data} />
      </article>
    ),
  };
}

const isLines = ({ value }: Field): boolean => Array.isArray(value) && value.some(isObject);

/** Levels by difficulty, as tickets. */
function Difficulties({ data }: Pick<PartProps, 'data'>): VNode | null {
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

const filesOf = ({ catalog, data }: PartProps, kind: ReleaseFile['kind']) =>
  data.fields.flatMap(({ path, value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => {
      const file = typeof item === 'string' ? fileOf(item, catalog.server.id) : undefined;
      return file?.kind === kind ? [{ path, file }] : [];
    }),
  );

function Sounds({ catalog, data }: PartProps): VNode | null {
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
            aria-label={`${labelOf(catalog, data.presentation, path)}: ${file.name}`}
          />
        </li>
      ))}
    </ul>
  );
}

function SoundLength({ catalog, file }: { readonly catalog: Catalog; readonly file: ReleaseFile }): VNode | null {
  const measure = catalog.media.of(file.releasePath);
  if (measure === undefined || !('seconds' in measure)) return null;
  return <span class="sound-length">{minutesOf(measure.seconds)}</span>;
}

/** Whether a list of keys beside the field contains its key. */
function isSaidByWider({ presentation, fields }: EntityData, { path, value }: Field): boolean {
  const wider = widerOf(presentation, path);
  const keys = keysOf(fields.find((field) => field.path === wider)?.value);
  return wider !== undefined && keysOf(value).every((key) => keys.includes(key));
}

/** Label and value of every field that is not shown elsewhere on the page. */
function Values({ catalog, data }: PartProps): VNode {
  const { page } = catalog;
  const words = page.words(ENTITY_MESSAGES);
  const { presentation, names, summary } = data;
  const facts = presentation.files ? fileFacts({ catalog, data }) : [];
  const levels = new Set(readLevels(data.fields).flatMap(({ fields }) => fields));
  const members = new Set(readMembers(catalog, data).map(({ path }) => path));
  const elsewhere = new Set([presentation.title, presentation.subtitle, presentation.image, presentation.cover]);
  const shown = data.fields.filter(
    (field) =>
      !elsewhere.has(field.path) &&
      !(presentation.files && FILE_FIELDS.some((path) => path === field.path)) &&
      !isLines(field) &&
      !levels.has(field.path) &&
      !isSaidByWider(data, field) &&
      !members.has(field.path) &&
      !(isIdPath(field.path) && String(field.value) === summary.id) &&
      difficultyOf(field.path) === undefined &&
      fileOf(field.value, catalog.server.id)?.kind !== 'sound',
  );
  const labels = labelsOf(
    catalog,
    presentation,
    shown.map(({ path }) => path),
  );
  return (
    <>
      <h2 class="unseen">{page.say(words.values)}</h2>
      <dl class="values">
        <div>
          <dt>{page.say(words.id)}</dt>
          <dd>
            <code>{summary.id}</code>
          </dd>
        </div>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {shown.map(({ path, value, type }, index) => (
          <div key={path}>
            <dt>{labels[index]}</dt>
            {/* Called, since a hundred elements of a component cost as much as all they show. */}
            <dd>{Value({ catalog, presentation, path, value, names, type })}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Pictures other than the large one. */
function Pictures({ catalog, data, shown }: PartProps & { readonly shown: string | undefined }): VNode | null {
  const { page } = catalog;
  const { presentation } = data;
  const pictures = filesOf({ catalog, data }, 'picture').filter(
    ({ path, file }) => file.path !== shown && path !== presentation.image,
  );
  if (pictures.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="pictures">
      <h2 id="pictures">{page.say(page.words(ENTITY_MESSAGES).pictures)}</h2>
      <ul class="gallery">
        {pictures.map(({ path, file }) => (
          <li key={`${path} ${file.path}`}>
            <a href={rawPath(catalog, file.path)}>
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

interface RelatedPartProps extends PartProps {
  readonly related: Related;
}

function RelatedPart({
  catalog,
  data,
  related: { resource, path, key, total, items },
}: RelatedPartProps): VNode | null {
  const { page, presentations } = catalog;
  const words = page.words(ENTITY_MESSAGES);
  const presentation = presentations[resource];
  if (presentation === undefined) return null;
  const heading = `related-${resource}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <div class="row">
        <h2 id={heading}>{page.say(words.related, { name: nameOf(catalog, resource) })}</h2>
        {total > items.length && path !== undefined && (
          <a href={listPath(catalog, resource, { [path]: key ?? data.summary.id })}>
            {page.say(words.all, { count: total })}
          </a>
        )}
      </div>
      <EntityCards catalog={catalog} presentation={presentation} items={items} />
    </section>
  );
}
