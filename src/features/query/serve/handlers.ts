// Query routes: choose the release and its file, pass the task to a query process, and answer. The query process interprets
// the query (language/). Limits, cursors and the form of the answer are here.

import {
  answerContent,
  blobRepresentation,
  type Coding,
  type Content,
  chooseCoding,
  matchesAny,
} from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { ReadClientKey } from '../../../http/gates/client-key.ts';
import { type RequestContext, signalOf } from '../../../http/gates/context.ts';
import type { CacheClass } from '../../../http/routing/answer.ts';
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
import type { Claim, QueryPool } from '../processes/pool.ts';
import { FACETS_MAX, FILTERS_MAX, QUERY_LIMIT_DEFAULT, type queryContract } from './contract.ts';
import { ExportSlots, exportBody } from './export-stream.ts';
import { presentField, type ReadMeanings, type StoredField } from './field-kinds.ts';
import { type ListedQuery, queryDigest, requireQueryCursor, writeQueryCursor } from './page-cursor.ts';

export interface QueryHandlerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
  readonly files: QueryFiles;
  readonly pool: QueryPool;
  readonly readMeanings: ReadMeanings;
  /** By which places for queries are shared. */
  readonly clientKey: ReadClientKey;
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

export function queryHandlers(dependencies: QueryHandlerDependencies): Handlers<typeof queryContract> {
  const { releases, answers, reader, verified, files, pool, readMeanings, clientKey, log } = dependencies;
  const slots = new ExportSlots();
  const fieldTexts = new BoundedCache<string, string>(FIELDS_BYTES);
  const templates = new WeakMap<OpenedRelease, Record<'pinned' | 'current', Headers>>();

  function jsonHeaders({ release, pinned }: ChosenRelease): Headers {
    let made = templates.get(release);
    if (made === undefined) {
      const make = (isPinned: boolean) => answers.template(release, 'application/json', cacheOf(isPinned));
      made = { pinned: make(true), current: make(false) };
      templates.set(release, made);
    }
    return pinned ? made.pinned : made.current;
  }

  /** Content that depends only on the release and these keys. */
  function jsonContent(chosen: ChosenRelease, file: ReadyFile, words: readonly unknown[], body: string): Content {
    const { release, pinned } = chosen;
    const etag = `"${digestOf(release, words)}"`;
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

  async function claimOf(context: RequestContext): Promise<Claim> {
    const client = await clientKey(context);
    return { client, isForPage: context.outer !== undefined, signal: signalOf(context) };
  }

  async function run(file: ReadyFile, task: Task, claim: Claim): Promise<TaskResult> {
    const outcome = await pool.run({ path: file.path, fingerprint: file.fingerprint }, task, claim);
    if (outcome.ok) return outcome.result;
    throw refusalOfFault(outcome.fault);
  }

  async function answerExport(
    context: RequestContext,
    chosen: ChosenRelease,
    resource: string,
    query: ExportQuery,
    form: ExportForm,
    hasMark: boolean,
  ): Promise<Response> {
    requireCounts(query.filter, []);
    const { release, pinned } = chosen;
    const file = await openFile(release, resource);
    const { q, filter, sort, fields } = query;
    const texts = { q, filter, sort, facet: [] };
    const digest = digestOf(release, ['export', resource, form, hasMark, texts, fields]);
    const coding = chooseCoding(context.request.headers.get('accept-encoding'), EXPORT_TAGS);
    const { mediaType, extension } = EXPORT_KINDS[form.form];
    const headers = answers.template(release, mediaType, cacheOf(pinned), {
      'Content-Disposition': attachmentDisposition(`${release.server}-${resource}-${release.releaseId}.${extension}`),
      ETag: `"${digest}${EXPORT_TAGS[coding]}"`,
      Vary: 'Accept-Encoding',
      'X-Request-Id': context.requestId,
    });
    const known = context.request.headers.get('if-none-match');
    const tags = Object.values(EXPORT_TAGS).map((ending) => `"${digest}${ending}"`);
    if (known !== null && matchesAny(known, tags)) return new Response(null, { status: 304, headers });
    if (coding !== 'identity') headers.set('content-encoding', coding);
    if (context.isHead) {
      headers.set('date', new Date().toUTCString());
      return new Response(null, { headers });
    }
    const claim = await claimOf(context);
    const giveBack = slots.take(claim.client);
    // A client that has gone before its body began is never told to the body.
    claim.signal.addEventListener('abort', giveBack, { once: true });
    try {
      const begin = await run(file, { kind: 'exportBegin', resource, texts, fields, form }, claim);
      if (begin.kind !== 'positions') throw new Error('an export begins with positions');
      const leaving = new AbortController();
      const rowsClaim = { ...claim, signal: AbortSignal.any([claim.signal, leaving.signal]), isPatient: true };
      const body = exportBody({
        head: `${hasMark ? BYTE_ORDER_MARK : ''}${begin.head}`,
        positions: begin.positions,
        coding,
        // Checked again for every part, so that a changed file returns no rows.
        read: async (positions) => {
          try {
            const task = { kind: 'exportRows', resource, fields, form, positions } as const;
            return await run(await files.require(release), task, rowsClaim);
          } catch (error) {
            if (!rowsClaim.signal.aborted) {
              log.warn('an export broke off', { requestId: context.requestId, resource, error });
            }
            throw error;
          }
        },
        onEnd: () => {
          leaving.abort();
          giveBack();
        },
      });
      return new Response(body, { headers });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** JSON of the fields of a resource. Which of them are files and references is found in the release. */
  async function readFields(release: OpenedRelease, file: ReadyFile, resource: string, claim: Claim): Promise<string> {
    const result = await run(file, { kind: 'fields', resource }, claim);
    if (result.kind !== 'text') throw new Error('fields are a text');
    const stored: readonly StoredField[] = JSON.parse(result.text);
    const meanings = await readMeanings(release, resource);
    return JSON.stringify({ fields: stored.map((field) => presentField(field, meanings)) });
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
        const claim = await claimOf(context);
        const page = await run(file, { kind: 'query', resource, texts, fields, limit, offset }, claim);
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
          body = await readFields(chosen.release, file, resource, await claimOf(context));
          fieldTexts.store(key, body, body.length + FIELDS_WEIGHT);
        }
        return answerContent(context, jsonContent(chosen, file, ['fields', resource], body));
      }),
    catalogExportLines: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerExport(context, chosen, params.resource, query, { form: 'ndjson' }, false),
      ),
    catalogExportTable: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) => {
        const form = {
          form: 'csv',
          isSpreadsheet: query.spreadsheet ?? false,
          hasLabels: query.labels ?? false,
        } as const;
        return answerExport(context, chosen, params.resource, query, form, query.bom ?? false);
      }),
    catalogDatabase: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async ({ release, pinned }) => {
        await reader.open(release);
        const { path, object, sha256, bytes } = await files.require(release);
        const headers = answers.template(release, 'application/vnd.sqlite3', cacheOf(pinned), {
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

const EXPORT_KINDS = {
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv' },
} as const;

/** Endings of the entity tags of an export by coding. */
const EXPORT_TAGS: Readonly<Record<Coding, string>> = { br: '-br', gzip: '-gz', identity: '' };

/** Incremented when a release is answered differently than by the version before. */
const ENGINE = 1;

const digestOf = ({ server, releaseId }: OpenedRelease, words: readonly unknown[]): string =>
  sha256Hex(JSON.stringify([server, releaseId, ENGINE, ...words]));

const cacheOf = (isPinned: boolean): CacheClass => (isPinned ? 'pinned-computed' : 'current');

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
