// Where the page of changes comes from: the counts, then of each changed resource the first changes with the entities of both
// releases.
import { z } from 'zod';
import { isEntityKey } from '../../../kernel/names.ts';
import { requireAsked } from '../../shell/asked.ts';
import { type Catalog, type EntitySummary, learnPictures, summarize } from '../common/reads.ts';
import { valueAt } from '../common/values.ts';

const countsSchema = z.object({ added: z.number(), removed: z.number(), changed: z.number() });
export type Counts = z.infer<typeof countsSchema>;
const summarySchema = z.object({ resources: z.record(z.string(), countsSchema), files: countsSchema });
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
  /** Whether there are more than are shown, or some could not be read. */
  readonly hasMore: boolean;
}

export interface Changes {
  readonly from: string;
  readonly to: string;
  readonly resources: readonly ResourceChanges[];
  readonly fileCounts: Counts;
  readonly files: readonly ChangedFile[];
  readonly hasMoreFiles: boolean;
}

const SHOWN = 50;
const COMPARISON_MS = 5000;
const COMPARISON_STEP_MS = 100;
const FIELDS_SHOWN = 20;

const sum = ({ added, removed, changed }: Counts): number => added + removed + changed;

/** Reads what changed. `catalog` is that of the release after, `before` that of the one before. */
export async function readChanges(catalog: Catalog, before: Catalog): Promise<Changes> {
  const { page, server, releaseId: to } = catalog;
  const from = before.releaseId;
  const params = { server: server.id };
  const counts = await whenCompared(() =>
    page.ask('GET /api/v1/servers/{server}/release/changes', { params, query: { from, to } }),
  );
  const filesAsked = await page.ask('GET /api/v1/servers/{server}/release/changes', {
    params,
    query: { from, to, files: '1', limit: SHOWN },
  });
  const summary = summarySchema.parse(requireAsked(counts));
  const files = filesAsked.ok ? filesSchema.parse(filesAsked.body) : { items: [], nextCursor: null };
  const resources = await Promise.all(
    Object.entries(summary.resources)
      .filter(([, one]) => sum(one) > 0)
      .map(([resource, one]) => readResource(catalog, before, resource, one)),
  );
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
    hasMoreFiles: files.nextCursor !== null,
  };
}

/** Two releases are compared once, which takes a moment; a reader waits for it rather than trying again. */
async function whenCompared<A extends { readonly ok: boolean; readonly code?: string }>(
  ask: () => Promise<A>,
): Promise<A> {
  const end = performance.now() + COMPARISON_MS;
  for (;;) {
    const asked = await ask();
    if (asked.code !== 'comparison_not_ready' || performance.now() > end) return asked;
    await Bun.sleep(COMPARISON_STEP_MS);
  }
}

async function readResource(
  catalog: Catalog,
  before: Catalog,
  resource: string,
  counts: Counts,
): Promise<ResourceChanges> {
  const { page, server, releaseId: to } = catalog;
  const asked = await page.ask('GET /api/v1/servers/{server}/release/changes', {
    params: { server: server.id },
    query: { from: before.releaseId, to, resource, limit: SHOWN },
  });
  if (!asked.ok) return { resource, counts, added: [], changed: [], removed: [], hasMore: true };
  const { items, nextCursor } = changesSchema.parse(asked.body);
  const idsOf = (...kinds: readonly string[]) =>
    items.filter(({ change }) => kinds.includes(change)).map(({ id }) => id);
  const [now, then] = await Promise.all([
    readEntities(catalog, resource, idsOf('added', 'changed')),
    readEntities(before, resource, idsOf('removed', 'changed')),
  ]);
  return {
    ...{ resource, counts, hasMore: nextCursor !== null },
    added: idsOf('added').map((id) => summarize(catalog, resource, id, now.get(id))),
    removed: idsOf('removed').map((id) => summarize(before, resource, id, then.get(id))),
    changed: items
      .filter(({ change }) => change === 'changed')
      .map(({ id, fields }) => ({
        summary: summarize(catalog, resource, id, now.get(id)),
        fields: fields.slice(0, FIELDS_SHOWN).map((path) => ({
          path,
          before: valueAt(then.get(id), path),
          after: valueAt(now.get(id), path),
        })),
      })),
  };
}

/** Entities by id; of a document nothing, since it has no ids. */
async function readEntities(
  { page, server, releaseId, looks }: Catalog,
  resource: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const id = ids.filter(isEntityKey);
  if (id.length === 0 || looks[resource]?.kind !== 'collection') return new Map();
  const asked = await page.ask('GET /api/v1/servers/{server}/{resource}', {
    params: { server: server.id, resource },
    query: { id, release: releaseId },
  });
  const batch = asked.ok ? batchSchema.safeParse(asked.body) : undefined;
  return new Map(Object.entries(batch?.data?.items ?? {}));
}
