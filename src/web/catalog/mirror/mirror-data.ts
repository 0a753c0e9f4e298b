// Data of the mirror's pages: the collections of a region as the provider feature reads them, joined by name, and the facts
// around one entity. If a collection cannot be read, only its part of a page is missing, unless the page is about it.

import type { MediaFacts } from '../../../features/pictures/facts.ts';
import type { Region } from '../../../features/provider/common/rules.ts';
import type { Mirrored, MirroredEntity, MirroredList, ProviderPages } from '../../../features/provider/serve/pages.ts';
import { isRecord } from '../../../kernel/is-object.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { type Catalog, type EntitySummary, type Names, type ResourcePresentation, summarize } from '../common/reads.ts';
import type { Hits, ShownResource } from '../common/resource-cards.tsx';
import { keysOf, MIRROR_ROOT, valueAt } from '../common/values.ts';
import type { EntityData, Related } from '../entity/entity-data.ts';
import { type List, wantedNames } from '../list/list-data.ts';
import type { ListQuestion } from '../list/list-question.ts';
import { findRows, findText } from './find.ts';
import {
  COLLECTION_OF,
  isMirrorResource,
  LEVELS,
  MIRROR_LOCALES,
  MIRROR_PRESENTATIONS,
  MIRROR_RESOURCES,
  type MirrorResource,
  SHOWN_FIELDS,
} from './presentations.ts';

type MirrorLists = ReadonlyMap<string, MirroredList>;

export interface Mirror {
  readonly catalog: Catalog;
  readonly lists: MirrorLists;
  /** Whether a collection that the page wanted cannot be read now. */
  readonly isPartial: boolean;
}

const PICTURES = 4;
const HITS = 6;
const RELATED_MAX = 12;

/** The pictures of a mirror are not measured. */
const NO_FACTS: MediaFacts = { of: () => undefined, learn: async () => undefined };

interface Opened {
  readonly page: PageContext;
  readonly provider: ProviderPages;
  readonly region: Region;
}

/** Reads collections; `needed` must be readable. */
export async function openMirror(
  { page, provider, region }: Opened,
  wanted: readonly MirrorResource[],
  needed?: MirrorResource,
  more: readonly Mirrored<unknown>[] = [],
): Promise<Mirror> {
  const lists = new Map<string, MirroredList>();
  const ages: Mirrored<unknown>[] = [...more];
  let failure: unknown;
  const names = [...new Set(needed === undefined ? wanted : [needed, ...wanted])];
  await Promise.all(
    names.map(async (name) => {
      try {
        const read = await provider.readList(COLLECTION_OF[name], region);
        lists.set(name, read.value);
        ages.push(read);
      } catch (error) {
        if (!isRefusal(error) || name === needed) throw error;
        failure ??= error;
      }
    }),
  );
  if (lists.size === 0 && failure !== undefined) throw failure;
  const stale = ages.filter(({ isStale }) => isStale).map(({ checkedAt }) => checkedAt);
  const joined = new Map([...lists].map(([name, list]) => [name, joinNames(name, list, lists)]));
  const presentations = Object.fromEntries(
    MIRROR_RESOURCES.map((name): [string, ResourcePresentation] => [
      name,
      { ...MIRROR_PRESENTATIONS[name], count: joined.get(name)?.size ?? 0 },
    ]),
  );
  return {
    lists: joined,
    isPartial: failure !== undefined,
    catalog: {
      page,
      presentations,
      servers: [],
      releaseId: '',
      isPinned: false,
      marks: {},
      media: NO_FACTS,
      server: { id: `${MIRROR_ROOT}/${region}`, displayName: region.toUpperCase(), region },
      slots: { locales: MIRROR_LOCALES, reader: page.locale, region },
      mirror: {
        staleSince: stale.length === 0 ? undefined : Math.min(...stale),
        addressOf: (resource, id) => addressOf(region, resource, id),
      },
    },
  };
}

/** Path of the interface; single entities of some collections exist only within them. */
function addressOf(region: Region, resource: string, id: string | undefined): string {
  const root = `/api/v1/game/provider/${region}`;
  const collection = isMirrorResource(resource) ? COLLECTION_OF[resource] : resource;
  if (id === undefined || collection === 'bands' || collection === 'characters') return `${root}/${collection}`;
  return `${root}/${collection.startsWith('stories/') ? 'stories' : collection}/${encodeURIComponent(id)}`;
}

const nameIn = (lists: MirrorLists, list: string, key: unknown, field: string): unknown =>
  lists.get(list)?.get(String(key))?.[field];

/** Gives entities the names of what they belong to, which lists show and search. */
function joinNames(name: string, list: MirroredList, lists: MirrorLists): MirroredList {
  const join = JOINS[name];
  return join === undefined ? list : new Map([...list].map(([id, entity]) => [id, join(entity, lists)]));
}

type Join = (entity: MirroredEntity, lists: MirrorLists) => MirroredEntity;
const JOINS: Readonly<Record<string, Join>> = {
  songs: (song, lists) => ({
    ...song,
    bandName: nameIn(lists, 'bands', song.bandId, 'bandName'),
    levels: levelsOf(song),
  }),
  cards: (card, lists) => ({
    ...card,
    characterName: nameIn(lists, 'characters', card.characterId, 'characterName'),
  }),
  characters: (character, lists) => ({
    ...character,
    bandName: nameIn(lists, 'bands', character.bandId, 'bandName'),
  }),
};

/** `{easy: {playLevel: 7}}` of the list of difficulties. */
function levelsOf({ difficulty }: MirroredEntity): Readonly<Record<string, unknown>> {
  const all = Array.isArray(difficulty) ? difficulty : [];
  return Object.fromEntries(
    all.flatMap((one) => (typeof one?.difficulty === 'string' ? [[one.difficulty, { playLevel: one.playLevel }]] : [])),
  );
}

/** What the references of a presentation lead to. */
export const targetsOf = (resource: MirrorResource): readonly MirrorResource[] =>
  Object.values(MIRROR_PRESENTATIONS[resource].references).filter(isMirrorResource);

/** Names of the entities that are wanted, as far as their collections are read. */
function namesOf(
  { catalog, lists }: Pick<Mirror, 'catalog' | 'lists'>,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Names {
  const names = new Map<string, EntitySummary>();
  for (const [resource, keys] of wanted) {
    for (const key of keys) {
      const entity = lists.get(resource)?.get(key);
      if (entity !== undefined) names.set(`${resource}/${key}`, summarize(catalog, resource, key, entity));
    }
  }
  return names;
}

/** The resources with their newest pictures; with a text, what it finds in each. */
export function readMirrorOverview(
  { catalog, lists }: Mirror,
  text: string | undefined,
): { readonly resources: readonly ShownResource[]; readonly hits: readonly Hits[] } {
  const resources = MIRROR_RESOURCES.map((name): ShownResource => {
    const presentation = MIRROR_PRESENTATIONS[name];
    const rows = presentation.image === null ? [] : newest(lists.get(name), presentation).slice(0, PICTURES);
    return {
      name,
      isAway: !lists.has(name),
      items: rows.map(([id, entity]) => summarize(catalog, name, id, entity)),
    };
  });
  if (text === undefined) return { resources, hits: [] };
  const hits = [...lists].flatMap(([resource, list]): Hits[] => {
    const presentation = catalog.presentations[resource];
    const found = presentation === undefined ? [] : findText(list, presentation, text);
    const items = found.slice(0, HITS).map(([id, entity]) => summarize(catalog, resource, id, entity));
    return found.length === 0 ? [] : [{ resource, total: found.length, items }];
  });
  return { resources, hits };
}

const newest = (list: MirroredList | undefined, { start }: ResourcePresentation) =>
  [...(list ?? [])].sort(([, a], [, b]) => Number(valueAt(b, start) ?? 0) - Number(valueAt(a, start) ?? 0));

/** The list that the address asks for. */
export function readMirrorList(
  mirror: Mirror,
  resource: string,
  presentation: ResourcePresentation,
  question: ListQuestion,
): List {
  const { catalog, lists } = mirror;
  const { rows, ...found } = findRows(lists.get(resource) ?? new Map(), presentation, question);
  const items = rows.map(([id, entity]) => summarize(catalog, resource, id, entity));
  const names = namesOf(mirror, wantedNames(presentation, found.question, found.facets, items));
  const { columns } = presentation;
  const chosen = question.columns?.filter((path) => columns.includes(path)) ?? columns;
  return {
    resource,
    presentation,
    items,
    names,
    columns: chosen,
    columnChoices: columns,
    gone: undefined,
    plots: new Map(),
    ...found,
  };
}

/** What the page of an entity shows. */
export function readMirrorEntity(
  mirror: Mirror,
  { resource, id }: { readonly resource: MirrorResource; readonly id: string },
  entity: MirroredEntity,
): EntityData {
  const { catalog, lists } = mirror;
  const presentation = catalog.presentations[resource] ?? MIRROR_PRESENTATIONS[resource];
  const whole = JOINS[resource]?.(entity, lists) ?? entity;
  const fields = SHOWN_FIELDS[resource].flatMap((path) => {
    const value = valueAt(whole, path);
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [{ path, value, type: path === presentation.start ? 'date' : undefined }];
  });
  const wanted = new Map<string, Set<string>>();
  for (const { path, value } of fields) {
    const target = presentation.references[path];
    if (target !== undefined) wanted.set(target, new Set([...(wanted.get(target) ?? []), ...keysOf(value)]));
  }
  return {
    resource,
    presentation,
    fields,
    talk: undefined,
    siblings: undefined,
    servers: [],
    gone: undefined,
    isPartial: mirror.isPartial,
    summary: summarize(catalog, resource, id, whole),
    names: namesOf(mirror, wanted),
    related: readRelated(mirror, resource, id),
  };
}

/** Resources whose entities name one of these. */
export const referringTo = (resource: MirrorResource): readonly MirrorResource[] =>
  MIRROR_RESOURCES.filter((name) => name !== resource && targetsOf(name).includes(resource));

function readRelated({ catalog, lists }: Mirror, resource: MirrorResource, id: string): readonly Related[] {
  return referringTo(resource).flatMap((name): Related[] => {
    const presentation = MIRROR_PRESENTATIONS[name];
    const [path] = Object.entries(presentation.references).find(([, target]) => target === resource) ?? [];
    if (path === undefined) return [];
    const rows = newest(lists.get(name), presentation).filter(([, entity]) =>
      keysOf(valueAt(entity, path)).includes(id),
    );
    const items = rows.slice(0, RELATED_MAX).map(([key, entity]) => summarize(catalog, name, key, entity));
    return rows.length === 0 ? [] : [{ resource: name, path, total: rows.length, items }];
  });
}

/** A song with its films and the numbers of its charts as lists. */
export function presentSong(song: MirroredEntity, meta: MirroredEntity | undefined): MirroredEntity {
  const videos = Object.values(isRecord(song.musicVideos) ? song.musicVideos : {}).flatMap((video) =>
    isRecord(video) && typeof video.playableUrl === 'string' ? [video.playableUrl] : [],
  );
  const metrics = LEVELS.flatMap((difficulty, index) => {
    const entry = meta?.[String(index)];
    const chart = isRecord(entry) && isRecord(entry.chart) ? entry.chart : {};
    if (typeof chart.n !== 'number') return [];
    return [
      {
        difficulty,
        level: chart.playLevel,
        notes: chart.n,
        seconds: rounded(chart.time),
        perSecond: rounded(chart.nps),
        bpm: rounded(chart.firstBpm),
      },
    ];
  });
  const scoreRanks = (Array.isArray(song.scoreRanks) ? song.scoreRanks : [])
    .filter(isRecord)
    .map(({ scoreRank, requiredScore }) => ({ scoreRank: RANKS[Number(scoreRank)] ?? scoreRank, requiredScore }));
  return { ...song, videos, metrics, scoreRanks };
}

/** Names of the ranks by their numbers. */
const RANKS: Readonly<Record<number, string>> = { 3: 'C', 4: 'B', 5: 'A', 6: 'S', 7: 'SS' };

/** A card with the titles of its episodes. */
export function presentCard(card: MirroredEntity): MirroredEntity {
  const episodes = Array.isArray(card.episodes) ? card.episodes : [];
  return { ...card, episodes: episodes.filter(isRecord).map(({ title }) => ({ title })) };
}

const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);

/** A story with what is said as lines. */
export function presentStory(story: MirroredEntity): MirroredEntity {
  const commands: readonly unknown[] = Array.isArray(story.commands) ? story.commands : [];
  const lines = commands.filter(isRecord).flatMap((command) => {
    if (command.type !== 'talk' || typeof command.text !== 'string') return [];
    const [voice] = Array.isArray(command.voices) ? command.voices : [];
    return [{ name: command.name, text: command.text, ...(isRecord(voice) ? { voice: voice.url } : {}) }];
  });
  return { ...story, lines };
}
