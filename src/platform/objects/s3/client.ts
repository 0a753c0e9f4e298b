// HTTP client for one S3-compatible server. Requests are signed, have timeouts, are retried with jitter after network
// and server errors, and are stopped by a circuit breaker while the server is unavailable. It follows the server's
// clock when ours is wrong. Responses are plain facts (status, code, headers, bytes); callers interpret the status.
// Knows no kinds of objects.
//
// Bun's own S3 client is not used because it has no timeouts, no conditional requests, no numbered parts, and drops a
// leading slash.
import { AwsV4Signer } from 'aws4fetch';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { retry } from '../../../kernel/concurrency/retry.ts';
import type { S3Config } from '../../config/objects.ts';
import { CircuitBreaker } from '../../outside/circuit-breaker.ts';
import { ObjectsUnavailable } from '../objects.ts';
import { errorCodeOf } from './documents.ts';

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key below the configured prefix. Undefined: the bucket itself. */
  readonly key: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes or a file, so that the request can be retried. */
  readonly body?: Uint8Array<ArrayBuffer> | Blob;
  /** SHA-256 of the body, which the server verifies. Computed here for bytes. */
  readonly sha256?: string;
  /** Statuses besides 2xx that do not throw. */
  readonly accept?: readonly number[];
  /** Timeout for the response to begin, in addition to the time for sending; default ANSWER_MS. */
  readonly answerMs?: number;
  /** For bulk work: retries for a minute. Other requests fail within seconds, since a person is waiting. */
  readonly patient?: boolean;
}

export interface S3Answer {
  readonly status: number;
  /** Error code from the response body; '' when there is none. */
  readonly code: string;
  readonly headers: Headers;
  /** Empty when the body went to a sink. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of attempts. If more than one, an earlier attempt may have taken effect unnoticed. */
  readonly tries: number;
}

/** Receives the body of a successful response. `begin` is called before the first byte of every attempt. */
interface S3Sink {
  begin(headers: Headers): void;
  write(piece: Uint8Array): void;
}

export interface S3Client {
  /** Server, bucket and prefix: for messages and to identify the store. */
  readonly place: string;
  /** Full key in the bucket. */
  fullKey(key: string): string;
  /** Key below the prefix. */
  ownKey(fullKey: string): string;
  /** Throws ObjectsUnavailable when the server is unavailable or responds with a status that is not accepted. */
  send(request: S3Request, sink?: S3Sink): Promise<S3Answer>;
  /** The server's clock minus ours, in milliseconds. */
  readonly clockOffsetMs: number;
  /** Aborts requests in progress. */
  close(): void;
}

/** Timeout for a response to begin, and between chunks of its body. */
const ANSWER_MS = 5000;
/** Slowest upload rate that is tolerated. */
const SEND_BYTES_PER_MS = 128;
const TRIES = 4;
const FIRST_PAUSE_MS = 80;
/** No retry after this time. */
const PATIENCE_MS = 5000;
const LONG_PATIENCE_MS = 60_000;
const LONG_TRIES = 12;
const LONG_PAUSE_MS = 5000;
/** Larger clock differences are corrected. Servers refuse requests that are off by 15 minutes. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Transient error codes, whatever their status. */
const PASSING_CODES = new Set([
  'BadDigest',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]);

/** Whether an error code is transient and the request worth a retry. */
export const isPassing = (code: string): boolean => PASSING_CODES.has(code);

class Failure extends Error {
  readonly passing: boolean;
  /** No request was sent because the circuit breaker is open. */
  readonly resting: boolean;
  constructor(message: string, options: { passing: boolean; resting?: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.passing = options.passing;
    this.resting = options.resting ?? false;
  }
}

/** An error of the sink, which is not the server's. */
class SinkFailure extends Error {}

/** Opens a client. Sends nothing yet. */
export function openS3Client(config: S3Config): S3Client {
  const breaker = new CircuitBreaker(() => performance.now());
  const closing = new AbortController();
  const signingKeys = new Map<string, ArrayBuffer>();
  const root = bucketRoot(config);
  const before = config.prefix === '' ? '' : `${config.prefix}/`;
  let clockOffsetMs = 0;

  async function attempt(request: S3Request, sink: S3Sink | undefined): Promise<Omit<S3Answer, 'tries'>> {
    const { method, body, accept = [] } = request;
    const bodyBytes = body instanceof Blob ? body.size : (body?.byteLength ?? 0);
    const watch = new Deadline(closing.signal);
    try {
      const signed = await sign(config, signingKeys, addressOf(root, before, request), request, clockOffsetMs);
      watch.extend((request.answerMs ?? ANSWER_MS) + bodyBytes / SEND_BYTES_PER_MS);
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        decompress: false,
        signal: watch.signal,
        ...(body !== undefined && { body }),
      });
      watch.extend(ANSWER_MS);
      const good = response.status >= 200 && response.status < 300;
      const bytes = await readBody(response, good ? sink : undefined, watch);
      const code = good ? '' : errorCodeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
      const answer = { status: response.status, code, headers: response.headers, bytes };
      if (good || (accept.includes(response.status) && !PASSING_CODES.has(code))) return answer;
      followClock(response);
      throw refusal(request, answer, before);
    } catch (cause) {
      if (cause instanceof Failure || cause instanceof SinkFailure) throw cause;
      const what = watch.expired ? 'did not answer in time' : 'cannot be reached';
      throw new Failure(`The object store ${what} (${method} ${request.key ?? 'bucket'})`, { passing: true, cause });
    } finally {
      watch.end();
    }
  }

  /** A signature may be refused because our clock is wrong. */
  function followClock(response: Response): void {
    const theirs = Date.parse(response.headers.get('date') ?? '');
    if (response.status !== 403 || Number.isNaN(theirs)) return;
    const offset = theirs - Date.now();
    if (Math.abs(offset - clockOffsetMs) < CLOCK_TOLERANCE_MS) return;
    clockOffsetMs = offset;
    throw new Failure('The clock differs from the object store’s', { passing: true });
  }

  async function guarded(request: S3Request, sink: S3Sink | undefined): Promise<Omit<S3Answer, 'tries'>> {
    if (!breaker.mayTry()) {
      throw new Failure('The object store failed a moment ago', { passing: true, resting: true });
    }
    try {
      const answer = await attempt(request, sink);
      breaker.succeed();
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.passing) breaker.fail();
      else breaker.succeed();
      throw error;
    }
  }

  return {
    place: `${root}/${config.prefix}`,
    fullKey: (key) => before + key,
    ownKey: (fullKey) => fullKey.slice(before.length),
    get clockOffsetMs() {
      return clockOffsetMs;
    },
    send: async (request, sink) => {
      const { patient = false } = request;
      const end = performance.now() + (patient ? LONG_PATIENCE_MS : PATIENCE_MS);
      const pauseAfter = (error: unknown, tries: number): number | undefined => {
        if (!(error instanceof Failure) || !error.passing || (error.resting && !patient)) return undefined;
        if (tries >= (patient ? LONG_TRIES : TRIES) || closing.signal.aborted) return undefined;
        const pauseMs = patient
          ? Math.min(LONG_PAUSE_MS, Math.max(breaker.pauseMs(), pauseBefore(tries)))
          : pauseBefore(tries);
        return performance.now() + pauseMs >= end ? undefined : pauseMs;
      };
      try {
        return await retry(async (tries) => ({ ...(await guarded(request, sink)), tries }), pauseAfter);
      } catch (error) {
        if (error instanceof SinkFailure) throw error.cause;
        if (!(error instanceof Failure)) throw error;
        throw new ObjectsUnavailable(error.message, { cause: error.cause ?? error });
      }
    },
    close: () => closing.abort(),
  };
}

const pauseBefore = (tries: number): number => FIRST_PAUSE_MS * 3 ** (tries - 1) * (0.5 + Math.random());

function bucketRoot({ endpoint, bucket, style }: S3Config): string {
  if (style === 'path') return `${endpoint}/${bucket}`;
  const url = new URL(endpoint);
  return `${url.protocol}//${bucket}.${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

function addressOf(root: string, before: string, { key, query = {} }: S3Request): URL {
  const path = key === undefined ? '' : `/${(before + key).split('/').map(encodeURIComponent).join('/')}`;
  const url = new URL(root + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function sign(
  config: S3Config,
  cache: Map<string, ArrayBuffer>,
  url: URL,
  { method, headers, body, sha256 }: S3Request,
  clockOffsetMs: number,
) {
  const digest = sha256 ?? (body instanceof Blob ? 'UNSIGNED-PAYLOAD' : sha256Hex(body ?? ''));
  const datetime = new Date(Date.now() + clockOffsetMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
  return new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'X-Amz-Content-Sha256': digest },
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    service: 's3',
    region: config.region,
    cache,
    datetime,
  }).sign();
}

async function readBody(
  response: Response,
  sink: S3Sink | undefined,
  watch: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = response.headers.get('content-length');
  const pieces: Uint8Array[] = [];
  let received = 0;
  guardSink(() => sink?.begin(response.headers));
  if (response.body !== null) {
    for await (const piece of response.body) {
      received += piece.byteLength;
      watch.extend(ANSWER_MS);
      if (sink === undefined) pieces.push(piece);
      else guardSink(() => sink.write(piece));
    }
    if (announced !== null && Number(announced) !== received) {
      throw new Failure('The object store sent a body of another length', { passing: true });
    }
  }
  return Buffer.concat(pieces);
}

function guardSink(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new SinkFailure('the sink failed', { cause });
  }
}

function refusal({ method, key }: S3Request, { status, code }: Omit<S3Answer, 'tries'>, before: string): Failure {
  // A full store (507) does not recover by retrying, and still serves reads.
  const passing = status >= 500 ? status !== 501 && status !== 507 : status === 429 || PASSING_CODES.has(code);
  const what = key === undefined ? 'the bucket' : before + key;
  return new Failure(`The object store answered ${status} ${code} to ${method} ${what}`.replace('  ', ' '), {
    passing,
  });
}

/** A timeout that can be extended. */
class Deadline {
  readonly signal: AbortSignal;
  expired = false;
  readonly #own = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = 0;

  constructor(closing: AbortSignal) {
    this.signal = AbortSignal.any([this.#own.signal, closing]);
  }

  /**
   * Extends the deadline to `ms` from now. Called for every chunk of a body, so the timer is not reset each time; it
   * checks the deadline when it fires.
   */
  extend(ms: number): void {
    this.#at = performance.now() + ms;
    this.#timer ??= setTimeout(() => this.#look(), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const leftMs = this.#at - performance.now();
    if (leftMs > 0) {
      this.#timer = setTimeout(() => this.#look(), leftMs);
      return;
    }
    this.expired = true;
    this.#own.abort();
  }
}
