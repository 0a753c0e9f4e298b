// Title and picture of an entity in the current release of its server, for posts about it, bookmarks and embeds.
import { z } from 'zod';
import { withinTime } from '../../../kernel/concurrency/within-time.ts';
import { parsePath, readPath } from '../../../kernel/field-path.ts';
import { primaryLanguage, tagsInOrder } from '../../../kernel/languages.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { readableKey } from '../../catalog/entity-key.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { FieldDeclaration } from '../../release/snapshot/field-schema.ts';
import { derivedValue, isDerived } from '../common/field-values.ts';
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
/** Of a field what makes values of others. */
const fieldSchema = z.object({
  type: z.literal('localized').optional().catch(undefined),
  template: z.string().optional(),
  path: z.string().optional(),
});
const looksSchema = z.object({
  /** Languages of texts in slots. */
  locales: z.array(z.string()),
  resources: z.record(
    z.string(),
    z.object({
      title: path,
      image: path,
      cover: path,
      fields: z.record(z.string(), fieldSchema).optional(),
    }),
  ),
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
    const {
      title: path,
      pictures,
      fields,
      languages,
    } = await readPresentation(dependencies.inferences, release, resource, locale);
    const valueAt = (field: string): unknown => {
      const own = readPath(entity, parsePath(field));
      const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return declared !== undefined && isDerived(declared) ? (derivedValue(declared, id, entity, own) ?? own) : own;
    };
    const title = [...(path === null ? [] : [path]), ...COMMON_TITLES]
      .map((field) => textOf(valueAt(field), languages))
      .find((text) => text !== undefined);
    const picture = pictures
      .map((field) => textOf(valueAt(field), languages))
      .find((text) => text !== undefined && PICTURE.test(text));
    return { title: title ?? readableKey(id), releaseId: release.releaseId, picture };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

interface TitledPresentation {
  readonly title: string | null;
  /** Where its pictures are, the largest first. */
  readonly pictures: readonly string[];
  /** What is declared about fields, by path. */
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  readonly languages: Languages;
}

interface Languages {
  readonly wanted: string | undefined;
  /** Of texts with one slot a language, and the order of others. */
  readonly locales: readonly string[];
}

/** Where a resource has its titles and pictures, as far as it is known in time. */
async function readPresentation(
  inferences: Inferences,
  release: OpenedRelease,
  resource: string,
  locale: string | undefined,
): Promise<TitledPresentation> {
  const inferred = await withinTime(inferences.require(release), PRESENTATION_MS, () => undefined);
  if (inferred === undefined) {
    return { title: null, pictures: [], fields: {}, languages: { wanted: locale, locales: [] } };
  }
  const { resources, locales } = looksSchema.parse(JSON.parse(decoder.decode(inferred.presentation)));
  const { title = null, image = null, cover = null, fields = {} } = resources[resource] ?? {};
  return {
    title,
    pictures: [cover, image].filter((one) => one !== null),
    fields,
    languages: { wanted: locale, locales },
  };
}

/** A text; of one in several languages that of the language asked for, else the first that is filled. */
function textOf(value: unknown, languages?: Languages): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return languages && textByLanguage(value, languages);
  const slot = languages?.wanted !== undefined && value.length === languages.locales.length ? languages : undefined;
  const wanted = slot && textOf(value[slot.locales.indexOf(slot.wanted ?? '')]);
  return wanted ?? value.map((item) => textOf(item)).find((text) => text !== undefined);
}

/** Of an object with a text for each language. */
function textByLanguage(value: object, { wanted, locales }: Languages): string | undefined {
  const keys = Object.keys(value);
  if (!keys.every((key) => primaryLanguage(key) !== undefined)) return undefined;
  const order = tagsInOrder([...(wanted === undefined ? [] : [wanted]), ...locales], keys);
  return order.map((key) => textOf(Reflect.get(value, key))).find((text) => text !== undefined);
}
