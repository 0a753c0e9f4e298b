// Where the page of an entity comes from: the entity, the fields of its resource, what refers to it, and the names of what it
// refers to.
import { Refusal } from '../../../kernel/refusal.ts';
import { requireAsked } from '../../shell/asked.ts';
import {
  type Catalog,
  type EntitySummary,
  type Look,
  learnPictures,
  type Names,
  readNames,
  requireLook,
  summarize,
  summaryPaths,
} from '../common/reads.ts';
import { readTalk, type Talk } from '../common/talk.tsx';
import { fileOf, keysOf, valueAt } from '../common/values.ts';
import { VOICES, voiceKeysOf } from './story.tsx';

export interface Field {
  readonly path: string;
  /** As the interface names types; undefined while the release is being prepared for queries. */
  readonly type: string | undefined;
  readonly value: unknown;
}

export interface Related {
  readonly resource: string;
  /** Field of that resource that names this entity; undefined for a relation of the manifest. */
  readonly path: string | undefined;
  readonly total: number;
  readonly items: readonly EntitySummary[];
}

export interface EntityData {
  readonly resource: string;
  readonly look: Look;
  readonly summary: EntitySummary;
  /** Fields that the entity has, in the order of the data. */
  readonly fields: readonly Field[];
  readonly related: readonly Related[];
  readonly names: Names;
  readonly talk: Talk;
  /** Whether something that refers to the entity could not be read. */
  readonly isPartial: boolean;
}

const RELATED_MAX = 12;
const FIELDS_MAX = 120;

/** Reads an entity and what is around it. */
export async function readEntity(catalog: Catalog, resource: string, id: string): Promise<EntityData> {
  const look = requireLook(catalog, resource);
  if (look.kind === 'document') throw new Refusal('entity_not_found');
  const { page, server, releaseId } = catalog;
  const query = { release: releaseId };
  const [entityAsked, fieldsAsked, related, talk] = await Promise.all([
    page.ask('GET /api/v1/servers/{server}/{resource}/{id}', { params: { server: server.id, resource, id }, query }),
    page.ask('GET /api/v1/servers/{server}/catalog/query/{resource}/fields', {
      params: { server: server.id, resource },
      query,
    }),
    readRelated(catalog, resource, id),
    readTalk(catalog, resource, id),
  ]);
  const entity = requireAsked(entityAsked);
  const known = fieldsAsked.ok ? fieldsAsked.body.fields : guessFields(entity);
  const fields = known
    .map(({ path, type }) => ({ path, type, value: valueAt(entity, path) }))
    .filter(({ value }) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .slice(0, FIELDS_MAX);
  const wanted = new Map<string, Set<string>>();
  for (const { path, value } of fields) {
    const target = look.references[path];
    if (target === undefined) continue;
    const keys = wanted.get(target) ?? new Set();
    for (const key of keysOf(value)) keys.add(key);
    wanted.set(target, keys);
  }
  const voices = voiceKeysOf(fields.map(({ value }) => value));
  if (voices.length > 0 && catalog.looks[VOICES]?.audio) wanted.set(VOICES, new Set(voices));
  const present = related.flatMap((part) => (part === undefined || part.total === 0 ? [] : [part]));
  const files = fields.flatMap(({ value }) => fileOf(value, server.id)?.releasePath ?? []);
  const [names] = await Promise.all([
    readNames(catalog, wanted),
    catalog.media.learn(files),
    learnPictures(
      catalog,
      present.flatMap(({ items }) => items),
    ),
  ]);
  return {
    ...{ resource, look, fields, names, talk, related: present },
    summary: summarize(catalog, resource, id, entity),
    isPartial: related.includes(undefined),
  };
}

/** The keys of the entity itself, for the time until the fields can be read. */
function guessFields(entity: unknown): readonly { readonly path: string; readonly type: string | undefined }[] {
  if (typeof entity !== 'object' || entity === null) return [];
  return Object.keys(entity).map((key) => ({
    path: key.replace(/[.,=!<>~\\]/g, '\\$&'),
    type: undefined,
  }));
}

/** Entities whose fields name this one. What refers to it by several fields is listed by the one that finds most. */
async function readRelated(catalog: Catalog, resource: string, id: string): Promise<readonly (Related | undefined)[]> {
  const found = await Promise.all(
    Object.entries(catalog.looks).map(async ([name, { references }]) => {
      const paths = Object.entries(references).flatMap(([path, target]) => (target === resource ? [path] : []));
      const parts = await Promise.all(paths.map((path) => readReferring(catalog, name, path, id)));
      const [best] = parts.filter((part) => part !== undefined).sort((a, b) => b.total - a.total);
      return parts.length > 0 && best === undefined ? [undefined] : best === undefined ? [] : [best];
    }),
  );
  return found.flat();
}

async function readReferring(
  catalog: Catalog,
  resource: string,
  path: string,
  id: string,
): Promise<Related | undefined> {
  const { page, server, releaseId, looks } = catalog;
  const look = looks[resource];
  if (look === undefined) return undefined;
  const fields = summaryPaths(look);
  const asked = await page.ask('GET /api/v1/servers/{server}/catalog/query/{resource}', {
    params: { server: server.id, resource },
    query: {
      ...{ filter: [`${path}=${id.replace(/[.,=!<>~\\]/g, '\\$&')}`], limit: RELATED_MAX, release: releaseId },
      fields: fields.length === 0 ? undefined : fields.join(','),
    },
  });
  if (!asked.ok) return undefined;
  const { items, total } = asked.body;
  return { resource, path, total, items: items.map((item) => summarize(catalog, resource, item.id, item.entity)) };
}
