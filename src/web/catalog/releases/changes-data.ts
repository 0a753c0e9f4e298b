// Where the page of changes comes from: the counts, then of each changed resource the first changes with the entities of both
// releases.
import { z } from 'zod';
import { valueAtChange } from '../../../features/release/history/changed-fields.ts';
import { fieldChangesSchema } from '../../../features/release/history/contract.ts';
import { writeChangesCursor } from '../../../features/release/history/cursors.ts';
import { isEntityKey } from '../../../kernel/names.ts';
import { requireAsked } from '../../shell/asked.ts';
import { whenPrepared } from '../common/prepared.ts';
import { type Catalog, type EntitySummary, learnPictures, summarize } from '../common/reads.ts';

const countsSchema = z.object({ added: z.number(), removed: z.number(), changed: z.number() });
export type Counts = z.infer<typeof countsSchema>;
const presentationSchema = z.object({ fields: z.array(z.string()) });
const summarySchema = z.object({
  resources: z.record(z.string(), countsSchema),
  files: countsSchema,
  presentation: presentationSchema.optional(),
});
const changesSchema = z.object({
  items: z.array(
    z.object({ id: z.string(), change: z.enum(['added', 'removed', 'changed']), fields: z.array(z.string()) }),
  ),
  nextCursor: z.string().nullable(),
});
const filesSchema = z.object({
  items: z.array(
    z.object({
      path: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      mediaType: z.string(),
      bytes: z.number(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof filesSchema>['items'][number];
const schemaSchema = z.object({ schema: fieldChangesSchema });
/** What changed in the fields of collections, by resource. */
export type SchemaChanges = z.infer<typeof schemaSchema>['schema'];
const batchSchema = z.object({ items: z.record(z.string(), z.json()) });

export interface ChangedEntity {
  readonly summary: EntitySummary;
  readonly fields: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}

export interface ResourceChanges {
  readonly resource: string;
  readonly counts: Counts;
  readonly added: readonly EntitySummary[];
  readonly changed: readonly ChangedEntity[];
  readonly removed: readonly EntitySummary[];
  readonly paging: Paging;
  /** Whether the changes could not be read. */
  readonly isAway: boolean;
}

/** Which part of a group is shown. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

export interface Changes {
  readonly from: string;
  readonly to: string;
  readonly resources: readonly ResourceChanges[];
  readonly fileCounts: Counts;
  readonly files: readonly ChangedFile[];
  readonly filePaging: Paging;
  readonly areFilesAway: boolean;
  /** Empty also where the releases are not prepared for queries. */
  readonly schema: SchemaChanges;
  /** Paths of the declared presentation that differ; undefined where none was changed. */
  readonly presentation: readonly string[] | undefined;
}

/** Parameters of the address that say which page of a group is shown. */
export const pageParameter = (resource: string): string => `p.${resource}`;
export const FILES_PARAMETER = 'files';

const SHOWN = 50;
const COMPARISON_MS = 5000;
const COMPARISON_STEP_MS = 100;
/** A release is prepared for queries in the background; the rest of the page does not need it. */
const PREPARATION_MS = 1000;
const FIELDS_SHOWN = 20;

const sum = ({ added, removed, changed }: Counts): number => added + removed + changed;

/** The page of a group that the address names; behind the last one it is the last one. */
function readPaging(search: URLSearchParams, parameter: string, counts: Counts): Paging {
  const pages = Math.max(1, Math.ceil(sum(counts) / SHOWN));
  const asked = Number(search.get(parameter));
  return { pages, page: Number.isSafeInteger(asked) && asked >= 1 ? Math.min(asked, pages) : 1 };
}

/** Reads what changed. `catalog` is that of the release after, `before` that of the one before. */
export async function readChanges(catalog: Catalog, before: Catalog): Promise<Changes> {
  const { page, server, releaseId: to } = catalog;
  const from = before.releaseId;
  const params = { server: server.id };
  const schemaAsked = whenPrepared(
    () => page.ask('GET /api/v1/servers/{server}/release/changes', { params, query: { from, to, schema: '1' } }),
    PREPARATION_MS,
  );
  const counts = await whenCompared(() =>
    page.ask('GET /api/v1/servers/{server}/release/changes', { params, query: { from, to } }),
  );
  const summary = summarySchema.parse(requireAsked(counts));
  const search = new URLSearchParams(page.request.search);
  const filePaging = readPaging(search, FILES_PARAMETER, summary.files);
  const filesAsked = await page.ask('GET /api/v1/servers/{server}/release/changes', {
    params,
    query: { from, to, files: '1', limit: SHOWN, cursor: cursorOf(catalog, before, 'files', filePaging) },
  });
  const files = filesAsked.ok ? filesSchema.parse(filesAsked.body) : { items: [], nextCursor: null };
  const resources = await Promise.all(
    Object.entries(summary.resources)
      .filter(([, one]) => sum(one) > 0)
      .map(([resource, one]) =>
        readResource(catalog, before, {
          resource,
          counts: one,
          paging: readPaging(search, pageParameter(resource), one),
        }),
      ),
  );
  const schema = await schemaAsked;
  const paths = files.items.map(({ path }) => path);
  await Promise.all([
    catalog.media.learn(paths),
    before.media.learn(paths),
    learnPictures(
      catalog,
      resources.flatMap(({ added }) => added),
    ),
    learnPictures(
      before,
      resources.flatMap(({ removed }) => removed),
    ),
  ]);
  return {
    from,
    to,
    resources,
    fileCounts: summary.files,
    files: files.items,
    filePaging,
    areFilesAway: !filesAsked.ok,
    schema: schema.ok ? schemaSchema.parse(schema.body).schema : {},
    presentation: summary.presentation?.fields,
  };
}

/** Two releases are compared once, which takes a moment; a reader waits for it rather than trying again. */
export async function whenCompared<A extends { readonly ok: boolean; readonly code?: string }>(
  ask: () => Promise<A>,
): Promise<A> {
  const end = performance.now() + COMPARISON_MS;
  for (;;) {
    const asked = await ask();
    if (asked.code !== 'comparison_not_ready' || performance.now() > end) return asked;
    await Bun.sleep(COMPARISON_STEP_MS);
  }
}

/** Where a page of a group begins; undefined for the first one. */
const cursorOf = (catalog: Catalog, before: Catalog, list: string, { page }: Paging): string | undefined =>
  page === 1
    ? undefined
    : writeChangesCursor({
        server: catalog.server.id,
        from: before.releaseId,
        to: catalog.releaseId,
        list,
        after: (page - 1) * SHOWN,
      });

async function readResource(
  catalog: Catalog,
  before: Catalog,
  { resource, counts, paging }: Pick<ResourceChanges, 'resource' | 'counts' | 'paging'>,
): Promise<ResourceChanges> {
  const { page, server, releaseId: to } = catalog;
  const asked = await page.ask('GET /api/v1/servers/{server}/release/changes', {
    params: { server: server.id },
    query: {
      from: before.releaseId,
      to,
      resource,
      limit: SHOWN,
      cursor: cursorOf(catalog, before, `resource ${resource}`, paging),
    },
  });
  if (!asked.ok) return { resource, counts, paging, added: [], changed: [], removed: [], isAway: true };
  const { items } = changesSchema.parse(asked.body);
  const idsOf = (...kinds: readonly string[]) =>
    items.filter(({ change }) => kinds.includes(change)).map(({ id }) => id);
  const [now, then] = await Promise.all([
    readEntities(catalog, resource, idsOf('added', 'changed')),
    readEntities(before, resource, idsOf('removed', 'changed')),
  ]);
  return {
    resource,
    counts,
    paging,
    isAway: false,
    added: idsOf('added').map((id) => summarize(catalog, resource, id, now.get(id))),
    removed: idsOf('removed').map((id) => summarize(before, resource, id, then.get(id))),
    changed: items
      .filter(({ change }) => change === 'changed')
      .map(({ id, fields }) => ({
        summary: summarize(catalog, resource, id, now.get(id)),
        fields: fields.slice(0, FIELDS_SHOWN).map((path) => ({
          path,
          before: valueAtChange(then.get(id), path),
          after: valueAtChange(now.get(id), path),
        })),
      })),
  };
}

/** Entities by id; of a document nothing, since it has no ids. */
async function readEntities(
  { page, server, releaseId, presentations }: Catalog,
  resource: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const id = ids.filter(isEntityKey);
  if (id.length === 0 || presentations[resource]?.kind !== 'collection') return new Map();
  const asked = await page.ask('GET /api/v1/servers/{server}/{resource}', {
    params: { server: server.id, resource },
    query: { id, release: releaseId },
  });
  const batch = asked.ok ? batchSchema.safeParse(asked.body) : undefined;
  return new Map(Object.entries(batch?.data?.items ?? {}));
}
