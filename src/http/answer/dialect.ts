// Converts errors to responses. A refusal is written in the dialect of its route: the JSON envelope of the API, the
// plain text of file routes, the level server's `{message}`, the status alone, or an HTML page. No other file does this.

import { Refusal } from '../../kernel/refusal.ts';
import { isDatabaseFull, isDatabaseUnavailable } from '../../platform/database/errors.ts';
import { ObjectsUnavailable } from '../../platform/objects/objects.ts';
import { describeError, type Log } from '../../platform/telemetry/log.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Cors, Dialect } from '../routing/contract.ts';
import { prefersHtml } from './accept.ts';
import { type AnswerStyle, addCors, SANDBOXED, UNFRAMED } from './headers.ts';

/** What failed outside, by the code that is answered with 502. Every other one says that stored data is damaged. */
const OUTSIDE_FAILURES: ReadonlyMap<string, string> = new Map([
  ['provider_upstream', 'the provider failed'],
  ['mail_not_sent', 'the mail server did not accept a mail'],
]);
/** Somebody has to make room first. */
const FULL_RETRY_SECONDS = 30;

/**
 * Maps any error to a refusal. Errors of the database and the object store become 503, or 507 where the disk is full;
 * unexpected errors become `internal_error` and are logged once with their causes.
 */
export function refusalOf(error: unknown, context: RequestContext, log: Log): Refusal {
  if (error instanceof Refusal) {
    if (error.status === 502)
      log.warn(OUTSIDE_FAILURES.get(error.code) ?? 'stored data is damaged', {
        requestId: context.requestId,
        code: error.code,
        cause: describeError(error.cause),
      });
    return error;
  }
  if (error instanceof ObjectsUnavailable) {
    log.warn('object storage is unavailable', { requestId: context.requestId, error: describeError(error) });
    return new Refusal('storage_unavailable', { cause: error });
  }
  if (isDatabaseFull(error)) {
    log.warn('the disk of the database is full', { requestId: context.requestId, error: describeError(error) });
    return new Refusal('storage_full', { cause: error, retryAfterSeconds: FULL_RETRY_SECONDS });
  }
  if (isDatabaseUnavailable(error)) {
    log.warn('database is unavailable', { requestId: context.requestId, error: describeError(error) });
    return new Refusal('database_unavailable', { cause: error });
  }
  if (error instanceof Error && error.name === 'AbortError' && context.request.signal.aborted) {
    // The client has disconnected, so nobody reads the response.
    log.debug('the client disconnected during its request', { requestId: context.requestId });
    return new Refusal('request_aborted', { cause: error });
  }
  log.error('unexpected error', { requestId: context.requestId, method: context.method, error: describeError(error) });
  return new Refusal('internal_error', { cause: error });
}

/** The response for a refusal in a dialect. Never cached. */
export function answerRefusal(
  context: RequestContext,
  refusal: Refusal,
  dialect: Dialect,
  cors: Cors,
  style: AnswerStyle,
): Response | Promise<Response> {
  const { presentRefusal } = style;
  if (dialect !== 'page') return answerBody(context, refusal, dialect, cors, style);
  const envelope = (): Response => {
    const answer = answerBody(context, refusal, 'api', cors, style);
    answer.headers.append('vary', 'Accept');
    return answer;
  };
  if (presentRefusal === undefined || !prefersHtml(context.request)) return envelope();
  // A page that cannot be rendered must not hide the refusal.
  return presentRefusal(context, refusal).then((page) => {
    const headers = headersOf(context, refusal);
    setAll(headers, page.headers);
    headers.append('vary', 'Accept');
    return finish(context, page.status ?? refusal.status, page.body, headers);
  }, envelope);
}

function answerBody(
  context: RequestContext,
  refusal: Refusal,
  dialect: Exclude<Dialect, 'page'>,
  cors: Cors,
  style: AnswerStyle,
): Response {
  const headers = headersOf(context, refusal);
  addCors(headers, cors, style, context.request);
  const body = refusal.status === 416 ? '' : bodyOf(refusal, dialect, headers);
  if (dialect === 'plain') setAll(headers, SANDBOXED);
  return finish(context, refusal.status, body, headers);
}

function headersOf(context: RequestContext, refusal: Refusal): Headers {
  // Set one by one: `new Headers(record)` would join names that differ only in case instead of replacing them.
  const headers = new Headers();
  setAll(headers, refusal.headers);
  headers.set('cache-control', 'no-store');
  setAll(headers, UNFRAMED);
  headers.set('x-request-id', context.requestId);
  if (refusal.retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.ceil(refusal.retryAfterSeconds)));
  return headers;
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}

function finish(context: RequestContext, status: number, body: string, headers: Headers): Response {
  if (!context.isHead) return new Response(body === '' ? null : body, { status, headers });
  headers.set('date', new Date().toUTCString());
  headers.set('content-length', String(Buffer.byteLength(body)));
  return new Response(null, { status, headers });
}

function bodyOf(refusal: Refusal, dialect: Exclude<Dialect, 'page'>, headers: Headers): string {
  switch (dialect) {
    case 'api':
      headers.set('content-type', 'application/json');
      return JSON.stringify({ error: { code: refusal.code, message: refusal.message } });
    case 'plain':
      headers.set('content-type', 'text/plain; charset=utf-8');
      return refusal.status === 404 ? 'not found' : refusal.code;
    case 'level':
      headers.set('content-type', 'application/json');
      return JSON.stringify({ message: levelMessage(refusal) });
    case 'bare':
      return '';
  }
}

/** The level server has only three error outcomes (specification, "Errors"); integrity failures are 503 there. */
function levelMessage(refusal: Refusal): string {
  if (refusal.status === 404) return 'Not found';
  return refusal.status >= 500 && refusal.status !== 500 ? 'Service unavailable' : refusal.message;
}
