// All entities of a release that have a beginning or an end, with what lists show of them. A release does not change, so that this is
// read once; which of them run is computed for each page.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { whenPrepared } from './prepared.ts';
import {
  askQuery,
  type Catalog,
  type EntitySummary,
  type ResourcePresentation,
  summarize,
  summaryPaths,
} from './reads.ts';
import { type Span, spanOf, spanPathsOf } from './span.ts';

export interface DatedEntity extends Span {
  readonly resource: string;
  readonly id: string;
  /** The fields of a summary. */
  readonly entity: unknown;
}

/** Of each collection, those that begin last. */
const ENTITIES_MAX = 5000;
const PAGE_LENGTH = 1000;
const CACHE_CHARACTERS = 32 * 1024 * 1024;

const cache = new BoundedCache<string, readonly DatedEntity[]>(CACHE_CHARACTERS);

/** Collections that pages show and whose entities have a time. */
export const datedResources = ({ presentations }: Pick<Catalog, 'presentations'>): readonly string[] =>
  Object.keys(presentations).filter((name) => {
    const presentation = presentations[name];
    return presentation !== undefined && !presentation.hidden && spanPathsOf(presentation) !== undefined;
  });

/** Reads them; undefined if a query was refused. Waits so long for a release that is being prepared for queries. */
export async function readDated(catalog: Catalog, waitMs = 0): Promise<readonly DatedEntity[] | undefined> {
  const found = await Promise.all(datedResources(catalog).map((name) => readCollection(catalog, name, waitMs)));
  return found.includes(undefined) ? undefined : found.flatMap((entities) => entities ?? []);
}

async function readCollection(
  catalog: Catalog,
  resource: string,
  waitMs: number,
): Promise<readonly DatedEntity[] | undefined> {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined) return [];
  const { server, releaseId, slots } = catalog;
  // Without a region of its own a server has the dates of the reader's language.
  const reader = server.region === 'global' ? slots.reader : '';
  const key = [server.id, server.region, releaseId, resource, reader].join(' ');
  const known = cache.read(key);
  if (known !== undefined) return known;
  const read = await readAll(catalog, resource, presentation, waitMs);
  if (read === undefined) return undefined;
  cache.store(key, read, JSON.stringify(read).length + key.length);
  return read;
}

async function readAll(
  catalog: Catalog,
  resource: string,
  presentation: ResourcePresentation,
  waitMs: number,
): Promise<readonly DatedEntity[] | undefined> {
  const paths = spanPathsOf(presentation);
  if (paths === undefined) return [];
  const sort = `-${paths.start ?? paths.end}`;
  const found: DatedEntity[] = [];
  let cursor: string | undefined;
  for (let at = 0; at < ENTITIES_MAX; at += PAGE_LENGTH) {
    const question = { sort, limit: PAGE_LENGTH, cursor };
    const asked = await whenPrepared(
      () => askQuery(catalog, resource, question, summaryPaths(catalog, resource)),
      waitMs,
    );
    if (!asked.ok) return undefined;
    for (const { id, entity } of asked.body.items) {
      const span = spanOf(catalog, presentation, { id, entity }, paths);
      if (span !== undefined) found.push({ ...span, resource, id, entity });
    }
    cursor = asked.body.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return found;
}

/** What lists show of it. */
export const summaryOf = (catalog: Catalog, { resource, id, entity }: DatedEntity): EntitySummary =>
  summarize(catalog, resource, id, entity);

const FAR = Number.MAX_SAFE_INTEGER;

/** By end, those without one last. */
export const byEnd = (a: Span, b: Span): number => (a.end ?? FAR) - (b.end ?? FAR);
/** By beginning, those without one first. */
export const byStart = (a: Span, b: Span): number => (a.start ?? -FAR) - (b.start ?? -FAR) || byEnd(a, b);
