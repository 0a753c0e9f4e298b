// The title of an entity in the current release of its server, for posts about it and for bookmarks.
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

export interface TitleParts {
  readonly releases: Releases;
  readonly reader: CatalogReader;
  readonly inferences: Inferences;
}

/** The first analysis of a large release takes longer; the title is then guessed. */
const PRESENTATION_MS = 2_000;
/** Fields that are titles in most catalogs, for resources whose presentation is not known. */
const COMMON_TITLES = ['title', 'name', 'musicTitle', 'eventName', 'characterName', 'prefix'];

const titlesSchema = z.object({ resources: z.record(z.string(), z.object({ title: z.string().nullable() })) });
const decoder = new TextDecoder();

/**
 * The title of an entity, or its id if it has none. Undefined if the current release does not have the entity, or its
 * server has no readable release.
 */
export async function describeEntity(
  parts: TitleParts,
  { server, resource, id }: EntityName,
): Promise<{ readonly title: string } | undefined> {
  try {
    const release = parts.releases.requireCurrent(server);
    const { entities } = await parts.reader.requireResource(release, resource);
    const found = await parts.reader.readValue(release, entities, id);
    if (found === undefined) return undefined;
    const { bytes } = found.shard;
    const entity: unknown = JSON.parse(decoder.decode(bytes.subarray(found.value.start, found.value.end)));
    const path = await readTitlePath(parts.inferences, release, resource);
    const candidates = [...(path === undefined ? [] : [parsePath(path)]), ...COMMON_TITLES.map((name) => [name])];
    const title = candidates.map((segments) => textOf(readPath(entity, segments))).find((text) => text !== undefined);
    return { title: title ?? id };
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The path of the title of a resource; undefined if it has none, or if it is not known in time. */
async function readTitlePath(
  inferences: Inferences,
  release: OpenedRelease,
  resource: string,
): Promise<string | undefined> {
  const inferred = await withinTime(inferences.require(release), PRESENTATION_MS, () => undefined);
  if (inferred === undefined) return undefined;
  const { resources } = titlesSchema.parse(JSON.parse(decoder.decode(inferred.presentation)));
  return resources[resource]?.title ?? undefined;
}

/** A text, or the first filled slot of a localized one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  return Array.isArray(value) ? value.map(textOf).find((text) => text !== undefined) : undefined;
}
