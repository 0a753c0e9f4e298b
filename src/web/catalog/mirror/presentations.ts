// How the collections of the mirror are shown, in the terms of a presentation. Pure.
import type { Collection } from '../../../features/provider/serve/plans.ts';
import type { SlotLocale } from '../../../kernel/names.ts';
import { MIRROR_LABELS } from '../../messages/catalog.ts';
import { plainText } from '../../messages/say.ts';
import { byLocale } from '../../messages/tables.ts';
import { difficultyName } from '../../ui/play/difficulty.tsx';
import type { ResourcePresentation } from '../common/reads.ts';

/** Collections that have pages, in the order of overviews. */
export const MIRROR_RESOURCES = [
  'songs',
  'cards',
  'characters',
  'bands',
  'event-stories',
  'band-stories',
  'main-stories',
  'afterlive-stories',
] as const;
export type MirrorResource = (typeof MIRROR_RESOURCES)[number];

export const isMirrorResource = (name: string): name is MirrorResource =>
  MIRROR_RESOURCES.some((resource) => resource === name);

/** The collection of the interface. */
export const COLLECTION_OF: Readonly<Record<MirrorResource, Collection>> = {
  songs: 'songs',
  cards: 'cards',
  characters: 'characters',
  bands: 'bands',
  'event-stories': 'stories/event',
  'band-stories': 'stories/band',
  'main-stories': 'stories/main',
  'afterlive-stories': 'stories/afterlive',
};

/** Languages of slot arrays, in the order of the regions. */
export const MIRROR_LOCALES = ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'] as const satisfies readonly SlotLocale[];
export const LEVELS = ['easy', 'normal', 'hard', 'expert', 'special'] as const;
const levelPath = (difficulty: string): string => `levels.${difficulty}.playLevel`;

type Label = keyof (typeof MIRROR_LABELS)['en'];
type Texts = ResourcePresentation['labels']['name'];

const textsOf = (label: Label): Texts => byLocale((locale) => plainText(MIRROR_LABELS[locale][label]));

interface Declared
  extends Pick<ResourcePresentation, 'group' | 'title'>,
    Partial<
      Omit<ResourcePresentation, 'kind' | 'count' | 'order' | 'hidden' | 'labels' | 'group' | 'title' | 'fields'>
    > {
  readonly name: Label;
  readonly fields: Readonly<Record<string, Label>>;
  /** What the values of fields are called, by path and value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Label>>>>;
}

function present(order: number, { name, fields, values = {}, ...given }: Declared): ResourcePresentation {
  return {
    kind: 'collection',
    count: 0,
    hidden: false,
    subtitle: null,
    image: null,
    cover: null,
    audio: null,
    start: null,
    end: null,
    badges: [],
    facets: [],
    sort: [],
    columns: [],
    search: [],
    references: {},
    ...given,
    order,
    fields: Object.fromEntries(
      Object.entries(values).map(([path, labels]) => [
        path,
        { labels: Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, textsOf(label)])) },
      ]),
    ),
    labels: {
      name: textsOf(name),
      fields: {
        ...Object.fromEntries(Object.entries(fields).map(([path, label]) => [path, textsOf(label)])),
        // Difficulties are called as the game calls them, in every language.
        ...Object.fromEntries(LEVELS.map((level) => [levelPath(level), byLocale(() => difficultyName(level))])),
      },
    },
  };
}

const COMMON_STORY = { title: 'title', description: 'description', caption: 'caption', releaseAt: 'released' } as const;

const DECLARED: Readonly<Record<MirrorResource, Declared>> = {
  songs: {
    name: 'songs',
    group: 'music',
    title: 'musicTitle',
    subtitle: 'bandName',
    image: 'jacketThumbUrl',
    cover: 'jacketUrl',
    audio: 'musicUrl',
    start: 'releaseAt',
    facets: ['bandId', 'musicCategories', levelPath('expert')],
    sort: ['releaseAt', levelPath('expert'), 'musicId'],
    columns: ['bandId', ...LEVELS.map(levelPath), 'releaseAt'],
    search: ['musicTitle', 'bandName', 'composer', 'lyricist', 'arranger'],
    references: { bandId: 'bands' },
    values: { musicCategories: { normal: 'original', anime: 'cover', tie_up: 'extra' } },
    fields: {
      musicTitle: 'title',
      bandName: 'band',
      bandId: 'band',
      composer: 'composer',
      lyricist: 'lyricist',
      arranger: 'arranger',
      musicCategories: 'category',
      releaseAt: 'released',
      musicId: 'id',
      musicUrl: 'sound',
      jacketUrl: 'jacket',
      videos: 'videos',
      scoreRanks: 'ranks',
      metrics: 'charts',
      scoreRank: 'rank',
      requiredScore: 'score',
      difficulty: 'difficulty',
      level: 'level',
      notes: 'notes',
      seconds: 'seconds',
      perSecond: 'perSecond',
      bpm: 'tempo',
    },
  },
  cards: {
    name: 'cards',
    group: 'card',
    title: 'prefix',
    subtitle: 'characterName',
    image: 'thumb',
    cover: 'cardImages.normal',
    start: 'releaseAt',
    badges: ['rarity', 'attribute'],
    facets: ['rarity', 'attribute', 'cardType', 'characterId'],
    sort: ['releaseAt', 'rarity', 'cardId'],
    columns: ['characterId', 'rarity', 'attribute', 'cardType', 'releaseAt'],
    search: ['prefix', 'characterName'],
    references: { characterId: 'characters' },
    fields: {
      prefix: 'title',
      characterName: 'character',
      characterId: 'character',
      rarity: 'rarity',
      attribute: 'attribute',
      cardType: 'kind',
      releaseAt: 'released',
      cardId: 'id',
      episodes: 'episodes',
      'cardImages.normal': 'picture',
      'cardImages.trained': 'trained',
      title: 'title',
    },
  },
  characters: {
    name: 'characters',
    group: 'person',
    title: 'characterName',
    subtitle: 'bandName',
    image: 'faceImage',
    facets: ['bandId'],
    sort: ['characterId'],
    columns: ['bandId', 'colorCode'],
    search: ['characterName', 'bandName'],
    references: { bandId: 'bands' },
    fields: {
      characterName: 'name',
      bandName: 'band',
      bandId: 'band',
      colorCode: 'colour',
      characterId: 'id',
    },
  },
  bands: {
    name: 'bands',
    group: 'person',
    title: 'bandName',
    cover: 'logo',
    facets: ['official'],
    sort: ['bandId'],
    columns: ['official', 'memberCharacterIds'],
    search: ['bandName'],
    references: { memberCharacterIds: 'characters', memberBandIds: 'bands' },
    fields: {
      bandName: 'name',
      official: 'official',
      memberCharacterIds: 'members',
      memberBandIds: 'memberBands',
      bandId: 'id',
    },
  },
  'event-stories': {
    name: 'eventStories',
    group: 'story',
    title: 'title',
    subtitle: 'eventName',
    start: 'releaseAt',
    sort: ['releaseAt', 'eventId'],
    columns: ['eventName', 'episodeNumber', 'releaseAt'],
    search: ['title', 'eventName', 'caption', 'description'],
    fields: { ...COMMON_STORY, eventName: 'event', episodeNumber: 'episode', eventId: 'event', lines: 'text' },
  },
  'band-stories': {
    name: 'bandStories',
    group: 'story',
    title: 'title',
    subtitle: 'chapterName',
    start: 'releaseAt',
    facets: ['bandId'],
    sort: ['releaseAt'],
    columns: ['chapterName', 'bandId', 'episodeNumber', 'releaseAt'],
    search: ['title', 'chapterName', 'caption', 'description'],
    references: { bandId: 'bands' },
    fields: { ...COMMON_STORY, chapterName: 'chapter', bandId: 'band', episodeNumber: 'episode', lines: 'text' },
  },
  'main-stories': {
    name: 'mainStories',
    group: 'story',
    title: 'title',
    start: 'releaseAt',
    sort: ['releaseAt'],
    columns: ['caption', 'releaseAt'],
    search: ['title', 'caption', 'description'],
    fields: { ...COMMON_STORY, lines: 'text' },
  },
  'afterlive-stories': {
    name: 'afterliveStories',
    group: 'story',
    title: 'title',
    start: 'releaseAt',
    facets: ['characterIds'],
    sort: ['releaseAt'],
    columns: ['characterIds', 'releaseAt'],
    search: ['title', 'description'],
    references: { characterIds: 'characters' },
    fields: { ...COMMON_STORY, characterIds: 'character', lines: 'text' },
  },
};

/** The looks of all collections; their counts are not known yet. */
export const MIRROR_PRESENTATIONS: Readonly<Record<MirrorResource, ResourcePresentation>> = {
  songs: present(0, DECLARED.songs),
  cards: present(1, DECLARED.cards),
  characters: present(2, DECLARED.characters),
  bands: present(3, DECLARED.bands),
  'event-stories': present(4, DECLARED['event-stories']),
  'band-stories': present(5, DECLARED['band-stories']),
  'main-stories': present(6, DECLARED['main-stories']),
  'afterlive-stories': present(7, DECLARED['afterlive-stories']),
};

/** Fields that the page of an entity shows, in this order. */
export const SHOWN_FIELDS: Readonly<Record<MirrorResource, readonly string[]>> = {
  songs: [
    ...['musicTitle', 'bandId', 'composer', 'lyricist', 'arranger', 'musicCategories', 'releaseAt', 'musicUrl'],
    ...['videos', ...LEVELS.map(levelPath), 'metrics', 'scoreRanks'],
  ],
  cards: [
    ...['prefix', 'characterId', 'rarity', 'attribute', 'cardType', 'releaseAt'],
    ...['cardImages.normal', 'cardImages.trained', 'episodes'],
  ],
  characters: ['characterName', 'bandId', 'colorCode'],
  bands: ['bandName', 'official', 'memberCharacterIds', 'memberBandIds'],
  'event-stories': ['title', 'eventName', 'episodeNumber', 'caption', 'description', 'releaseAt', 'lines'],
  'band-stories': ['title', 'bandId', 'chapterName', 'episodeNumber', 'caption', 'description', 'releaseAt', 'lines'],
  'main-stories': ['title', 'caption', 'description', 'releaseAt', 'lines'],
  'afterlive-stories': ['title', 'characterIds', 'description', 'releaseAt', 'lines'],
};
