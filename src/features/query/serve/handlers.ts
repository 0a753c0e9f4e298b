// Query routes: choose the release and its file, pass the task to a query process, and answer. The query process interprets
// the query (language/). Limits, cursors and the form of the answer are here.
import { answerContent, blobRepresentation, type Content } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { malformedParameter } from '../../../http/routing/parameters.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import { answerOn, type ChosenRelease, type ReleaseAnswers, withRelease } from '../../release/serve/answers.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { QueryFiles, ReadyFile } from '../database/files.ts';
import type { Fault } from '../language/fault.ts';
import type { ExportForm, Task, TaskResult } from '../processes/messages.ts';
import type { QueryPool } from '../processes/pool.ts';
import { FACETS_MAX, FILTERS_MAX, QUERY_LIMIT_DEFAULT, type queryContract } from './contract.ts';
import { ExportSlots, exportBody } from './export-stream.ts';
import { type AnsweredField, findFieldKind } from './field-kinds.ts';
import { type ListedQuery, queryDigest, requireQueryCursor, writeQueryCursor } from './page-cursor.ts';

export interface QueryPorts {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
  readonly files: QueryFiles;
  readonly pool: QueryPool;
  readonly log: Log;
}

interface ExportQuery extends ListedQuery {
  readonly fields: string | undefined;
  readonly release: string | undefined;
}

/** Bytes of answers with fields that are cached. */
const FIELDS_BYTES = 4 * 1024 * 1024;
/** Overhead of such an answer. */
const FIELDS_WEIGHT = 1024;
const BYTE_ORDER_MARK = '\ufeff';

export function queryHandlers(ports: QueryPorts): Handlers<typeof queryContract> {
  const { releases, answers, reader, verified, files, pool, log } = ports;
  const slots = new ExportSlots();
  const fieldTexts = new BoundedCache<string, string>(FIELDS_BYTES);
  const templates = new WeakMap<OpenedRelease, Record<'pinned' | 'current', Headers>>();

  function jsonHeaders({ release, pinned }: ChosenRelease): Headers {
    let made = templates.get(release);
    if (made === undefined) {
      const make = (cache: 'pinned' | 'current') => answers.template(release, 'application/json', cache);
      made = { pinned: make('pinned'), current: make('current') };
      templates.set(release, made);
    }
    return pinned ? made.pinned : made.current;
  }

  /** Content that depends only on the release and these keys. */
  function jsonContent(chosen: ChosenRelease, file: ReadyFile, words: readonly unknown[], body: string): Content {
    const { release, pinned } = chosen;
    const etag = `"${sha256Hex(JSON.stringify([release.releaseId, file.sha256, ...words]))}"`;
    return {
      identity: blobRepresentation(new Blob([body]), etag),
      headers: jsonHeaders(chosen),
      ranges: false,
      isFresh: () =>
        releases.isStanding(release, pinned) && reader.isCatalogFresh(release) && files.isFresh(release, file),
    };
  }

  /** Refuses a resource that is not a collection before the file is used. */
  async function openFile(release: OpenedRelease, name: string): Promise<ReadyFile> {
    const { entry } = await reader.requireResource(release, name);
    if (entry.kind === 'document') throw new Refusal('resource_not_found');
    return files.require(release);
  }

  async function run(file: ReadyFile, task: Task): Promise<TaskResult> {
    const outcome = await pool.run({ path: file.path, fingerprint: file.fingerprint }, task);
    if (outcome.ok) return outcome.result;
    throw refusalOfFault(outcome.fault);
  }

  async function answerExport(
    context: RequestContext,
    chosen: ChosenRelease,
    resource: string,
    query: ExportQuery,
    form: ExportForm,
    kind: ExportKind,
  ): Promise<Response> {
    requireCounts(query.filter, []);
    const { release, pinned } = chosen;
    const file = await openFile(release, resource);
    const giveBack = slots.take(context.clientAddress());
    try {
      const { q, filter, sort, fields } = query;
      const begin = await run(file, {
        kind: 'exportBegin',
        resource,
        texts: { q, filter, sort, facet: [] },
        fields,
        form,
      });
      if (begin.kind !== 'positions') throw new Error('an export begins with positions');
      const headers = answers.template(release, kind.mediaType, pinned ? 'pinned' : 'current', {
        'Content-Disposition': attachmentDisposition(`${resource}.${kind.extension}`),
      });
      headers.set('x-request-id', context.requestId);
      if (context.isHead) {
        giveBack();
        headers.set('date', new Date().toUTCString());
        return new Response(null, { headers });
      }
      const body = exportBody({
        head: `${kind.hasMark ? BYTE_ORDER_MARK : ''}${begin.head}`,
        positions: begin.positions,
        // Checked again for every part, so that a changed file returns no rows.
        read: async (positions) => {
          try {
            return await run(await files.require(release), { kind: 'exportRows', resource, fields, form, positions });
          } catch (error) {
            log.warn('an export broke off', { requestId: context.requestId, resource, error });
            throw error;
          }
        },
        onEnd: giveBack,
      });
      return new Response(body, { headers });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** JSON of the fields of a resource. Which of them are files and references is found in the release. */
  async function readFields(release: OpenedRelease, file: ReadyFile, resource: string): Promise<string> {
    const result = await run(file, { kind: 'fields', resource });
    if (result.kind !== 'text') throw new Error('fields are a text');
    const stored: readonly AnsweredField[] = JSON.parse(result.text);
    const fields: object[] = [];
    for (const field of stored) fields.push({ ...field, ...(await findFieldKind(release, reader, resource, field)) });
    return JSON.stringify({ fields });
  }

  return {
    catalogQuery: async ({ context, params, query }) => {
      const { resource, server } = params;
      const { q, filter, sort, fields, facet } = query;
      const limit = query.limit ?? QUERY_LIMIT_DEFAULT;
      const digest = queryDigest(resource, query);
      const cursor =
        query.cursor === undefined ? undefined : requireQueryCursor(query.cursor, server, digest, query.release);
      const answer = async (chosen: ChosenRelease): Promise<Response> => {
        requireCounts(filter, facet);
        const { releaseId } = chosen.release;
        const file = await openFile(chosen.release, resource);
        const offset = cursor?.after ?? 0;
        const texts = { q, filter, sort, facet };
        const page = await run(file, { kind: 'query', resource, texts, fields, limit, offset });
        if (page.kind !== 'page') throw new Error('a query answers with a page');
        const after = offset + page.count;
        const next =
          page.count > 0 && after < page.total ? writeQueryCursor({ server, releaseId, query: digest, after }) : null;
        const body = `{"items":${page.items},"total":${page.total},"facets":${page.facets},"nextCursor":${JSON.stringify(next)}}`;
        const words = ['query', resource, texts, fields, limit, offset];
        return answerContent(context, jsonContent(chosen, file, words, body));
      };
      if (cursor === undefined) return withRelease(releases, answers, server, query.release, answer);
      return answerOn(answers, await releases.requirePinned(server, cursor.releaseId), true, answer);
    },
    catalogFields: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async (chosen) => {
        const { resource } = params;
        const { server, releaseId } = chosen.release;
        const file = await openFile(chosen.release, resource);
        const key = `${server} ${releaseId} ${file.sha256} ${resource}`;
        let body = fieldTexts.read(key);
        if (body === undefined) {
          body = await readFields(chosen.release, file, resource);
          fieldTexts.keep(key, body, body.length + FIELDS_WEIGHT);
        }
        return answerContent(context, jsonContent(chosen, file, ['fields', resource], body));
      }),
    catalogExportLines: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerExport(context, chosen, params.resource, query, { form: 'ndjson' }, LINES),
      ),
    catalogExportTable: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) => {
        const form = { form: 'csv', isSpreadsheet: query.spreadsheet ?? false } as const;
        return answerExport(context, chosen, params.resource, query, form, { ...TABLE, hasMark: query.bom ?? false });
      }),
    catalogDatabase: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async ({ release, pinned }) => {
        await reader.open(release);
        const { path, object, sha256, bytes } = await files.require(release);
        const headers = answers.template(release, 'application/vnd.sqlite3', pinned ? 'pinned' : 'current', {
          'Accept-Ranges': 'bytes',
          'Content-Disposition': attachmentDisposition(`${release.server}-${release.releaseId}.sqlite`),
        });
        return answerContent(context, {
          identity: {
            bytes,
            etag: `"${sha256}"`,
            open: (start, end) =>
              object === undefined ? Bun.file(path).slice(start, end) : verified.open(object, start, end),
          },
          headers,
          ranges: true,
        });
      }),
  };
}

interface ExportKind {
  readonly mediaType: string;
  readonly extension: string;
  readonly hasMark: boolean;
}

const LINES: ExportKind = { mediaType: 'application/x-ndjson', extension: 'ndjson', hasMark: false };
const TABLE: ExportKind = { mediaType: 'text/csv; charset=utf-8', extension: 'csv', hasMark: false };

function requireCounts(filter: readonly string[], facet: readonly string[]): void {
  if (filter.length > FILTERS_MAX) throw new Refusal('invalid_query', { message: malformedParameter('filter') });
  if (facet.length > FACETS_MAX) throw new Refusal('invalid_query', { message: malformedParameter('facet') });
}

const SHOWN_PATH_CHARACTERS = 200;

function refusalOfFault(fault: Fault): Refusal {
  switch (fault.code) {
    case 'invalid_query':
      return new Refusal('invalid_query', { message: malformedParameter(fault.parameter) });
    case 'unknown_field':
      return new Refusal('unknown_field', {
        message: `There is no field ${fault.path.slice(0, SHOWN_PATH_CHARACTERS).toWellFormed()}`,
      });
    case 'resource_not_found':
      return new Refusal('resource_not_found');
  }
}
