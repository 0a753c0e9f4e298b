// Items for engines, skins, backgrounds, effects and particles, for one address of this server, since an item names its
// server. Titles of engines are our own. Built on demand.
import type { BackgroundItem, EffectItem, EngineItem, ParticleItem, SkinItem } from '@sonolus/core';
import type { SlotLocale } from '../../../kernel/names.ts';
import { DEFAULT_ITEMS, type Pack } from '../common/engine-data.ts';
import { ENGINE_IDS, type EngineId, type LocalizedText } from '../common/formats.ts';
import { repositoryLink, type StaticType } from '../common/names.ts';
import { chooseText } from '../common/texts.ts';
import type { Library } from './library.ts';

interface ItemByType {
  readonly engines: EngineItem;
  readonly skins: SkinItem;
  readonly backgrounds: BackgroundItem;
  readonly effects: EffectItem;
  readonly particles: ParticleItem;
}

interface EngineText {
  readonly title: LocalizedText;
  readonly subtitle: LocalizedText;
  /** Author of the engine's code (MIT). */
  readonly author: string;
}

const ENGINES: Readonly<Record<EngineId, EngineText>> = {
  seven: {
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

const engineItemName = (engine: EngineId): string => `lanes-${engine}`;

export class LibraryItems {
  readonly #library: Library;
  readonly #source: string;
  readonly #items = new Map<string, readonly ItemByType[StaticType][]>();

  /** @param source address of this server */
  constructor(library: Library, source: string) {
    this.#library = library;
    this.#source = source;
  }

  /** Items of a type in a locale. */
  read<T extends StaticType>(type: T, locale: SlotLocale): readonly ItemByType[T][];
  read(type: StaticType, locale: SlotLocale): readonly ItemByType[StaticType][] {
    const key = `${type} ${locale}`;
    const cached = this.#items.get(key);
    if (cached !== undefined) return cached;
    const made = this.#makeItems(type, locale);
    this.#items.set(key, made);
    return made;
  }

  /** The engine of a level. */
  engine(id: EngineId, locale: SlotLocale): EngineItem {
    const item = this.read('engines', locale).find(({ name }) => name === engineItemName(id));
    if (item === undefined) throw new Error(`there is no engine ${id}`);
    return item;
  }

  #makeItems(type: StaticType, locale: SlotLocale): readonly ItemByType[StaticType][] {
    const { skins, backgrounds, effects, particles } = this.#library.pack;
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

  #makeEngine(id: EngineId, locale: SlotLocale): EngineItem {
    const { title, subtitle, author } = ENGINES[id];
    const find = <I extends { readonly name: string }>(items: readonly I[], name: string): I => {
      const found = items.find((item) => item.name === name);
      if (found === undefined) throw new Error(`the free pack has no ${name}`);
      return found;
    };
    return {
      name: engineItemName(id),
      source: this.#source,
      version: 13,
      title: chooseText(title, locale),
      subtitle: chooseText(subtitle, locale),
      author,
      tags: [],
      skin: find(this.read('skins', locale), DEFAULT_ITEMS.skin),
      background: find(this.read('backgrounds', locale), DEFAULT_ITEMS.background),
      effect: find(this.read('effects', locale), DEFAULT_ITEMS.effect),
      particle: find(this.read('particles', locale), DEFAULT_ITEMS.particle),
      ...this.#library.engineFiles(id),
    };
  }

  /** Fields common to all items of the pack, which has English texts only. */
  #common(
    item: Pack['skins'][number] | Pack['backgrounds'][number] | Pack['effects'][number] | Pack['particles'][number],
  ) {
    const { name, title, subtitle, author } = item;
    return { name, source: this.#source, title: title.en, subtitle: subtitle.en, author: author.en, tags: [] };
  }
}
