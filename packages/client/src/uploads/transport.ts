// The requests of an upload: JSON calls, and bytes with progress. A response is a value whatever its status; without a
// connection the status is 0. `fetchTransport` works in browsers, Node and Bun. In a browser it sends bytes with
// XMLHttpRequest, because `fetch` does not report how much of a body has been sent.

import { parseJson, refusalOf } from '../common/json.ts';
import { readRetryAfter } from '../common/retry-after.ts';
import { startDeadline } from '../common/signals.ts';

/** A request that makes no progress for this long is aborted. */
const SILENCE_MS = 60_000;
const OCTETS = 'application/octet-stream';

export interface Answer {
  /** 0: no response arrived. */
  readonly status: number;
  readonly body: unknown;
  /** `error.code` of a refusal. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Receives the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void;
}

/** What the uploads need of a connection. Both functions reject only when `signal` aborts. */
export interface Transport {
  call(method: 'GET' | 'POST' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>;
  /** Sends bytes with PUT. */
  sendBytes(path: string, bytes: ArrayBuffer, options: SendOptions): Promise<Answer>;
}

export interface FetchTransportOptions {
  /** Origin of the service, without a slash at its end. Default: that of the page. */
  readonly origin?: string;
  /** Sent with every request, for example `Authorization`. Without it the cookies of the page identify the account. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NO_ANSWER: Answer = { status: 0, body: undefined, code: undefined, retryAfterMs: undefined };

/** A transport over the functions of the platform. */
export function fetchTransport({ origin = '', headers: always = {} }: FetchTransportOptions = {}): Transport {
  const request = async (path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Answer> => {
    const silence = startDeadline(SILENCE_MS, signal);
    try {
      const response = await fetch(`${origin}${path}`, {
        ...init,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: silence.signal,
      });
      return answerOf(response.status, await response.text(), response.headers.get('Retry-After'));
    } catch {
      signal?.throwIfAborted();
      return NO_ANSWER;
    } finally {
      silence.release();
    }
  };
  return {
    call: (method, path, { body, headers = {}, signal } = {}) => {
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      return request(path, { method, headers: { ...always, ...headers, ...json }, ...text }, signal);
    },
    sendBytes: async (path, bytes, { signal, onSent }) => {
      const headers = { ...always, 'Content-Type': OCTETS };
      const browser: unknown = Reflect.get(globalThis, 'XMLHttpRequest');
      if (isBrowserRequest(browser))
        return sendReported(new browser(), `${origin}${path}`, headers, bytes, signal, onSent);
      const answer = await request(path, { method: 'PUT', headers, body: bytes }, signal);
      if (answer.status !== 0) onSent(bytes.byteLength);
      return answer;
    },
  };
}

/** The part of XMLHttpRequest that is used here; the types of Node and Bun do not declare it. */
interface BrowserRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { addEventListener(type: 'progress', listener: (event: { readonly loaded: number }) => void): void };
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: ArrayBuffer): void;
  abort(): void;
}

const isBrowserRequest = (value: unknown): value is new () => BrowserRequest => typeof value === 'function';

function sendReported(
  request: BrowserRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: ArrayBuffer,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => request.abort();
    const expectProgress = (): void => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    const end = (answer: Answer): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(answer);
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      expectProgress();
      onSent(loaded);
    });
    request.addEventListener('load', () =>
      end(answerOf(request.status, request.responseText, request.getResponseHeader('Retry-After'))),
    );
    request.addEventListener('error', () => end(NO_ANSWER));
    request.addEventListener('abort', () => end(NO_ANSWER));
    signal.addEventListener('abort', stop, { once: true });
    expectProgress();
    request.send(bytes);
  });
}

function answerOf(status: number, text: string, retryAfter: string | null): Answer {
  const body = parseJson(text);
  return { status, body, code: refusalOf(body).code, retryAfterMs: readRetryAfter(retryAfter) };
}
