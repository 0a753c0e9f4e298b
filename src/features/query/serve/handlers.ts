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
import type { RequestContext } from '../../../http/gates/context.ts';
import type { CacheClass } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { MalformedText, parsePath, pathText } from '../../../kernel/field-path.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import { answerOn, type ChosenRelease, type ReleaseAnswers, withRelease } from '../../release/serve/answers.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { QueryFiles, ReadyFile } from '../database/files.ts';
import { parsePaths } from '../language/filter.ts';
import type { QueryTexts } from '../language/plan.ts';
import type { IncludedPath } from '../processes/inclusion.ts';
import type { ExportForm, SentReferences, Task, TaskResult } from '../processes/messages.ts';
import type { Claim, QueryPool } from '../processes/pool.ts';
import { createCatalogSearch } from './catalog-search.ts';
import {
  FACETS_MAX,
  FILTERS_MAX,
  HISTOGRAMS_MAX,
  INCLUDES_MAX,
  QUERY_LIMIT_DEFAULT,
  type queryContract,
} from './contract.ts';
import { ExportSlots, exportBody, parquetParts, textParts } from './export-stream.ts';
import { presentFields, type ReadMeanings, type ReadShown } from './field-kinds.ts';
import {
  type ListedQuery,
  type ListedSearch,
  queryDigest,
  requireQueryCursor,
  searchDigest,
  writeQueryCursor,
} from './page-cursor.ts';
import { invalidQuery, refusalOfFault } from './refusals.ts';
import { readClaim, requireCollection, runTask } from './tasks.ts';

export interface QueryHandlerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly reader: CatalogReader;
  readonly verified: VerifiedObjects;
  readonly files: QueryFiles;
  readonly pool: QueryPool;
  readonly readMeanings: ReadMeanings;
  readonly readShown: ReadShown;
  readonly readListed: ReadListed;
  /** By which places for queries are shared. */
  readonly clientKey: ReadClientKey;
  readonly log: Log;
}

/**
 * Ids of the entities of a collection on a list of the caller's own. Refuses with `authentication_required` and
 * `list_not_found`.
 */
type ReadListed = (
  context: RequestContext,
  list: string,
  collection: { readonly server: string; readonly resource: string },
) => Promise<readonly string[]>;

interface ExportQuery extends ListedQuery {
  readonly fields: string | undefined;
  readonly release: string | undefined;
}

/** A query, from an address or from a body. */
interface PageQuery extends ExportQuery {
  readonly facet: readonly string[];
  readonly facetq: readonly string[];
  readonly histogram: readonly string[];
  readonly include: readonly string[];
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

/** A search of all collections. */
interface SearchQuery extends ListedSearch {
  readonly limit: number | undefined;
}

/** The answer to a query. */
interface Page {
  readonly file: ReadyFile;
  readonly body: string;
  /** What the answer depends on in addition to the release. */
  readonly words: readonly unknown[];
}

/** Bytes of answers with fields that are cached. */
const FIELDS_BYTES = 4 * 1024 * 1024;
/** Overhead of such an answer. */
const FIELDS_WEIGHT = 1024;
const BYTE_ORDER_MARK = '\ufeff';

export function queryHandlers(dependencies: QueryHandlerDependencies): Handlers<typeof queryContract> {
  const { releases, answers, reader, verified, files, pool, readMeanings, readListed, clientKey, log } = dependencies;
  const search = createCatalogSearch(dependencies);
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
    await requireCollection(reader, release, name);
    return files.require(release);
  }

  const claimOf = (context: RequestContext): Promise<Claim> => readClaim(clientKey, context);
  const run = (file: ReadyFile, task: Task, claim: Claim): Promise<TaskResult> => runTask(pool, file, task, claim);

  /**
   * Runs a task with filters. Only if one of them names no field is it found out what fields refer to, because it may be a
   * field of a referred entity.
   */
  async function runFiltered(
    release: OpenedRelease,
    file: ReadyFile,
    task: Extract<Task, { kind: 'query' | 'exportBegin' }>,
    claim: Claim,
  ): Promise<TaskResult> {
    const opened = { path: file.path, fingerprint: file.fingerprint };
    const outcome = await pool.run(opened, task, claim);
    if (outcome.ok) return outcome.result;
    const { fault } = outcome;
    const references = fault.code === 'unknown_field' ? await readReferences(release, task.resource) : undefined;
    if (fault.code !== 'unknown_field' || references === undefined || !leadsFurther(fault.path, references)) {
      throw refusalOfFault(fault);
    }
    return run(file, { ...task, references }, claim);
  }

  async function readReferences(release: OpenedRelease, resource: string): Promise<SentReferences> {
    const { meanings } = await readMeanings(release, resource);
    return new Map([...meanings].flatMap(([path, { refersTo }]) => (refersTo === undefined ? [] : [[path, refersTo]])));
  }

  async function readIncluded(
    release: OpenedRelease,
    resource: string,
    include: readonly string[],
  ): Promise<readonly IncludedPath[] | undefined> {
    if (include.length === 0) return undefined;
    const references = await readReferences(release, resource);
    const paths = include.flatMap((text) =>
      readPaths(text).map((path) => {
        const refersTo = references.get(path);
        if (refersTo !== undefined) return { path, refersTo };
        throw invalidQuery('include', path, 'its values are no references');
      }),
    );
    if (paths.length > INCLUDES_MAX) {
      throw invalidQuery('include', include.join(','), `it has more than ${INCLUDES_MAX} paths`);
    }
    return paths;
  }

  /** The ids of the lists of a query, as texts. */
  async function readIds(
    context: RequestContext,
    collection: { readonly server: string; readonly resource: string },
    { list, notlist }: Pick<PageQuery, 'list' | 'notlist'>,
  ): Promise<Pick<QueryTexts, 'listed' | 'unlisted'>> {
    const read = async (name: string | undefined): Promise<string | undefined> =>
      name === undefined ? undefined : JSON.stringify(await readListed(context, name, collection));
    return { listed: await read(list), unlisted: await read(notlist) };
  }

  async function readPage(
    context: RequestContext,
    chosen: ChosenRelease,
    resource: string,
    query: PageQuery,
    offset: number,
  ): Promise<Page> {
    const { q, filter, where, sort, facet, facetq, histogram, locale, fields } = query;
    const limit = query.limit ?? QUERY_LIMIT_DEFAULT;
    requireCounts(query);
    const { release } = chosen;
    const file = await openFile(release, resource);
    const include = await readIncluded(release, resource, query.include);
    const ids = await readIds(context, { server: release.server, resource }, query);
    const texts: QueryTexts = { q, filter, where, sort, facet, facetq, histogram, locale, ...ids };
    const claim = await claimOf(context);
    const task = { kind: 'query', resource, texts, fields, limit, offset, ...(include && { include }) } as const;
    const page = await runFiltered(release, file, task, claim);
    if (page.kind !== 'page') throw new Error('a query answers with a page');
    const next = nextCursor(release, queryDigest(resource, query), offset, page);
    const members = `"items":${page.items},"total":${page.total},"facets":${page.facets},"nextCursor":${JSON.stringify(next)}`;
    const words = ['query', resource, texts, fields, limit, offset, query.include];
    return { file, body: `{${members}${page.further}}`, words };
  }

  async function readHits(
    context: RequestContext,
    { release }: ChosenRelease,
    query: SearchQuery,
    offset: number,
  ): Promise<Page> {
    const { q, resource, locale } = query;
    const limit = query.limit ?? QUERY_LIMIT_DEFAULT;
    const only = resource.length === 0 ? undefined : resource;
    const { file, page } = await search(context, release, { q, only, locale, limit, offset });
    const next = nextCursor(release, searchDigest(query), offset, page);
    const body = `{"items":${page.items},"total":${page.total},"facets":${page.facets},"nextCursor":${JSON.stringify(next)}}`;
    return { file, body, words: ['search', q, only, locale, limit, offset] };
  }

  /** Answers a query from the release that it names, or its cursor. */
  function onChosenRelease(
    server: string,
    digest: string,
    query: { readonly cursor: string | undefined; readonly release: string | undefined },
    answer: (chosen: ChosenRelease, offset: number) => Promise<Response>,
  ): Response | Promise<Response> {
    if (query.cursor === undefined) {
      return withRelease(releases, answers, server, query.release, (chosen) => answer(chosen, 0));
    }
    const cursor = requireQueryCursor(query.cursor, server, digest, query.release);
    const release = releases.requirePinned(server, cursor.releaseId);
    return Promise.resolve(release).then((opened) =>
      answerOn(answers, opened, true, (chosen) => answer(chosen, cursor.after)),
    );
  }

  /** An answer that nobody caches. */
  function answerUnshared(context: RequestContext, { release }: ChosenRelease, body: string): Response {
    const headers = answers.template(release, 'application/json', 'no-store', { 'X-Request-Id': context.requestId });
    return new Response(body, { headers });
  }

  async function answerExport(
    context: RequestContext,
    chosen: ChosenRelease,
    resource: string,
    query: ExportQuery,
    form: ExportForm,
    hasMark: boolean,
  ): Promise<Response> {
    requireCounts(query);
    const { release, pinned } = chosen;
    const file = await openFile(release, resource);
    const { q, filter, where, sort, fields, locale } = query;
    const ids = await readIds(context, { server: release.server, resource }, query);
    const texts: QueryTexts = { q, filter, where, sort, locale, facet: [], ...ids };
    const digest = digestOf(release, ['export', resource, form, hasMark, texts, fields]);
    const coding = chooseCoding(context.request.headers.get('accept-encoding'), EXPORT_TAGS);
    const { mediaType, extension } = EXPORT_KINDS[form.form];
    const isOwn = namesList(query);
    const headers = answers.template(release, mediaType, isOwn ? 'no-store' : cacheOf(pinned), {
      'Content-Disposition': attachmentDisposition(`${release.server}-${resource}-${release.releaseId}.${extension}`),
      ETag: `"${digest}${EXPORT_TAGS[coding]}"`,
      Vary: 'Accept-Encoding',
      'X-Request-Id': context.requestId,
    });
    if (isOwn) headers.set('cache-control', 'private, no-store');
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
      const begin = await runFiltered(release, file, { kind: 'exportBegin', resource, texts, fields, form }, claim);
      if (begin.kind !== 'positions') throw new Error('an export begins with positions');
      const leaving = new AbortController();
      const rowsClaim = { ...claim, signal: AbortSignal.any([claim.signal, leaving.signal]), isPatient: true };
      // Checked again for every part, so that a changed file returns no rows.
      const read = async (task: Task): Promise<TaskResult> => {
        try {
          return await run(await files.require(release), task, rowsClaim);
        } catch (error) {
          if (!rowsClaim.signal.aborted) {
            log.warn('an export broke off', { requestId: context.requestId, resource, error });
          }
          throw error;
        }
      };
      const part = { resource, fields, locale } as const;
      const parts =
        form.form === 'parquet'
          ? parquetParts(begin.schema, begin.positions, (positions, offset) =>
              read({ kind: 'exportGroup', ...part, positions, offset }),
            )
          : textParts(`${hasMark ? BYTE_ORDER_MARK : ''}${begin.head}`, begin.positions, (positions) =>
              read({ kind: 'exportRows', ...part, form, positions }),
            );
      const body = exportBody(parts, coding, () => {
        leaving.abort();
        giveBack();
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
    return JSON.stringify({ fields: presentFields(result.text, await readMeanings(release, resource)) });
  }

  return {
    catalogQuery: ({ context, params: { resource, server }, query }) =>
      onChosenRelease(server, queryDigest(resource, query), query, async (chosen, offset) => {
        const { file, body, words } = await readPage(context, chosen, resource, query, offset);
        if (namesList(query)) {
          const answer = answerUnshared(context, chosen, body);
          answer.headers.set('cache-control', 'private, no-store');
          return answer;
        }
        return answerContent(context, jsonContent(chosen, file, words, body));
      }),
    catalogQueryPost: ({ context, params: { resource, server }, body: { ...query } }) => {
      const asked: PageQuery = {
        q: undefined,
        sort: undefined,
        fields: undefined,
        limit: undefined,
        ...NO_PLACE,
        ...query,
      };
      return onChosenRelease(server, queryDigest(resource, asked), asked, async (chosen, offset) => {
        const { body } = await readPage(context, chosen, resource, asked, offset);
        return answerUnshared(context, chosen, body);
      });
    },
    catalogSearch: ({ context, params: { server }, query: { q = '', ...query } }) => {
      const search = { ...query, q };
      return onChosenRelease(server, searchDigest(search), search, async (chosen, offset) => {
        const { file, body, words } = await readHits(context, chosen, search, offset);
        return answerContent(context, jsonContent(chosen, file, words, body));
      });
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
    catalogExportParquet: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerExport(context, chosen, params.resource, query, { form: 'parquet' }, false),
      ),
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
  parquet: { mediaType: 'application/vnd.apache.parquet', extension: 'parquet' },
} as const;

/** Endings of the entity tags of an export by coding. */
const EXPORT_TAGS: Readonly<Record<Coding, string>> = { br: '-br', gzip: '-gz', identity: '' };

/** Incremented when a release is answered differently than by the version before. */
const ENGINE = 2;

const digestOf = ({ server, releaseId }: OpenedRelease, words: readonly unknown[]): string =>
  sha256Hex(JSON.stringify([server, releaseId, ENGINE, ...words]));

/** The cursor behind a page; null at the end. */
function nextCursor(
  { server, releaseId }: OpenedRelease,
  query: string,
  offset: number,
  { count, total }: { readonly count: number; readonly total: number },
): string | null {
  const after = offset + count;
  return count > 0 && after < total ? writeQueryCursor({ server, releaseId, query, after }) : null;
}

/** Whether a query is about lists of the caller’s own, so that its answer is for nobody else. */
const namesList = ({ list, notlist }: ListedQuery): boolean => list !== undefined || notlist !== undefined;

const cacheOf = (isPinned: boolean): CacheClass => (isPinned ? 'pinned-computed' : 'current');

/** The first page of the current release. */
const NO_PLACE = { cursor: undefined, release: undefined } as const;

type Counted = Partial<Record<'filter' | 'facet' | 'facetq' | 'histogram', readonly string[]>>;

const COUNTS_MAX = { filter: FILTERS_MAX, facet: FACETS_MAX, facetq: FACETS_MAX, histogram: HISTOGRAMS_MAX } as const;

function requireCounts(query: Counted): void {
  for (const name of ['filter', 'facet', 'facetq', 'histogram'] as const) {
    const values = query[name] ?? [];
    if (values.length <= COUNTS_MAX[name]) continue;
    throw invalidQuery(name, values[COUNTS_MAX[name]] ?? '', `it is given at most ${COUNTS_MAX[name]} times`);
  }
}

/** The paths of a list, as fields are named. Refuses a malformed one. */
function readPaths(text: string): readonly string[] {
  try {
    return parsePaths(text).map(pathText);
  } catch (error) {
    if (error instanceof MalformedText) throw invalidQuery('include', text, error.message);
    throw error;
  }
}

/** Whether a path begins with one whose values are references. */
function leadsFurther(path: string, references: SentReferences): boolean {
  const segments = parsePath(path);
  return segments.some((_, at) => at > 0 && references.has(pathText(segments.slice(0, at))));
}
