// The client of one upstream host: bounded in time, size and number of requests, retried with jitter, guarded by a circuit
// breaker. Bodies stream into a sink, so that memory never follows what upstream claims. Redirects and other hosts are
// failures. Says whether upstream failed, has nothing, or has not changed; what a body means is the caller's.
import { retry } from '../../kernel/retry.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Lane, RequestSlots, SlotTimeout } from './request-slots.ts';

/** Upstream is away, answers wrongly, or is given a rest by the breaker. The message is for the log. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly retryable: boolean;
  /** The breaker is open: nothing was asked. */
  readonly resting: boolean;
  /** Seconds that upstream asked us to wait. */
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

/** Where a body goes. `begin` is called once per attempt, before the first byte. */
export interface BodySink {
  begin(): void;
  write(piece: Uint8Array): void;
}

export interface UpstreamRequest {
  /** Absolute path, percent-encoded, without a query. */
  readonly path: string;
  readonly accept: string;
  readonly maxBytes: number;
  /** `long`: a download that may take longer than one timeout as long as bytes keep coming. */
  readonly lane: Lane;
  /** Entity tag of what we hold. */
  readonly etag?: string | undefined;
  /** `Date.now()` by which the whole request, retries included, is given up. */
  readonly deadline: number;
}

export type UpstreamAnswer =
  | { readonly kind: 'body'; readonly bytes: number; readonly mediaType: string; readonly etag: string | undefined }
  | { readonly kind: 'unchanged' }
  /** 404 or 410, or a page of HTML with status 200. */
  | { readonly kind: 'missing'; readonly how: 'status' | 'html' };

export interface Upstream {
  /** Sends one request, joined with nothing. Throws UpstreamUnavailable; errors of the sink pass. */
  request(request: UpstreamRequest, sink: BodySink): Promise<UpstreamAnswer>;
  /** Ends requests that are under way. */
  close(): void;
}

export interface UpstreamOptions {
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly userAgent: string;
}

/** One request to upstream ends within this (decisions, "Provider"). */
export const ATTEMPT_MS = 5000;
const ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 150;
/** A long download gets another timeout each time it brought at least this much. */
const PROGRESS_BYTES = 256 * 1024;
const LONG_MAX_MS = 15 * 60 * 1000;
/** Not worth a try. */
const SHORTEST_ATTEMPT_MS = 100;

/** Opens a client for one host. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const slots = new RequestSlots(options.concurrency);
  const breaker = new CircuitBreaker(() => performance.now());
  const closing = new AbortController();

  /** The address below our host; a path that leads elsewhere is a fault of ours. */
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
          ...(request.etag === undefined ? {} : { 'If-None-Match': request.etag }),
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
      // A wrong answer is an answer: only an upstream that is away or overloaded is given a rest.
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

/** The clock of one attempt: aborts it after a timeout, which a long download may extend by making progress. */
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
    // Ends what was not read to its end (a body over its limit, an error page).
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
    // Without a length nobody can tell a whole body from one that was cut.
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

/** Seconds of a `Retry-After` in its numeric form, at most an hour. */
function readRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,4}$/.test(header.trim()) ? Math.min(3600, Number(header)) : undefined;
}

/** A well-formed entity tag of a sane length. */
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

/** A failure of the sink, so that it is not taken for one of the network. */
class SinkFailure extends Error {
  override readonly name = 'SinkFailure';
}
