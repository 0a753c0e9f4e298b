// Documents of the level server as JSON text: info, item infos, lists, details, forms (protocol sheet, 1.4; reference
// sheet, 7c). Every level item contains its whole engine, so the engine's text is built once per locale and spliced in.
// Nothing else is cached here.
import type {
  LevelItem,
  PlaylistItem,
  ServerForm,
  ServerInfo,
  ServerItemDetails,
  ServerItemInfo,
  ServerItemList,
  ServerOption,
} from '@sonolus/core';
import type { SlotLocale } from '../../../kernel/names.ts';
import type { EngineId, LocalizedText } from '../common/formats.ts';
import type { StaticType } from '../common/names.ts';
import { chooseText } from '../common/texts.ts';
import type { Library } from './library.ts';
import { LibraryItems } from './library-items.ts';
import type { Level, Playlist, Shelf } from './shelf.ts';

export const PAGE_ITEMS = 20;
const SECTION_ITEMS = 5;

/** The songs that are listed: of this service's releases, or of the provider. */
export type View = 'release' | 'provider';

/** `infoType`, form type and `source` that select the provider's songs. */
export const PROVIDER = 'provider';

const PROVIDER_TITLE: LocalizedText = {
  ja: 'プロバイダー',
  en: 'Provider',
  'zh-TW': '資料來源',
  'zh-CN': '数据来源',
  ko: '제공처',
};
const DESCRIPTION: LocalizedText = {
  ja: 'このサーバーで公開されている楽曲をプレイできます。',
  en: 'Play the songs that are published on this server.',
  'zh-TW': '遊玩此伺服器公開的樂曲。',
  'zh-CN': '游玩此服务器公开的乐曲。',
  ko: '이 서버에 공개된 곡을 플레이할 수 있습니다.',
};

type ItemWord = 'level' | 'playlist';

export class Projection {
  /** Address of this server, contained in every item. */
  readonly source: string;
  /** Name of the instance. */
  readonly siteName: string;
  readonly #items: LibraryItems;
  readonly #engines = new Map<string, string>();

  constructor(library: Library, source: string, siteName: string) {
    this.source = source;
    this.siteName = siteName;
    this.#items = new LibraryItems(library, source);
  }

  /** A section of the server is reached through its button only. */
  serverInfo(locale: SlotLocale): string {
    const title = chooseText(PROVIDER_TITLE, locale);
    const info: ServerInfo = {
      title: this.siteName,
      description: chooseText(DESCRIPTION, locale),
      buttons: [
        { type: 'playlist' },
        { type: 'level' },
        { type: 'playlist', title, infoType: PROVIDER },
        { type: 'level', title, infoType: PROVIDER },
        { type: 'skin' },
        { type: 'background' },
        { type: 'effect' },
        { type: 'particle' },
        { type: 'engine' },
        { type: 'configuration' },
      ],
      configuration: { options: [] },
    };
    return JSON.stringify(info);
  }

  levelsInfo(shelf: Shelf, view: View, locale: SlotLocale, drawn: readonly Level[]): string {
    const texts = (levels: readonly Level[]) => levels.map((level) => this.#levelText(level, locale));
    const newest = shelf.newestLevels(SECTION_ITEMS);
    return this.#itemInfo('level', view, locale, levelForms(shelf, view), texts(drawn), texts(newest));
  }

  playlistsInfo(shelf: Shelf, view: View, locale: SlotLocale, drawn: readonly Playlist[]): string {
    const texts = (playlists: readonly Playlist[]) => playlists.map((playlist) => this.#playlistText(playlist, locale));
    const newest = shelf.playlists.slice(0, SECTION_ITEMS);
    return this.#itemInfo('playlist', view, locale, playlistForms(view), texts(drawn), texts(newest));
  }

  levelsRandomInfo(level: Level | undefined, locale: SlotLocale): string {
    return randomInfo('level', level === undefined ? [] : [this.#levelText(level, locale)]);
  }

  playlistsRandomInfo(playlist: Playlist | undefined, locale: SlotLocale): string {
    return randomInfo('playlist', playlist === undefined ? [] : [this.#playlistText(playlist, locale)]);
  }

  levelsRandomList(level: Level | undefined, locale: SlotLocale): string {
    return randomList(level === undefined ? [] : [this.#levelText(level, locale)]);
  }

  playlistsRandomList(playlist: Playlist | undefined, locale: SlotLocale): string {
    return randomList(playlist === undefined ? [] : [this.#playlistText(playlist, locale)]);
  }

  /** One page of levels. A page past the end is empty. */
  levelsList(shelf: Shelf, view: View, levels: readonly Level[], page: number, locale: SlotLocale): string {
    const items = pageOf(levels, page).map((level) => this.#levelText(level, locale));
    return listText(levels.length, levelForms(shelf, view), view, items);
  }

  playlistsList(view: View, playlists: readonly Playlist[], page: number, locale: SlotLocale): string {
    const items = pageOf(playlists, page).map((playlist) => this.#playlistText(playlist, locale));
    return listText(playlists.length, playlistForms(view), view, items);
  }

  levelDetails(shelf: Shelf, level: Level, locale: SlotLocale): string {
    const next = shelf.levelsAfter(level, SECTION_ITEMS).map((item) => this.#levelText(item, locale));
    const section = sectionText({ title: '#RECOMMENDED', icon: 'star', itemType: 'level' }, next);
    return detailsText(this.#levelText(level, locale), next.length === 0 ? [] : [section]);
  }

  playlistDetails(playlist: Playlist, locale: SlotLocale): string {
    return detailsText(this.#playlistText(playlist, locale), []);
  }

  /** The info document of a static item type, with all its items. */
  staticInfo(type: StaticType, locale: SlotLocale): string {
    const itemType = type.slice(0, -1);
    const items = this.#items.read(type, locale).map((item) => JSON.stringify(item));
    return spliced({}, { sections: arrayText([sectionText({ title: '#NEWEST', itemType }, items)]) });
  }

  staticCount(type: StaticType, locale: SlotLocale): number {
    return this.#items.read(type, locale).length;
  }

  staticList(type: StaticType, page: number, locale: SlotLocale): string {
    const all = this.#items.read(type, locale);
    const list: Omit<ServerItemList<never>, 'items'> = { pageCount: pageCount(all.length) };
    return spliced(list, { items: arrayText(pageOf(all, page).map((item) => JSON.stringify(item))) });
  }

  /** Undefined when there is no such item. */
  staticDetails(type: StaticType, name: string, locale: SlotLocale): string | undefined {
    const item = this.#items.read(type, locale).find((candidate) => candidate.name === name);
    return item && detailsText(JSON.stringify(item), []);
  }

  #itemInfo(
    itemType: ItemWord,
    view: View,
    locale: SlotLocale,
    searches: readonly ServerForm[],
    drawn: readonly string[],
    newest: readonly string[],
  ): string {
    const source = view === 'provider' ? `source=${PROVIDER}` : '';
    const both = (first: string): string => [first, source].filter((part) => part !== '').join('&');
    const info: Omit<ServerItemInfo, 'sections'> = {
      ...(view === 'provider' && { title: chooseText(PROVIDER_TITLE, locale), quickSearchValues: source }),
      creates: [],
      searches: [...searches],
    };
    const random = { title: '#RANDOM', icon: 'shuffle', itemType, searchValues: both('type=random') };
    const latest = { title: '#NEWEST', itemType, searchValues: source };
    return spliced(info, { sections: arrayText([sectionText(random, drawn), sectionText(latest, newest)]) });
  }

  #levelText(level: Level, locale: SlotLocale): string {
    const { song } = level;
    const artists = chooseText(song.artists, locale);
    const item: Omit<LevelItem, 'engine'> = {
      name: level.name,
      source: this.source,
      version: 1,
      rating: level.rating,
      title: chooseText(song.title, locale),
      artists,
      author: artists,
      tags: [{ title: level.difficulty }],
      useSkin: { useDefault: true },
      useBackground: { useDefault: true },
      useEffect: { useDefault: true },
      useParticle: { useDefault: true },
      cover: song.cover,
      bgm: song.bgm,
      data: level.data,
    };
    return spliced(item, { engine: this.#engineText(level.engine, locale) });
  }

  #playlistText(playlist: Playlist, locale: SlotLocale): string {
    const { song } = playlist;
    const item: Omit<PlaylistItem, 'levels'> = {
      name: playlist.name,
      source: this.source,
      version: 1,
      title: chooseText(song.title, locale),
      subtitle: chooseText(song.artists, locale),
      author: this.siteName,
      tags: playlist.levels.map(({ difficulty }) => ({ title: difficulty })),
      thumbnail: song.cover,
    };
    return spliced(item, { levels: arrayText(playlist.levels.map((level) => this.#levelText(level, locale))) });
  }

  #engineText(engine: EngineId, locale: SlotLocale): string {
    const key = `${engine} ${locale}`;
    const cached = this.#engines.get(key) ?? JSON.stringify(this.#items.engine(engine, locale));
    this.#engines.set(key, cached);
    return cached;
  }
}

const RANDOM_FORM: ServerForm = {
  type: 'random',
  title: '#RANDOM',
  icon: 'shuffle',
  requireConfirmation: false,
  options: [],
};

const KEYWORDS_OPTION: ServerOption = {
  query: 'keywords',
  name: '#KEYWORDS',
  required: false,
  type: 'text',
  def: '',
  placeholder: '#KEYWORDS_PLACEHOLDER',
  limit: 0,
  shortcuts: [],
};

/**
 * Search form: keywords, difficulty and rating range. In the provider view the form's type selects the provider's
 * songs.
 */
function levelForms(shelf: Shelf, view: View): readonly ServerForm[] {
  const { difficulties, ratings } = shelf;
  const slider = { required: false, type: 'slider', min: ratings.min, max: ratings.max, step: 1 } as const;
  const options: ServerOption[] = [KEYWORDS_OPTION];
  if (difficulties.length > 0) {
    options.push({
      query: 'difficulties',
      name: '#DIFFICULTY',
      required: false,
      type: 'multi',
      def: difficulties.map(() => false),
      values: difficulties.map((name) => ({ name, title: name })),
    });
  }
  if (ratings.max > ratings.min) {
    options.push(
      { query: 'ratingMin', name: '#RATING_MINIMUM', ...slider, def: ratings.min },
      { query: 'ratingMax', name: '#RATING_MAXIMUM', ...slider, def: ratings.max },
    );
  }
  return [searchForm(view, options), ...(view === 'release' ? [RANDOM_FORM] : [])];
}

function playlistForms(view: View): readonly ServerForm[] {
  return [searchForm(view, [KEYWORDS_OPTION]), ...(view === 'release' ? [RANDOM_FORM] : [])];
}

const searchForm = (view: View, options: ServerOption[]): ServerForm => ({
  type: view === 'provider' ? PROVIDER : 'advanced',
  title: '#ADVANCED',
  icon: 'advanced',
  requireConfirmation: false,
  options,
});

const pageCount = (items: number): number => Math.max(1, Math.ceil(items / PAGE_ITEMS));
const pageOf = <T>(items: readonly T[], page: number): readonly T[] =>
  items.slice(page * PAGE_ITEMS, (page + 1) * PAGE_ITEMS);

function listText(count: number, searches: readonly ServerForm[], view: View, items: readonly string[]): string {
  const list: Omit<ServerItemList<never>, 'items'> = {
    pageCount: pageCount(count),
    searches: [...searches],
    ...(view === 'provider' && { quickSearchValues: `source=${PROVIDER}` }),
  };
  return spliced(list, { items: arrayText(items) });
}

function randomInfo(itemType: ItemWord, items: readonly string[]): string {
  const info: Omit<ServerItemInfo, 'sections'> = { title: '#RANDOM', creates: [], searches: [RANDOM_FORM] };
  return spliced(info, { sections: arrayText([sectionText({ title: '#RANDOM', icon: 'shuffle', itemType }, items)]) });
}

function randomList(items: readonly string[]): string {
  const list: Omit<ServerItemList<never>, 'items'> = { title: '#RANDOM', pageCount: 1, searches: [RANDOM_FORM] };
  return spliced(list, { items: arrayText(items) });
}

function detailsText(item: string, sections: readonly string[]): string {
  const details: Omit<ServerItemDetails<never>, 'item' | 'sections'> = {
    actions: [],
    hasCommunity: false,
    leaderboards: [],
  };
  return spliced(details, { item, sections: arrayText(sections) });
}

interface SectionHead {
  readonly title: string;
  readonly icon?: string;
  readonly itemType: string;
  readonly searchValues?: string;
}

const sectionText = (head: SectionHead, items: readonly string[]): string => spliced(head, { items: arrayText(items) });

const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;

/** JSON of an object with additional members whose values are JSON text already. */
function spliced(plain: object, members: Readonly<Record<string, string>>): string {
  const own = JSON.stringify(plain).slice(1, -1);
  const more = Object.entries(members).map(([key, text]) => `"${key}":${text}`);
  return `{${[...(own === '' ? [] : [own]), ...more].join(',')}}`;
}
