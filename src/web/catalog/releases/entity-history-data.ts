// Where the page of the history of an entity comes from: the history, and the entity as the release of the page has it.
import type { AnswerBody } from '../../client/endpoints.ts';
import { requireAsked } from '../../shell/asked.ts';
import { type Gone, readGone } from '../common/gone.ts';
import {
  type Catalog,
  type EntitySummary,
  type ResourcePresentation,
  requirePresentation,
  summarize,
} from '../common/reads.ts';

type EntityHistory = AnswerBody<'GET /api/v1/servers/{server}/catalog/history/{resource}/{id}'>;
export type HistoryItem = EntityHistory['items'][number];

export interface EntityHistoryData extends EntityHistory {
  readonly resource: string;
  readonly presentation: ResourcePresentation;
  readonly summary: EntitySummary;
  /** Whether the release of the page has the entity. */
  readonly isThere: boolean;
  /** Where the current release lacks the resource of a pinned page. */
  readonly gone: Gone | undefined;
}

/** Reads a page of the history. */
export async function readEntityHistory(
  catalog: Catalog,
  resource: string,
  id: string,
  cursor: string | undefined,
): Promise<EntityHistoryData> {
  const presentation = requirePresentation(catalog, resource);
  const { page, server } = catalog;
  const params = { server: server.id, resource, id };
  const [history, entity, gone] = await Promise.all([
    page.ask('GET /api/v1/servers/{server}/catalog/history/{resource}/{id}', { params, query: { cursor } }),
    presentation.kind === 'document'
      ? undefined
      : page.ask('GET /api/v1/servers/{server}/{resource}/{id}', { params, query: { release: catalog.releaseId } }),
    readGone(catalog, resource),
  ]);
  const body = entity?.ok ? entity.body : undefined;
  return {
    ...requireAsked(history),
    resource,
    presentation,
    summary: summarize(catalog, resource, id, body),
    gone,
    isThere: presentation.kind === 'document' || body !== undefined,
  };
}
