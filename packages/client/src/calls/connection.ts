// A connection to one service: sends requests with a time limit, retries idempotent ones, caches answers that have an entity
// tag, and turns refusals into errors. It knows no operations.
import { parseJson, refusalOf } from '../common/json.ts';
import { growingPause, readRetryAfter } from '../common/retry-after.ts';
import { type Deadline, startDeadline, wait } from '../common/signals.ts';
import { LivehouseError } from './failure.ts';
import { KeptAnswers, type KeptLimits } from './kept-answers.ts';

/** An API token, or what supplies one for each request. */
export type TokenSource = string | (() => string | Promise<string>);

/** How a client calls its service. */
export interface ConnectOptions {
  /** API token. Without it the cookies of the page identify the account, on pages of the instance itself. */
  readonly token?: TokenSource;
  /** Longest time from the request to the end of the answer, for each attempt. Default 30 seconds. */
  readonly timeoutMs?: number;
  /** How often a request may be repeated. Default 3; 0: never. */
  readonly retries?: number;
  /** Longest pause before a repetition. Who is asked to wait longer gets the error at once. Default 30 seconds. */
  readonly pauseMs?: number;
  /** Bounds of the answers that are kept to be revalidated; false keeps none. */
  readonly cache?: KeptLimits | false;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the answer before its body is read, for its headers. Not called for kept answers. */
  readonly onResponse?: (response: Response) => void;
}

export interface RequestPlan {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
  /** Whether the token is sent. */
  readonly withToken: boolean;
}

const LIMIT_MS = 30_000;
const PAUSE_LEAST_MS = 500;
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);
const IDEMPOTENCY_KEY = 'idempotency-key';

/** Why an attempt failed, and how long to wait before the next one; undefined: there is none. */
interface FailedAttempt {
  readonly error: LivehouseError;
  readonly pauseMs: number | undefined;
}

type Attempt<Result> = { readonly value: Result } | FailedAttempt;

export class Connection {
  /** Address of the service, without a slash at its end. */
  readonly base: string;
  readonly #options: ConnectOptions;
  readonly #kept: KeptAnswers | undefined;

  constructor(url: string | URL, options: ConnectOptions = {}) {
    this.base = String(url).replace(/\/+$/, '');
    if (this.base !== '' && !/^https?:\/\//.test(this.base)) throw new TypeError(`not an http(s) address: ${url}`);
    this.#options = options;
    // In pages and their workers the cache of the browser does this, without a preflight for `If-None-Match`.
    this.#kept = options.cache === false || isPage() ? undefined : new KeptAnswers(options.cache);
  }

  /** The text of an answer; undefined without content. */
  async readText(plan: RequestPlan, options: CallOptions): Promise<string | undefined> {
    const { method, path } = plan;
    const token = await this.#tokenOf(plan);
    const key = `${token ?? ''} ${path}`;
    const known = method === 'GET' ? this.#kept?.find(key) : undefined;
    if (known?.isImmutable) return known.text;
    const headers: Record<string, string> = known === undefined ? {} : { 'If-None-Match': known.etag };
    return this.#persist(plan, options, token, headers, async (response, deadline) => {
      if (response.status === 304 && known !== undefined) return known.text;
      const text = await response.text();
      deadline.release();
      const etag = response.headers.get('ETag');
      const control = response.headers.get('Cache-Control') ?? '';
      if (method === 'GET' && etag !== null && !control.includes('no-store'))
        this.#kept?.keep(key, { etag, text, isImmutable: control.includes('immutable') });
      return text === '' ? undefined : text;
    });
  }

  /** The answer as it arrives. Its body has no time limit; the signal of the caller still aborts it. */
  async open(plan: RequestPlan, options: CallOptions): Promise<Response> {
    return this.#persist(plan, options, await this.#tokenOf(plan), {}, async (response, deadline) => {
      deadline.lift();
      return response;
    });
  }

  /** Headers that identify the account. */
  async authorization(): Promise<Readonly<Record<string, string>>> {
    const token = await this.#tokenOf({ withToken: true });
    return token === undefined ? {} : { Authorization: `Bearer ${token}` };
  }

  /** Only requests that need the token carry it: others would need a preflight, which public routes refuse. */
  async #tokenOf({ withToken }: Pick<RequestPlan, 'withToken'>): Promise<string | undefined> {
    const { token } = this.#options;
    if (!withToken) return undefined;
    return typeof token === 'function' ? token() : token;
  }

  async #persist<Result>(
    plan: RequestPlan,
    options: CallOptions,
    token: string | undefined,
    extra: Readonly<Record<string, string>>,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const retries = options.retries ?? this.#options.retries ?? 3;
    const headers = { ...plan.headers, ...options.headers, ...extra };
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    const init: RequestInit = {
      method: plan.method,
      headers,
      credentials: token === undefined ? 'same-origin' : 'omit',
    };
    if (plan.body !== undefined) init.body = plan.body;
    for (let tries = 0; ; tries++) {
      const attempt = await this.#try(plan, init, options, read, tries);
      if ('value' in attempt) return attempt.value;
      const { error, pauseMs } = attempt;
      if (tries >= retries || pauseMs === undefined || pauseMs > (this.#options.pauseMs ?? LIMIT_MS)) throw error;
      await wait(pauseMs, options.signal);
    }
  }

  async #try<Result>(
    { path, method }: RequestPlan,
    init: RequestInit,
    options: CallOptions,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
    tries: number,
  ): Promise<Attempt<Result>> {
    options.signal?.throwIfAborted();
    const deadline = startDeadline(options.timeoutMs ?? this.#options.timeoutMs ?? LIMIT_MS, options.signal);
    const send = this.#options.fetch ?? fetch;
    let isKeptOpen = false;
    try {
      const response = await send(this.base + path, { ...init, signal: deadline.signal });
      options.onResponse?.(response);
      if (!response.ok && response.status !== 304) {
        const error = await readRefusal(response);
        return { error, pauseMs: this.#pauseAfter(error, init, tries) };
      }
      const value = await read(response, deadline);
      isKeptOpen = value instanceof Response;
      return { value };
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      const code = deadline.isOver ? 'timeout' : 'no_connection';
      const message = deadline.isOver ? 'The service did not answer in time' : 'The service cannot be reached';
      const error = new LivehouseError({ status: 0, code, message, cause });
      // The service may have done what it was asked for: only reads are repeated.
      const isRead = method === 'GET' || method === 'HEAD';
      return { error, pauseMs: isRead ? growingPause(tries, PAUSE_LEAST_MS, LIMIT_MS) : undefined };
    } finally {
      if (!isKeptOpen) deadline.release();
    }
  }

  /** The service asks to wait; undefined if the request must not be repeated. */
  #pauseAfter({ status, retryAfterMs }: LivehouseError, { method = 'GET', headers, body }: RequestInit, tries: number) {
    if (status !== 429 && status !== 503) return undefined;
    const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
    const isRepeatable = IDEMPOTENT.has(method) || names.includes(IDEMPOTENCY_KEY);
    if (!isRepeatable || isStream(body)) return undefined;
    return retryAfterMs ?? growingPause(tries, PAUSE_LEAST_MS, LIMIT_MS);
  }
}

async function readRefusal(response: Response): Promise<LivehouseError> {
  const text = await response.text();
  const { code, message } = refusalOf(parseJson(text));
  // Routes of files answer the code as plain text.
  const plain = /^[a-z_]{3,64}$/.test(text) ? text : undefined;
  const { status, headers } = response;
  return new LivehouseError({
    status,
    code: code ?? plain ?? (status === 404 ? 'not_found' : `http_${status}`),
    message: message ?? `The service answered ${status}`,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterMs: readRetryAfter(headers.get('Retry-After')),
    headers,
  });
}

const isStream = (body: unknown): boolean => typeof ReadableStream === 'function' && body instanceof ReadableStream;
/** Whether this runs in a page or a worker of a browser. */
const isPage = (): boolean => Reflect.has(globalThis, 'location');
