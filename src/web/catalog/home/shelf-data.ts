// What the home page shows of each server: the newest entries, what runs now or next, and what the last release changed.
import { z } from 'zod';
import type { MediaFactReader } from '../../../features/pictures/facts.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { byEnd, byStart, type DatedEntity, readDated, summaryOf } from '../common/dated.ts';
import { readField } from '../common/fields.ts';
import { whenPrepared } from '../common/prepared.ts';
import {
  askQuery,
  type Catalog,
  type EntitySummary,
  learnPictures,
  openCatalog,
  type ResourcePresentation,
  readNames,
  summarize,
  summaryPaths,
} from '../common/reads.ts';
import { nextBoundary, type Span, type SpanState, stateOf } from '../common/span.ts';
import { fileOf } from '../common/values.ts';

type Promotion = AnswerBody<'GET /api/v1/servers/{server}/release/history'>['releases'][number];

interface Running {
  readonly item: EntitySummary;
  readonly span: Span;
}

interface Current {
  readonly running: readonly Running[];
  /** When something begins or ends next; undefined: never. */
  readonly changesAt: number | undefined;
}

interface Added {
  readonly resource: string;
  readonly items: readonly EntitySummary[];
}

interface Changed {
  readonly from: string;
  /** The first entries that the release added, of the resource that people look at first. */
  readonly added: Added | undefined;
  readonly at: number;
  readonly resources: readonly {
    readonly name: string;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
  }[];
}

export interface Shelf extends Current {
  readonly catalog: Catalog;
  /** Resource of the newest entries. */
  readonly resource: string | undefined;
  /** Order of the list that the row is the beginning of. */
  readonly sort: string | undefined;
  readonly newest: readonly EntitySummary[];
  /** When the release became current, and which was before it. */
  readonly promotion: Promotion | undefined;
  readonly before: Promotion | undefined;
  /** Undefined for the first release. */
  readonly changed: Changed | undefined;
  /** Whether a query was refused, for example because the file for queries is still being made. */
  readonly isPartial: boolean;
}

export interface Shelves {
  readonly shelves: readonly Shelf[];
  /** Whether something is missing that a later request may find. */
  readonly isPartial: boolean;
}

/** The home page is wanted sooner than a list, and shows other things as well. */
const PREPARATION_MS = 2000;
const SERVERS_MAX = 4;
const NEWEST = 12;
const RUNNING_MAX = 6;
/** Of these, at least so many that are still to come. */
const COMING = 3;
const RESOURCES_CHANGED = 6;
const HISTORY = 50;
const ADDED_LOOKED_AT = 50;
const DATE_PATH = /(?:^at|At|Date|[Dd]ate)$/;

const changesSchema = z.object({
  resources: z.record(z.string(), z.object({ added: z.number(), removed: z.number(), changed: z.number() })),
});

const addedSchema = z.object({ items: z.array(z.object({ id: z.string(), change: z.string() })) });

/** Reads the shelves of all servers. A server whose release cannot be read has none. */
export async function readShelves(page: PageContext, mediaFacts: Pick<MediaFactReader, 'open'>): Promise<Shelves> {
  const registry = await page.ask('GET /api/v1/releases', {});
  if (!registry.ok) return { shelves: [], isPartial: true };
  const read = await Promise.all(
    registry.body.releases.slice(0, SERVERS_MAX).map(({ id }) =>
      openCatalog(page, id, undefined, mediaFacts)
        .then((catalog) => readShelf(catalog, PREPARATION_MS))
        .catch(() => undefined),
    ),
  );
  const shelves = read.filter((shelf) => shelf !== undefined);
  return { shelves, isPartial: shelves.length < read.length || shelves.some(({ isPartial }) => isPartial) };
}

/** Reads the shelf of a catalog, which may be pinned. Waits so long for a release that is being prepared for queries. */
export async function readShelf(catalog: Catalog, waitMs: number): Promise<Shelf> {
  const resource = chooseResource(catalog);
  const presentation = resource === undefined ? undefined : catalog.presentations[resource];
  const date = presentation && dateOf(presentation);
  const sort = date === undefined ? undefined : `-${date}`;
  // Alone: once it has waited, the others need not.
  const asked = resource === undefined ? [] : await ask(catalog, resource, { sort, limit: NEWEST }, waitMs);
  const place = await readPlace(catalog);
  const [found, compared] = await Promise.all([readRunning(catalog), readChanged(catalog, place)]);
  const changed = compared === 'none' ? undefined : compared;
  const newest = (asked ?? []).map((item) => inLargeArt(catalog, presentation, item));
  const { running, changesAt } = found ?? { running: [], changesAt: undefined };
  const added = changed?.added?.items ?? [];
  await learnPictures(catalog, [...newest, ...added, ...running.map(({ item }) => item)]);
  const isPartial = [asked, found, compared, catalog.tints].includes(undefined);
  return { ...place, catalog, resource, sort, newest, running, changesAt, changed, isPartial };
}

/** The entity with its large picture, where it has one. */
function inLargeArt(
  { server }: Catalog,
  presentation: ResourcePresentation | undefined,
  item: EntitySummary,
): EntitySummary {
  const cover = presentation && fileOf(readField(presentation, item, presentation.cover), server.id);
  return cover?.kind === 'picture' ? { ...item, picture: cover } : item;
}

const dateOf = ({ sort, start }: ResourcePresentation): string | undefined =>
  sort.find((path) => DATE_PATH.test(path)) ?? start ?? undefined;

/** Songs, else cards, else whatever has pictures; with a date before those without. */
function chooseResource({ presentations }: Catalog, among?: readonly string[]): string | undefined {
  const rank = ({ group, count, image }: ResourcePresentation, isDated: boolean): number =>
    (isDated ? 0 : 10) +
    (group === 'music' ? 0 : group === 'card' ? 1 : 2) +
    (count === 0 ? 100 : 0) +
    (image === null ? 20 : 0);
  const [best] = Object.entries(presentations)
    .filter(
      ([name, presentation]) =>
        presentation.kind === 'collection' &&
        !presentation.hidden &&
        (among?.includes(name) ?? presentation.image !== null),
    )
    .map(([name, presentation]) => ({ name, rank: rank(presentation, dateOf(presentation) !== undefined) }))
    .sort((a, b) => a.rank - b.rank);
  return best?.name;
}

interface Question {
  readonly sort?: string | undefined;
  readonly limit: number;
}

/** Undefined if the query was refused. */
async function ask(
  catalog: Catalog,
  resource: string,
  question: Question,
  waitMs = 0,
): Promise<readonly EntitySummary[] | undefined> {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined) return [];
  const { cover } = presentation;
  const fields = [...summaryPaths(catalog, resource), ...(cover === null ? [] : [cover])];
  const asked = await whenPrepared(() => askQuery(catalog, resource, question, fields), waitMs);
  return asked.ok ? asked.body.items.map(({ id, entity }) => summarize(catalog, resource, id, entity)) : undefined;
}

/** What runs now, and what begins next; undefined if a query was refused. An earlier release has nothing that runs now. */
async function readRunning(catalog: Catalog): Promise<Current | undefined> {
  if (catalog.isPinned) return { running: [], changesAt: undefined };
  const { now } = catalog.page;
  const dated = await readDated(catalog);
  if (dated === undefined) return undefined;
  const inState = (state: SpanState): DatedEntity[] => dated.filter((one) => stateOf(one, now) === state);
  const coming = inState('coming').toSorted(byStart);
  const most = RUNNING_MAX - Math.min(coming.length, COMING);
  const shown = [...inState('running').toSorted(byEnd).slice(0, most), ...coming].slice(0, RUNNING_MAX);
  return {
    running: shown.map((one) => ({ item: summaryOf(catalog, one), span: one })),
    changesAt: nextBoundary(dated, now),
  };
}

interface Place {
  readonly promotion: Promotion | undefined;
  readonly before: Promotion | undefined;
}

/** A release, and another one that it is compared with. */
interface Compared {
  readonly promotion: Promotion | undefined;
  readonly before: Pick<Promotion, 'releaseId'> | undefined;
}

/** When the release became current, and which was before it. */
export async function readPlace({ page, server, releaseId }: Catalog): Promise<Place> {
  const history = await page.ask('GET /api/v1/servers/{server}/release/history', {
    params: { server: server.id },
    query: { limit: HISTORY },
  });
  const releases = history.ok ? history.body.releases : [];
  const at = releases.findIndex((one) => one.releaseId === releaseId);
  return { promotion: releases[at], before: at < 0 ? undefined : releases[at + 1] };
}

/** Undefined if the two releases are still being compared. */
export async function readChanged(
  catalog: Catalog,
  { promotion, before }: Compared,
): Promise<Changed | 'none' | undefined> {
  if (promotion === undefined || before === undefined) return 'none';
  const { page, server, releaseId: to } = catalog;
  const from = before.releaseId;
  const params = { server: server.id };
  const changes = await page.ask('GET /api/v1/servers/{server}/release/changes', { params, query: { from, to } });
  if (!changes.ok) return undefined;
  const resources = Object.entries(changesSchema.parse(changes.body).resources)
    .map(([name, counts]) => ({ name, ...counts }))
    .filter(({ added, changed, removed }) => added + changed + removed > 0);
  const grown = resources.filter(({ added }) => added > 0).map(({ name }) => name);
  return {
    from,
    at: promotion.promotedAt,
    resources: resources.slice(0, RESOURCES_CHANGED),
    added: await readAdded(catalog, from, chooseResource(catalog, grown)),
  };
}

/** The first entries that the release added to a resource. */
async function readAdded(catalog: Catalog, from: string, resource: string | undefined): Promise<Added | undefined> {
  if (resource === undefined) return undefined;
  const { page, server, releaseId: to } = catalog;
  const params = { server: server.id };
  const query = { from, to, resource, limit: ADDED_LOOKED_AT };
  const asked = await page.ask('GET /api/v1/servers/{server}/release/changes', { params, query });
  const items = asked.ok ? addedSchema.parse(asked.body).items : [];
  const keys = items.filter(({ change }) => change === 'added').map(({ id }) => id);
  const names = await readNames(catalog, new Map([[resource, new Set(keys.slice(0, NEWEST))]]));
  return names.size === 0 ? undefined : { resource, items: [...names.values()] };
}
