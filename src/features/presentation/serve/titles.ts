// Title and picture of an entity in the current release of its server, for posts about it, bookmarks and embeds.
import { z } from 'zod';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { parsePath, readPath } from '../../../kernel/field-path.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { Inferences } from './inference.ts';

export interface EntityName {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

export interface TitleDependencies {
  readonly releases: Releases;
  readonly reader: CatalogReader;
  readonly inferences: Inferences;
}

/** The first analysis of a large release takes longer; the title is then guessed. */
const PRESENTATION_MS = 2_000;
/** Fields that are titles in most catalogs, for resources whose presentation is not known. */
const COMMON_TITLES = ['title', 'name', 'musicTitle', 'eventName', 'characterName', 'prefix'];

const path = z.string().nullable();
const looksSchema = z.object({
  /** Languages of texts in slots. */
  locales: z.array(z.string()),
  resources: z.record(z.string(), z.object({ title: path, image: path, cover: path })),
});
/** A file of the release from which narrow pictures are made. */
const PICTURE = /^(?:assets|runtime|objects)\/.+\.(?:png|jpe?g|webp|gif)$/i;
const decoder = new TextDecoder();

export interface EntityFacts {
  /** In the language asked for, else in the first that it has; the id of an entity without a title. */
  readonly title: string;
  readonly releaseId: string;
  /** Release path of its picture. */
  readonly picture: string | undefined;
}

/**
 * What others show of an entity. Undefined if the current release does not have the entity, or its server has no readable
 * release.
 */
export async function describeEntity(
  dependencies: TitleDependencies,
  { server, resource, id }: EntityName,
  locale?: string,
): Promise<EntityFacts | undefined> {
  try {
    const release = dependencies.releases.requireCurrent(server);
    const { entities } = await dependencies.reader.requireResource(release, resource);
    const found = await dependencies.reader.readValue(release, entities, id);
    if (found === undefined) return undefined;
    const { bytes } = found.shard;
    const entity: unknown = JSON.parse(decoder.decode(bytes.subarray(found.value.start, found.value.end)));
    const { title: path, pictures, slot } = await readPresentation(dependencies.inferences, release, resource, locale);
    const candidates = [...(path === null ? [] : [parsePath(path)]), ...COMMON_TITLES.map((name) => [name])];
    const title = candidates
      .map((segments) => textOf(readPath(entity, segments), slot))
      .find((text) => text !== undefined);
    const picture = pictures
      .map((segments) => textOf(readPath(entity, segments)))
      .find((text) => text !== undefined && PICTURE.test(text));
    return { title: title ?? id, releaseId: release.releaseId, picture };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

interface TitledPresentation {
  readonly title: string | null;
  /** Where its pictures are, the largest first. */
  readonly pictures: readonly (readonly string[])[];
  /** Position of the language asked for in texts with one slot a language; -1: none. */
  readonly slot: { readonly count: number; readonly wanted: number };
}

/** Where a resource has its titles and pictures, as far as it is known in time. */
async function readPresentation(
  inferences: Inferences,
  release: OpenedRelease,
  resource: string,
  locale: string | undefined,
): Promise<TitledPresentation> {
  const inferred = await withinTime(inferences.require(release), PRESENTATION_MS, () => undefined);
  if (inferred === undefined) return { title: null, pictures: [], slot: { count: 0, wanted: -1 } };
  const { resources, locales } = looksSchema.parse(JSON.parse(decoder.decode(inferred.presentation)));
  const { title = null, image = null, cover = null } = resources[resource] ?? {};
  return {
    title,
    pictures: [cover, image].flatMap((one) => (one === null ? [] : [parsePath(one)])),
    slot: { count: locales.length, wanted: locale === undefined ? -1 : locales.indexOf(locale) },
  };
}

/** A text; of one in slots that of the language asked for, else the first that is filled. */
function textOf(value: unknown, slot?: TitledPresentation['slot']): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!Array.isArray(value)) return undefined;
  const wanted = slot !== undefined && value.length === slot.count ? textOf(value[slot.wanted]) : undefined;
  return wanted ?? value.map((item) => textOf(item)).find((text) => text !== undefined);
}
