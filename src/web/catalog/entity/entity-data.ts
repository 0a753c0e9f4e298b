// Where the page of an entity comes from: the entity, the fields of its resource, what refers to it, and the names of what it
// refers to.
import { escapeText } from '../../../kernel/field-path.ts';
import { isObject } from '../../../kernel/is-object.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { requireAsked } from '../../shell/asked.ts';
import { readTalk, type Talk } from '../common/discussion.tsx';
import {
  fieldAt,
  type Identified,
  isHidden,
  isTexts,
  readField,
  referencePaths,
  referencesAt,
  type Wanted,
  wantNames,
  wantNamesOf,
} from '../common/fields.ts';
import { type Gone, readGone } from '../common/gone.ts';
import {
  askQuery,
  type Catalog,
  type CatalogProps,
  type EntitySummary,
  learnPictures,
  type Names,
  type ResourcePresentation,
  readNames,
  requirePresentation,
  type Server,
  summarize,
  summaryPaths,
} from '../common/reads.ts';
import { fileOf, keysOf } from '../common/values.ts';
import { gatheredPaths } from './gathered.ts';
import { readMembers } from './members.tsx';
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
  /** What that field has of this entity: its id, or one of its keys. */
  readonly key?: string;
  readonly total: number;
  readonly items: readonly EntitySummary[];
}

export interface Siblings {
  /** The field that refers to what they share. */
  readonly path: string;
  /** Id or key of what they share. */
  readonly key: string;
  /** With the entity itself. */
  readonly total: number;
  /** Without the entity itself. */
  readonly items: readonly EntitySummary[];
}

export interface EntityData {
  readonly resource: string;
  readonly presentation: ResourcePresentation;
  readonly summary: EntitySummary;
  /** Fields that the entity has, in the order of the data. */
  readonly fields: readonly Field[];
  readonly related: readonly Related[];
  readonly names: Names;
  /** Other entities that refer to the same thing as this one. */
  readonly siblings: Siblings | undefined;
  /** Other servers that have an entity of this name. */
  readonly servers: readonly Server[];
  /** Where the current release lacks the entity of a pinned page. */
  readonly gone: Gone | undefined;
  /** Undefined where entities are not talked about: in the mirror. */
  readonly talk: Talk | undefined;
  /** Whether something that refers to the entity could not be read. */
  readonly isPartial: boolean;
}

/** Props of a component that shows a part of an entity. */
export interface EntityProps extends CatalogProps {
  readonly data: EntityData;
}

const RELATED_MAX = 12;
const FIELDS_MAX = 120;
const SIBLINGS_MAX = 12;
/** Servers that are asked for an entity of the same name. */
const SERVERS_MAX = 6;

/** Reads an entity and what is around it. */
export async function readEntity(catalog: Catalog, resource: string, id: string): Promise<EntityData> {
  const presentation = requirePresentation(catalog, resource);
  if (presentation.kind === 'document') throw new Refusal('entity_not_found');
  const { page, server, releaseId } = catalog;
  const query = { release: releaseId };
  const asking = page.ask('GET /api/v1/servers/{server}/{resource}/{id}', {
    params: { server: server.id, resource, id },
    query,
  });
  const [entityAsked, fieldsAsked, related, talk, servers, gone] = await Promise.all([
    asking,
    page.askOfRelease('GET /api/v1/servers/{server}/catalog/query/{resource}/fields', {
      params: { server: server.id, resource },
      query,
    }),
    asking.then((asked) => readRelated(catalog, resource, id, asked.ok ? asked.body : undefined)),
    readTalk(catalog, resource, id),
    readOtherServers(catalog, resource, id),
    readGone(catalog, resource, id),
  ]);
  const entity = requireAsked(entityAsked);
  const known = fieldsAsked.ok ? fieldsAsked.body.fields : guessFields(presentation, entity);
  const isGathered = gatheredPaths(presentation);
  const fields = known
    .filter(({ path }) => !isHidden(presentation, path) && !isGathered(path))
    .map(({ path, type }) => ({ path, type, value: readField(presentation, { id, entity }, path) }))
    .filter(({ value }) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .slice(0, FIELDS_MAX);
  const wanted: Wanted = new Map();
  for (const { path, value } of fields) wantNames(wanted, presentation, path, keysOf(value));
  wantNamesOf(wanted, presentation, entity);
  const voices = voiceKeysOf(fields.map(({ value }) => value));
  if (voices.length > 0 && catalog.presentations[VOICES]?.audio) wanted.set(VOICES, new Set(voices));
  const present = related.flatMap((part) => (part === undefined || part.total === 0 ? [] : [part]));
  const files = fields.flatMap(({ value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => fileOf(one, server.id)?.releasePath ?? []),
  );
  const [names, siblings] = await Promise.all([
    readNames(catalog, wanted),
    readSiblings(catalog, { resource, id, presentation, fields }),
    catalog.media.learn(files),
    learnPictures(
      catalog,
      present.flatMap(({ items }) => items),
    ),
  ]);
  const members = readMembers(catalog, { presentation, fields, names, related: present }).flatMap(({ items }) => items);
  await learnPictures(catalog, [...members, ...(siblings?.items ?? []), ...names.values()]);
  return {
    resource,
    presentation,
    fields,
    names,
    talk,
    siblings,
    servers,
    gone,
    related: present,
    summary: summarize(catalog, resource, id, entity),
    isPartial: related.includes(undefined),
  };
}

/** The fields of the entity itself and those that are made of others, for the time until the fields can be read. */
function guessFields(
  { fields = {} }: ResourcePresentation,
  entity: unknown,
): readonly { readonly path: string; readonly type: string | undefined }[] {
  const texts = Object.keys(fields).filter((path) => fields[path]?.type === 'localized');
  const own = listPaths(entity, '').filter((path) => !texts.some((text) => path.startsWith(`${text}.`)));
  const made = Object.keys(fields).filter((path) => texts.includes(path) || fields[path]?.template !== undefined);
  return [...new Set([...own, ...made])].map((path) => ({ path, type: undefined }));
}

/** Paths of everything that is no object itself. */
function listPaths(value: unknown, prefix: string): readonly string[] {
  if (!isObject(value)) return prefix === '' ? [] : [prefix];
  return Object.entries(value)
    .slice(0, FIELDS_MAX)
    .flatMap(([key, inner]) => {
      const path = escapeText(key);
      return listPaths(inner, prefix === '' ? path : `${prefix}.${path}`);
    });
}

/**
 * Entities whose fields name this one, by its id or by one of its keys. What refers to it by several fields is listed by the one
 * that finds most.
 */
async function readRelated(
  catalog: Catalog,
  resource: string,
  id: string,
  entity: unknown,
): Promise<readonly (Related | undefined)[]> {
  const own = catalog.presentations[resource];
  const found = await Promise.all(
    Object.entries(catalog.presentations).map(async ([name, presentation]) => {
      const ways = referencePaths(presentation).flatMap((path) =>
        referencesAt(presentation, path)
          .filter((reference) => reference.resource === resource)
          .map(({ key }) => ({ path, keys: key === undefined ? [id] : keysAt(own, { id, entity }, key) })),
      );
      const parts = await Promise.all(
        ways.filter(({ keys }) => keys.length > 0).map(({ path, keys }) => readReferring(catalog, name, path, keys)),
      );
      const asked = parts.filter((part) => part !== 'unknown');
      const [best] = asked.filter((part) => part !== undefined).sort((a, b) => b.total - a.total);
      return asked.length > 0 && best === undefined ? [undefined] : best === undefined ? [] : [best];
    }),
  );
  return found.flat();
}

/** What an entity has at one of its keys; of a text in several languages all of them. */
function keysAt(presentation: ResourcePresentation | undefined, one: Identified, path: string): readonly string[] {
  if (presentation === undefined) return [];
  const value = readField(presentation, one, path);
  return keysOf(isTexts(value, fieldAt(presentation, path)) ? Object.values(value) : value);
}

/** Groups of what entities share, such as the character of cards and the band of songs, the most telling first. */
const SHARED_GROUPS: readonly ResourcePresentation['group'][] = [
  'person',
  'event',
  'music',
  'card',
  'story',
  'item',
  'table',
];

/** The other entities of the same character, band and so on: of the most telling field with a single key. */
async function readSiblings(
  catalog: Catalog,
  {
    resource,
    id,
    presentation,
    fields,
  }: Pick<EntityData, 'resource' | 'presentation' | 'fields'> & { readonly id: string },
): Promise<Siblings | undefined> {
  const shared = fields.flatMap(({ path, value }) => {
    const [reference] = referencesAt(presentation, path);
    const [key, second] = keysOf(value);
    const group = reference === undefined ? undefined : catalog.presentations[reference.resource]?.group;
    return group === undefined || key === undefined || second !== undefined
      ? []
      : [{ path, key, rank: SHARED_GROUPS.indexOf(group) }];
  });
  const [best] = shared.sort((a, b) => a.rank - b.rank);
  if (best === undefined) return undefined;
  const { path, key } = best;
  const found = await readReferring(catalog, resource, path, [key], SIBLINGS_MAX + 1);
  if (found === undefined || found === 'unknown') return undefined;
  const items = found.items.filter((item) => item.id !== id).slice(0, SIBLINGS_MAX);
  return items.length === 0 ? undefined : { path, key, total: found.total, items };
}

/** The other servers whose current release has an entity of this name. */
async function readOtherServers(
  { page, server, servers }: Catalog,
  resource: string,
  id: string,
): Promise<readonly Server[]> {
  const others = servers.filter((other) => other.id !== server.id).slice(0, SERVERS_MAX);
  const asked = await Promise.all(
    others.map((other) =>
      page.ask('GET /api/v1/servers/{server}/{resource}/{id}', { params: { server: other.id, resource, id } }),
    ),
  );
  return others.filter((_, index) => asked[index]?.ok === true);
}

/** `unknown`: a query does not know the field, as those of objects in lists. */
async function readReferring(
  catalog: Catalog,
  resource: string,
  path: string,
  keys: readonly string[],
  limit = RELATED_MAX,
): Promise<Related | 'unknown' | undefined> {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined) return undefined;
  const filter = [`${path}=${keys.map((key) => (key === 'null' ? '\\null' : escapeText(key))).join(',')}`];
  const asked = await askQuery(
    catalog,
    resource,
    { filter, limit },
    summaryPaths(catalog, resource),
    catalog.page.askOfRelease,
  );
  if (!asked.ok) return asked.code === 'unknown_field' || asked.code === 'invalid_query' ? 'unknown' : undefined;
  const { items, total } = asked.body;
  const [key] = keys;
  return {
    resource,
    path,
    total,
    items: items.map((item) => summarize(catalog, resource, item.id, item.entity)),
    ...(key !== undefined && { key }),
  };
}
