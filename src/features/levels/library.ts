// Engines, skins, backgrounds, effects and particles as items, and every file that they name, by SHA-1. The data files are
// the engine packages' and the free pack's; titles and pictures of engines are our own. Read once, at start; about 300 KB
// stay in memory.
import type { BackgroundItem, EffectItem, EngineItem, ParticleItem, SkinItem, Srl } from '@sonolus/core';
import type { Locale } from '../../kernel/names.ts';
import { DEFAULT_ITEMS, type ENGINE_FILES, openPack, type Pack, readEngineFile, readPackFile } from './engine-data.ts';
import { ENGINE_IDS, type EngineId, type LocalizedText } from './formats.ts';
import { repositoryLink, type StaticType } from './names.ts';
import { drawCover, drawLanes } from './picture.ts';
import { chooseText } from './texts.ts';

/** A file of the library. */
export interface LibraryFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

interface ItemByType {
  readonly engines: EngineItem;
  readonly skins: SkinItem;
  readonly backgrounds: BackgroundItem;
  readonly effects: EffectItem;
  readonly particles: ParticleItem;
}

interface EngineText {
  readonly lanes: number;
  readonly title: LocalizedText;
  readonly subtitle: LocalizedText;
  /** Who wrote the engine's code (MIT). */
  readonly author: string;
}

const ENGINES: Readonly<Record<EngineId, EngineText>> = {
  seven: {
    lanes: 7,
    title: { ja: 'セブンレーン', en: 'Seven Lanes', 'zh-TW': '七軌', 'zh-CN': '七轨', ko: '세븐 레인' },
    subtitle: {
      ja: 'タップ、フリック、スライド',
      en: 'Taps, flicks and slides',
      'zh-TW': '點擊、滑動與長條',
      'zh-CN': '点击、滑动与长条',
      ko: '탭, 플릭, 슬라이드',
    },
    author: 'Burrito#1000',
  },
  twelve: {
    lanes: 12,
    title: { ja: 'トゥエルブレーン', en: 'Twelve Lanes', 'zh-TW': '十二軌', 'zh-CN': '十二轨', ko: '트웰브 레인' },
    subtitle: {
      ja: '幅の変わるノーツとトレース',
      en: 'Notes of any width, and traces',
      'zh-TW': '寬度多變的音符與軌跡',
      'zh-CN': '宽度多变的音符与轨迹',
      ko: '너비가 바뀌는 노트와 트레이스',
    },
    author: 'Burrito#1000',
  },
};

export const engineItemName = (engine: EngineId): string => `lanes-${engine}`;

export class Library {
  readonly #source: () => string;
  readonly #files = new Map<string, LibraryFile>();
  readonly #engineFiles = new Map<EngineId, Readonly<Record<'thumbnail' | (typeof ENGINE_FILES)[number], Srl>>>();
  readonly #items = new Map<string, readonly ItemByType[StaticType][]>();
  readonly #pack: Pack;
  /** Cover of songs that have none. */
  readonly cover: Srl;

  /** @param source address of this server, told to clients in every item; asked for when the first item is made */
  constructor(source: () => string) {
    this.#source = source;
    this.#pack = openPack();
    const { skins, backgrounds, effects, particles } = this.#pack;
    for (const item of [...skins, ...backgrounds, ...effects, ...particles]) {
      for (const value of Object.values(item)) {
        if (typeof value === 'object' && 'hash' in value) this.#keep(readPackFile(value.hash));
      }
    }
    for (const engine of ENGINE_IDS) {
      const read = (file: (typeof ENGINE_FILES)[number]): Srl => this.#keep(readEngineFile(engine, file));
      this.#engineFiles.set(engine, {
        thumbnail: this.#keep(drawLanes(ENGINES[engine].lanes)),
        playData: read('playData'),
        watchData: read('watchData'),
        previewData: read('previewData'),
        tutorialData: read('tutorialData'),
        configuration: read('configuration'),
      });
    }
    this.cover = this.#keep(drawCover());
  }

  /** The file with this SHA-1, or undefined. */
  file(sha1: string): LibraryFile | undefined {
    return this.#files.get(sha1);
  }

  /** Items of a type in a locale. */
  items<T extends StaticType>(type: T, locale: Locale): readonly ItemByType[T][];
  items(type: StaticType, locale: Locale): readonly ItemByType[StaticType][] {
    const key = `${type} ${locale}`;
    const kept = this.#items.get(key);
    if (kept !== undefined) return kept;
    const made = this.#makeItems(type, locale);
    this.#items.set(key, made);
    return made;
  }

  /** The engine of a level. */
  engine(id: EngineId, locale: Locale): EngineItem {
    const item = this.items('engines', locale).find(({ name }) => name === engineItemName(id));
    if (item === undefined) throw new Error(`there is no engine ${id}`);
    return item;
  }

  #makeItems(type: StaticType, locale: Locale): readonly ItemByType[StaticType][] {
    const { skins, backgrounds, effects, particles } = this.#pack;
    switch (type) {
      case 'skins':
        return skins.map(
          (item): SkinItem => ({
            ...this.#common(item),
            version: item.version,
            thumbnail: repositoryLink(item.thumbnail.hash),
            data: repositoryLink(item.data.hash),
            texture: repositoryLink(item.texture.hash),
          }),
        );
      case 'backgrounds':
        return backgrounds.map(
          (item): BackgroundItem => ({
            ...this.#common(item),
            version: item.version,
            thumbnail: repositoryLink(item.thumbnail.hash),
            data: repositoryLink(item.data.hash),
            image: repositoryLink(item.image.hash),
            configuration: repositoryLink(item.configuration.hash),
          }),
        );
      case 'effects':
        return effects.map(
          (item): EffectItem => ({
            ...this.#common(item),
            version: item.version,
            thumbnail: repositoryLink(item.thumbnail.hash),
            data: repositoryLink(item.data.hash),
            audio: repositoryLink(item.audio.hash),
          }),
        );
      case 'particles':
        return particles.map(
          (item): ParticleItem => ({
            ...this.#common(item),
            version: item.version,
            thumbnail: repositoryLink(item.thumbnail.hash),
            data: repositoryLink(item.data.hash),
            texture: repositoryLink(item.texture.hash),
          }),
        );
      case 'engines':
        return ENGINE_IDS.map((id) => this.#makeEngine(id, locale));
    }
  }

  #makeEngine(id: EngineId, locale: Locale): EngineItem {
    const { title, subtitle, author } = ENGINES[id];
    const files = this.#engineFiles.get(id);
    const find = <I extends { readonly name: string }>(items: readonly I[], name: string): I => {
      const found = items.find((item) => item.name === name);
      if (found === undefined) throw new Error(`the free pack has no ${name}`);
      return found;
    };
    if (files === undefined) throw new Error(`there is no engine ${id}`);
    return {
      name: engineItemName(id),
      source: this.#source(),
      version: 13,
      title: chooseText(title, locale),
      subtitle: chooseText(subtitle, locale),
      author,
      tags: [],
      skin: find(this.items('skins', locale), DEFAULT_ITEMS.skin),
      background: find(this.items('backgrounds', locale), DEFAULT_ITEMS.background),
      effect: find(this.items('effects', locale), DEFAULT_ITEMS.effect),
      particle: find(this.items('particles', locale), DEFAULT_ITEMS.particle),
      ...files,
    };
  }

  /** What the pack's items share; the pack speaks English only. */
  #common(
    item: Pack['skins'][number] | Pack['backgrounds'][number] | Pack['effects'][number] | Pack['particles'][number],
  ) {
    const { name, title, subtitle, author } = item;
    return { name, source: this.#source(), title: title.en, subtitle: subtitle.en, author: author.en, tags: [] };
  }

  #keep(bytes: Uint8Array<ArrayBuffer>): Srl {
    const sha1 = new Bun.CryptoHasher('sha1').update(bytes).digest('hex');
    this.#files.set(sha1, { bytes, mediaType: sniffType(bytes) });
    return repositoryLink(sha1);
  }
}

/** The library holds three kinds of file only. */
function sniffType(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'application/gzip';
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? 'application/zip' : 'image/png';
}
