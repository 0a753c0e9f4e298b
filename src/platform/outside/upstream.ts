// HTTP client for one upstream host: limits on time, size and number of requests, retries with jitter, and a circuit
// breaker. Bodies are streamed into a sink, so memory does not depend on the upstream. Redirects and other hosts are
// failures. Reports whether upstream failed, has no such document, or the document is unchanged; callers interpret the
// body.
import { retry } from '../../kernel/concurrency/retry.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Lane, RequestSlots, SlotTimeout } from './request-slots.ts';

/** Upstream is unavailable, responds incorrectly, or the circuit breaker is open. The message is for the log. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly retryable: boolean;
  /** The circuit breaker is open; no request was sent. */
  readonly resting: boolean;
  /** `Retry-After` of upstream, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    message: string,
    options: { cause?: unknown; retryable?: boolean; resting?: boolean; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.resting = options.resting ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Receives the body. `begin` is called once per attempt, before the first byte. */
interface BodySink {
  begin(): void;
  write(piece: Uint8Array): void;
}

export interface UpstreamRequest {
  /** Absolute path, percent-encoded, without a query. */
  readonly path: string;
  readonly accept: string;
  readonly maxBytes: number;
  /** `long`: a download that may exceed the timeout while bytes keep arriving. */
  readonly lane: Lane;
  /** Entity tag of the cached document. */
  readonly etag?: string | undefined;
  /** Time (`Date.now()`) at which the whole request, including retries, is abandoned. */
  readonly deadline: number;
}

type UpstreamAnswer =
  | { readonly kind: 'body'; readonly bytes: number; readonly mediaType: string; readonly etag: string | undefined }
  | { readonly kind: 'unchanged' }
  /** 404 or 410, or an HTML page with status 200. */
  | { readonly kind: 'missing'; readonly how: 'status' | 'html' };

export interface Upstream {
  /** Sends one request; does not join concurrent ones. Throws UpstreamUnavailable; errors of the sink propagate. */
  request(request: UpstreamRequest, sink: BodySink): Promise<UpstreamAnswer>;
  /** Aborts requests in progress. */
  close(): void;
}

export interface UpstreamOptions {
  /** Origin and path prefix, without trailing slash. */
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly userAgent: string;
}

/** Timeout of one request to upstream (decisions, "Provider"). */
const ATTEMPT_MS = 5000;
const ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 150;
/** A long download's timeout is extended each time at least this much has arrived. */
const PROGRESS_BYTES = 256 * 1024;
const LONG_MAX_MS = 15 * 60 * 1000;
/** An attempt with less time than this is not started. */
const SHORTEST_ATTEMPT_MS = 100;

/** Opens a client for one host. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const slots = new RequestSlots(options.concurrency);
  const breaker = new CircuitBreaker(() => performance.now());
  const closing = new AbortController();

  /** The URL on our upstream host. A path that leads elsewhere is a bug in the caller. */
  function addressOf(path: string): URL {
    const url = new URL(`${base.origin}${prefix}${path}`);
    if (
      !path.startsWith('/') ||
      path.startsWith('//') ||
      url.origin !== base.origin ||
      url.pathname !== prefix + path
    ) {
      throw new UpstreamUnavailable('the path does not stay on the upstream host');
    }
    return url;
  }

  async function attempt(url: URL, request: UpstreamRequest, sink: BodySink): Promise<UpstreamAnswer> {
    const watch = new Watch(Math.min(ATTEMPT_MS, request.deadline - Date.now()), request.lane, closing.signal);
    try {
      const response = await fetch(url, {
        redirect: 'manual',
        signal: watch.signal,
        headers: {
          Accept: request.accept,
          'Accept-Encoding': request.lane === 'long' ? 'identity' : 'gzip, identity',
          'User-Agent': options.userAgent,
          ...(request.etag !== undefined && { 'If-None-Match': request.etag }),
        },
      });
      return await readAnswer(response, request, sink, watch);
    } catch (error) {
      if (error instanceof UpstreamUnavailable || error instanceof SinkFailure) throw error;
      throw new UpstreamUnavailable(watch.expired ? 'upstream did not answer in time' : 'the connection failed', {
        cause: error,
        retryable: true,
      });
    } finally {
      watch.end();
    }
  }

  async function guarded(url: URL, request: UpstreamRequest, sink: BodySink): Promise<UpstreamAnswer> {
    if (!breaker.mayTry()) throw new UpstreamUnavailable('upstream is given a rest after failures', { resting: true });
    try {
      const answer = await attempt(url, request, sink);
      breaker.succeed();
      return answer;
    } catch (error) {
      // An incorrect response still proves that upstream is up. The circuit breaker counts only unavailability and
      // overload.
      if (error instanceof UpstreamUnavailable && error.retryable) breaker.fail();
      else breaker.succeed();
      throw error instanceof SinkFailure ? error.cause : error;
    }
  }

  return {
    request: async (request, sink) => {
      const url = addressOf(request.path);
      const pauseAfter = (error: unknown, tries: number): number | undefined => {
        if (!(error instanceof UpstreamUnavailable) || !error.retryable) return undefined;
        if (tries >= ATTEMPTS || closing.signal.aborted) return undefined;
        const asked = (error.retryAfterSeconds ?? 0) * 1000;
        const backoffMs = Math.max(asked, FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
        return Date.now() + backoffMs + SHORTEST_ATTEMPT_MS > request.deadline ? undefined : backoffMs;
      };
      return retry(async () => {
        const waitMs = request.deadline - Date.now();
        if (waitMs < SHORTEST_ATTEMPT_MS) throw new UpstreamUnavailable('no time is left for upstream');
        try {
          return await slots.run(request.lane, waitMs, () => guarded(url, request, sink));
        } catch (error) {
          if (error instanceof SlotTimeout) throw new UpstreamUnavailable('too many requests wait for upstream');
          throw error;
        }
      }, pauseAfter);
    },
    close: () => closing.abort(),
  };
}

/** The timeout of one attempt, which a long download extends by making progress. */
class Watch {
  readonly #controller = new AbortController();
  readonly #onClose = (): void => this.#controller.abort();
  readonly #closing: AbortSignal;
  readonly #long: boolean;
  readonly #startedAt = Date.now();
  #timer: ReturnType<typeof setTimeout>;
  #progress = 0;
  expired = false;

  constructor(timeoutMs: number, lane: Lane, closing: AbortSignal) {
    this.#long = lane === 'long';
    this.#closing = closing;
    this.#timer = setTimeout(this.#onTime, timeoutMs);
    closing.addEventListener('abort', this.#onClose, { once: true });
    if (closing.aborted) this.#controller.abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #onTime = (): void => {
    if (this.#long && this.#progress >= PROGRESS_BYTES && Date.now() - this.#startedAt < LONG_MAX_MS) {
      this.#progress = 0;
      this.#timer = setTimeout(this.#onTime, ATTEMPT_MS);
      return;
    }
    this.expired = true;
    this.#controller.abort();
  };

  advance(bytes: number): void {
    this.#progress += bytes;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#closing.removeEventListener('abort', this.#onClose);
    // Ends a response that was not read completely (a body over its limit, an error page).
    this.#controller.abort();
  }
}

async function readAnswer(
  response: Response,
  request: UpstreamRequest,
  sink: BodySink,
  watch: Watch,
): Promise<UpstreamAnswer> {
  const { status, headers } = response;
  if (status === 304 && request.etag !== undefined) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'missing', how: 'status' };
  if (status !== 200) {
    throw new UpstreamUnavailable(`upstream answered ${status}`, {
      retryable: status === 429 || status >= 500,
      retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
    });
  }
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return { kind: 'missing', how: 'html' };
  const encoded = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  const declared = headers.get('content-length');
  const declaredBytes = declared === null || encoded ? undefined : Number(declared);
  if (declaredBytes !== undefined && declaredBytes > request.maxBytes)
    throw new UpstreamUnavailable('the body is too large');
  if (
    request.lane === 'long' &&
    declared === null &&
    !encoded &&
    !/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')
  ) {
    // Without a length, a truncated body could not be detected.
    throw new UpstreamUnavailable('the body has no length');
  }
  intoSink(() => sink.begin());
  let bytes = 0;
  if (response.body !== null) {
    for await (const piece of response.body) {
      bytes += piece.byteLength;
      if (bytes > request.maxBytes) throw new UpstreamUnavailable('the body is too large');
      watch.advance(piece.byteLength);
      intoSink(() => sink.write(piece));
    }
  }
  if (declaredBytes !== undefined && bytes !== declaredBytes) {
    throw new UpstreamUnavailable('the body is shorter than announced', { retryable: true });
  }
  return { kind: 'body', bytes, mediaType, etag: readEntityTag(headers.get('etag')) };
}

/** `Retry-After` in seconds (numeric form only), at most an hour. */
function readRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,4}$/.test(header.trim()) ? Math.min(3600, Number(header)) : undefined;
}

/** A well-formed entity tag of bounded length. */
function readEntityTag(header: string | null): string | undefined {
  const tag = header?.trim() ?? '';
  return /^(?:W\/)?"[\x21\x23-\x7e]{0,128}"$/.test(tag) ? tag : undefined;
}

function intoSink(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new SinkFailure('the body cannot be kept', { cause });
  }
}

/** An error of the sink, kept apart from network errors. */
class SinkFailure extends Error {
  override readonly name = 'SinkFailure';
}
