// What the pages of the mirror read: documents of a region as values, with their age. Refuses like the routes.
import { z } from 'zod';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Config } from '../../../platform/config/config.ts';
import { isProviderId, type Region, readStoryId } from '../common/rules.ts';
import { createLinks } from '../common/upstream-paths.ts';
import type { DocumentPlan } from '../mirror/documents.ts';
import type { Provider } from '../mirror/provider.ts';
import type { DocumentAge } from '../mirror/reader.ts';
import { type Collection, planCard, planCollection, planSong, planSongMeta } from './plans.ts';
import { planStory } from './story-reader.ts';

export type MirroredEntity = Readonly<Record<string, unknown>>;
export type MirroredList = ReadonlyMap<string, MirroredEntity>;

export interface Mirrored<T> {
  readonly value: T;
  /** When the provider last sent or confirmed it. */
  readonly checkedAt: number;
  /** Whether it should have been confirmed more than a day ago: the provider has not answered since, or nobody asked. */
  readonly isStale: boolean;
}

export interface ProviderPages {
  /** Whether the operator named a provider, or said `off`. Without that there are no pages of a mirror. */
  readonly isNamed: boolean;
  /** Host of a named provider; undefined when it is switched off, so that only what is cached can be read. */
  readonly host: string | undefined;
  /** A collection of a region, by id. Of songs, those that are released in it. */
  readList(name: Collection, region: Region): Promise<Mirrored<MirroredList>>;
  readSong(id: string, region: Region): Promise<Mirrored<MirroredEntity>>;
  /** Chart metrics of a song, by the number of the difficulty. */
  readSongMeta(id: string, region: Region): Promise<Mirrored<MirroredEntity>>;
  readCard(id: string, region: Region): Promise<Mirrored<MirroredEntity>>;
  readStory(id: string, region: Region): Promise<Mirrored<MirroredEntity>>;
}

/** The first reader after a while gets the copy while it is compared; that alone is not worth a word. */
const GRACE_MS = 24 * 60 * 60 * 1000;
const isStale = ({ staleFrom }: DocumentAge): boolean => Date.now() >= staleFrom + GRACE_MS;

/** Of parsed collections, by the bytes of their text. */
const PARSED_BYTES = 16 * 1024 * 1024;
const entitySchema = z.record(z.string(), z.unknown());
const listSchema = z.record(z.string(), entitySchema);

export function createProviderPages(
  provider: Provider,
  { providerUrl, isProviderNamed: isNamed }: Pick<Config, 'providerUrl' | 'isProviderNamed'>,
): ProviderPages {
  const lists = new BoundedCache<string, MirroredList>(PARSED_BYTES);

  async function read<T>(plan: DocumentPlan, parse: (value: unknown) => T): Promise<Mirrored<T>> {
    const { bytes, age } = await provider.readDocument(plan);
    return { value: parse(await bytes.json()), checkedAt: age.checkedAt, isStale: isStale(age) };
  }
  const readEntity = (plan: DocumentPlan) => read(plan, (value) => entitySchema.parse(value));

  return {
    isNamed,
    host: providerUrl === undefined || !isNamed ? undefined : new URL(providerUrl).host,
    readList: async (name, region) => {
      const { bytes, sha256, age } = await provider.readDocument(planCollection(name, region));
      const key = `${name}/${region} ${sha256}`;
      const value = lists.read(key) ?? presentList(name, region, listSchema.parse(await bytes.json()));
      lists.store(key, value, bytes.size);
      return { value, checkedAt: age.checkedAt, isStale: isStale(age) };
    },
    readSong: (id, region) => readEntity(planSong(requireId(id), region)),
    readSongMeta: (id, region) => readEntity(planSongMeta(requireId(id), region)),
    readCard: async (id, region) => {
      const card = await readEntity(planCard(requireId(id), region));
      return { ...card, value: withThumb(card.value, id, region) };
    },
    readStory: async (id, region) => readEntity(planStory(id, required(readStoryId(id), 'provider_not_found'), region)),
  };
}

function requireId(id: string): string {
  if (!isProviderId(id)) throw new Refusal('provider_not_found');
  return id;
}

function presentList(name: Collection, region: Region, list: Readonly<Record<string, MirroredEntity>>): MirroredList {
  const entries = Object.entries(list);
  if (name === 'songs') return new Map(entries.filter(([, { releaseAt }]) => typeof releaseAt === 'number'));
  if (name === 'cards') return new Map(entries.map(([id, card]) => [id, withThumb(card, id, region)]));
  return new Map(entries);
}

/** A card with its small picture: the large ones weigh too much for lists. */
function withThumb(card: MirroredEntity, id: string, region: Region): MirroredEntity {
  const { resourceSetName, cardImage } = card;
  if (typeof resourceSetName !== 'string' || typeof cardImage !== 'string') return card;
  const isTrainedOnly = cardImage.endsWith('card_after_training.png');
  const bundle = `thumb/chara/card${String(Math.floor(Number(id) / 50)).padStart(5, '0')}`;
  const file = `${resourceSetName}_${isTrainedOnly ? 'after_training' : 'normal'}.png`;
  return { ...card, thumb: createLinks(region).bundleFile(bundle, file) };
}
