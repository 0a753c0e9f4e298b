// Handlers of the pages of the mirror.
import type { LevelPages } from '../../../features/levels/charts/song-levels.ts';
import { REGIONS, type Region } from '../../../features/provider/common/rules.ts';
import type { Mirrored, MirroredEntity, ProviderPages } from '../../../features/provider/serve/pages.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { isRecord } from '../../../kernel/is-object.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import type { Shell } from '../../shell/shell.ts';
import type { Catalog } from '../common/reads.ts';
import { entityPage } from '../entity/entity-page.tsx';
import { listPage } from '../list/list-page.tsx';
import { readQuestion } from '../list/list-question.ts';
import { chooseLevel, type SongData } from '../song/song-data.ts';
import type { mirrorPages } from './contract.ts';
import {
  openMirror,
  presentCard,
  presentSong,
  presentStory,
  readMirrorEntity,
  readMirrorList,
  readMirrorOverview,
  referringTo,
  targetsOf,
} from './mirror-data.ts';
import { mirrorPage, mirrorRegionPage } from './mirror-page.tsx';
import { isMirrorResource, MIRROR_PRESENTATIONS, MIRROR_RESOURCES, type MirrorResource } from './presentations.ts';

const TERMS_MAX = 100;

export interface MirrorPageDependencies {
  readonly shell: Shell;
  readonly provider: ProviderPages;
  readonly songs: LevelPages;
}

export function mirrorPageHandlers({ shell, provider, songs }: MirrorPageDependencies): Handlers<typeof mirrorPages> {
  const open = (call: Parameters<Shell['open']>[0]): ReturnType<Shell['open']> => {
    if (!provider.isNamed) throw new Refusal('route_not_found');
    return shell.open(call);
  };

  /** Regions of which something can be read; while the provider is switched on, all. */
  async function listRegions(): Promise<readonly Region[]> {
    if (provider.host !== undefined) return REGIONS;
    const kept = await Promise.all(
      REGIONS.map((region) =>
        provider.readList('songs', region).then(
          () => [region],
          () => [],
        ),
      ),
    );
    return kept.flat();
  }

  /** The entity itself, and what its page shows beside it that may be missing. */
  async function readOne(
    resource: MirrorResource,
    id: string,
    region: Region,
  ): Promise<readonly Mirrored<MirroredEntity>[]> {
    switch (resource) {
      case 'songs': {
        const [song, meta] = await Promise.all([
          provider.readSong(id, region),
          orNothing(provider.readSongMeta(id, region)),
        ]);
        const shown = { ...song, value: presentSong(song.value, meta?.value) };
        return meta === undefined ? [shown] : [shown, meta];
      }
      case 'cards': {
        const card = await provider.readCard(id, region);
        return [{ ...card, value: presentCard(card.value) }];
      }
      case 'characters':
      case 'bands': {
        const list = await provider.readList(resource, region);
        const value = list.value.get(id);
        if (value === undefined) throw new Refusal('provider_not_found');
        return [{ ...list, value }];
      }
      default: {
        const story = await provider.readStory(id, region);
        return [{ ...story, value: presentStory(story.value) }];
      }
    }
  }

  /** The charts of a song; undefined when none can be shown. */
  async function readCharts(
    catalog: Catalog,
    { id, region, song }: { readonly id: string; readonly region: Region; readonly song: MirroredEntity },
  ): Promise<SongData | undefined> {
    const all: readonly unknown[] = Array.isArray(song.difficulty) ? song.difficulty : [];
    const levels = all.flatMap((one) => {
      if (!isRecord(one)) return [];
      const { difficulty, playLevel: rating } = one;
      if (typeof difficulty !== 'string' || typeof rating !== 'number') return [];
      return [{ difficulty, rating, name: songs.providerLevel(region, id, difficulty) }];
    });
    const chosen = chooseLevel(levels, new URLSearchParams(catalog.page.request.search).get('d'));
    if (chosen === undefined || typeof song.musicUrl !== 'string') return undefined;
    const facts = await orNothing(songs.readProviderFacts(region, id, chosen.difficulty));
    return { id, region, levels, chosen, sound: song.musicUrl, facts, charts: [] };
  }

  return {
    mirrorPage: async (call) => {
      const page = await open(call);
      const regions = await listRegions();
      return shell.answer(page, mirrorPage(page, provider.host, regions));
    },
    mirrorRegionPage: async (call) => {
      const page = await open(call);
      const mirror = await openMirror({ page, provider, region: call.params.region }, MIRROR_RESOURCES);
      const text = new URLSearchParams(call.context.search).get('q')?.trim().slice(0, TERMS_MAX) || undefined;
      const overview = readMirrorOverview(mirror, text);
      return shell.answer(page, mirrorRegionPage(mirror, { host: provider.host, text, ...overview }));
    },
    mirrorListPage: async (call) => {
      const { region, resource } = call.params;
      if (!isMirrorResource(resource)) throw new Refusal('resource_not_found');
      const page = await open(call);
      const mirror = await openMirror({ page, provider, region }, targetsOf(resource), resource);
      const presentation = mirror.catalog.presentations[resource] ?? MIRROR_PRESENTATIONS[resource];
      const question = readQuestion(new URLSearchParams(call.context.search), presentation);
      return shell.answer(page, listPage(mirror.catalog, readMirrorList(mirror, resource, presentation, question)));
    },
    mirrorEntityPage: async (call) => {
      const { region, resource, id } = call.params;
      if (!isMirrorResource(resource)) throw new Refusal('resource_not_found');
      const page = await open(call);
      const read = await readOne(resource, id, region);
      const [own] = read;
      if (own === undefined) throw new Refusal('provider_not_found');
      const wanted = [...targetsOf(resource), ...referringTo(resource)];
      const mirror = await openMirror({ page, provider, region }, wanted, undefined, read);
      const data = readMirrorEntity(mirror, { resource, id }, own.value);
      const song = resource === 'songs' ? await readCharts(mirror.catalog, { id, region, song: own.value }) : undefined;
      return shell.answer(page, entityPage(mirror.catalog, data, song));
    },
  };
}

/** Undefined where the provider has none or cannot be read; the rest of the page stays. */
async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
