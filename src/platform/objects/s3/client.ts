// Requests to one S3-compatible server: signed, bounded in time, repeated with jitter when the network or the server
// fails, and held back by a circuit breaker while it is away. Follows the server's clock when ours is wrong. Answers are
// plain facts (status, code, headers, bytes); what a status means is the caller's. Knows no kinds of objects.
//
// Why not Bun's own client: it has no deadlines, no conditional requests, no numbered parts, and drops a leading slash.
import { AwsV4Signer } from 'aws4fetch';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { retry } from '../../../kernel/retry.ts';
import type { S3Config } from '../../config/objects.ts';
import { CircuitBreaker } from '../../outside/circuit-breaker.ts';
import { ObjectsUnavailable } from '../objects.ts';
import { errorCodeOf } from './documents.ts';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key below the configured prefix; undefined: the bucket itself. */
  readonly key: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Can be sent again: bytes, or a file. */
  readonly body?: Uint8Array<ArrayBuffer> | Blob;
  /** Digest of the body, which the server proves; made here for bytes. */
  readonly sha256?: string;
  /** Statuses that are answers besides 2xx; others throw. */
  readonly accept?: readonly number[];
  /** Time until the answer begins, beyond what sending takes; default ANSWER_MS. */
  readonly answerMs?: number;
  /** Bulk work waits out a failing server for a minute; others fail within seconds, so that a person gets an answer. */
  readonly patient?: boolean;
}

export interface S3Answer {
  readonly status: number;
  /** The server's word for an error; '' when it gave none. */
  readonly code: string;
  readonly headers: Headers;
  /** Empty when the body went into a sink. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** More than one: an earlier try may have taken effect without our knowing. */
  readonly tries: number;
}

/** Where a good body goes. `begin` is called before its first byte, again for every try. */
export interface S3Sink {
  begin(headers: Headers): void;
  write(piece: Uint8Array): void;
}

export interface S3Client {
  /** Server, bucket and prefix, for messages and for telling stores apart. */
  readonly place: string;
  /** Full key in the bucket. */
  fullKey(key: string): string;
  /** Key below the prefix. */
  ownKey(fullKey: string): string;
  /** Throws ObjectsUnavailable when the server is away or answers with a status that was not asked for. */
  send(request: S3Request, sink?: S3Sink): Promise<S3Answer>;
  /** Server's clock minus ours. */
  readonly clockOffsetMs: number;
  /** Ends what is under way. */
  close(): void;
}

/** An answer begins, and a body goes on, within this. */
const ANSWER_MS = 5000;
/** Slowest sending that is waited for. */
const SEND_BYTES_PER_MS = 128;
const TRIES = 4;
const FIRST_PAUSE_MS = 80;
/** No further try after this long. */
const PATIENCE_MS = 5000;
const LONG_PATIENCE_MS = 60_000;
const LONG_TRIES = 12;
const LONG_PAUSE_MS = 5000;
/** A clock that is off by more is followed; servers refuse at 15 minutes. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Faults on the way, or of the moment, whatever their status. */
const PASSING_CODES = new Set([
  'BadDigest',
  'IncompleteBody',
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]);

/** Whether a request that failed with this code is worth another try. */
export const isPassing = (code: string): boolean => PASSING_CODES.has(code);

class Failure extends Error {
  readonly passing: boolean;
  /** Nothing was asked: the breaker is open. */
  readonly resting: boolean;
  constructor(message: string, options: { passing: boolean; resting?: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.passing = options.passing;
    this.resting = options.resting ?? false;
  }
}

/** A failure of the sink: ours, not the server's. */
class SinkFailure extends Error {}

/** Opens a client; nothing is asked yet. */
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
        ...(body === undefined ? {} : { body }),
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

  /** A refused signature may be our clock's fault. */
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
  // A store that is full (507) does not get emptier by asking again, and gives what it holds all the same.
  const passing = status >= 500 ? status !== 501 && status !== 507 : status === 429 || PASSING_CODES.has(code);
  const what = key === undefined ? 'the bucket' : before + key;
  return new Failure(`The object store answered ${status} ${code} to ${method} ${what}`.replace('  ', ' '), {
    passing,
  });
}

/** Aborts when its moment has come; the moment can be put off. */
class Deadline {
  readonly signal: AbortSignal;
  expired = false;
  readonly #own = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = 0;

  constructor(closing: AbortSignal) {
    this.signal = AbortSignal.any([this.#own.signal, closing]);
  }

  /** From now on it comes in `ms`. Called for every piece of a body, so one timer looks again when it fires. */
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
