// One POST to an address that somebody else chose, such as a webhook, over a guarded connection (guarded-socket.ts). Redirects
// are not followed, no proxy of the environment is used, at most 16 KiB of the answer are read, and only its status and
// `Retry-After` are returned. Never throws.
//
// NOTE: HTTP is written here on a socket, because clients resolve names by themselves, keep connections by name, follow
// redirects and unpack bodies; each of these would have to be turned off and proven to stay off.
import type { Socket } from 'node:net';
import { GuardFailed, type GuardFailure, type GuardOptions, openGuardedSocket } from './guarded-socket.ts';

export type PostOutcome =
  | {
      readonly status: number;
      /** Seconds that the answer asks to wait (`Retry-After`), if it does. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly failure: GuardFailure };

export interface GuardedPostOptions extends GuardOptions {
  /** For the whole call. */
  readonly timeoutMs?: number;
}

export interface GuardedPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the call early, like its time limit. */
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 16 * 1024;

/** A sender with fixed rules. */
export function openGuardedPost(options: GuardedPostOptions): (post: GuardedPost) => Promise<PostOutcome> {
  const { timeoutMs = TIMEOUT_MS } = options;
  return async (post) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = post.signal === undefined ? limit : AbortSignal.any([post.signal, limit]);
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(new GuardFailed('timed_out'));
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([send(post, options, signal), aborted.promise]);
    } catch (error) {
      return { failure: error instanceof GuardFailed ? error.failure : 'no_answer' };
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

async function send(post: GuardedPost, options: GuardOptions, signal: AbortSignal): Promise<PostOutcome> {
  return exchange(await openGuardedSocket(post.url, options, signal), post, signal);
}

function exchange(socket: Socket, { url, headers, body }: GuardedPost, signal: AbortSignal): Promise<PostOutcome> {
  const answered = Promise.withResolvers<PostOutcome>();
  const reader = new AnswerReader();
  const finish = (): void => {
    const { status, retryAfterSeconds } = reader;
    if (status === undefined) answered.reject(new GuardFailed(signal.aborted ? 'timed_out' : 'no_answer'));
    else answered.resolve({ status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    socket.destroy();
  };
  signal.addEventListener('abort', finish, { once: true });
  socket.on('data', (piece) => {
    reader.take(Buffer.from(piece));
    if (reader.isOver) finish();
  });
  socket.on('end', finish);
  socket.on('error', finish);
  socket.on('close', finish);
  const payload = Buffer.from(body);
  const fields = Object.entries({
    ...headers,
    host: url.host,
    'content-length': String(payload.byteLength),
    connection: 'close',
  });
  const head = fields.map(([field, value]) => `${field}: ${value}\r\n`).join('');
  socket.write(`POST ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n`);
  socket.write(payload);
  return answered.promise.finally(() => signal.removeEventListener('abort', finish));
}

const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/;
/** In seconds, which Discord writes with a fraction. A date is not read. */
const RETRY_AFTER = /\r\nretry-after: *(\d{1,9}(?:\.\d{1,9})?) *(?:\r\n|$)/i;
const LENGTH = /\r\ncontent-length: *(\d{1,15}) *(?:\r\n|$)/i;
const CHUNKED_END = '\r\n0\r\n\r\n';

/** Reads the status of an answer, and on until its body ends, so that the other side can finish what it writes. */
class AnswerReader {
  status: number | undefined;
  retryAfterSeconds: number | undefined;
  isOver = false;
  #text = '';
  #taken = 0;
  /** Bytes after which the body is complete. */
  #end: number | undefined;

  take(piece: Buffer): void {
    this.#taken += piece.byteLength;
    // Latin-1: one character a byte.
    this.#text += piece.toString('latin1', 0, ANSWER_BYTES);
    while (this.status === undefined && !this.isOver && this.#readHead()) {}
    const isWhole = this.#end === undefined ? this.#text.endsWith(CHUNKED_END) : this.#taken >= this.#end;
    if (this.#taken >= ANSWER_BYTES || (this.status !== undefined && isWhole)) this.isOver = true;
  }

  /** Takes one head, once it is complete. Returns whether another may follow: those of 1xx are no answer yet. */
  #readHead(): boolean {
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#text.slice(0, end);
    const status = Number(STATUS_LINE.exec(head.split('\r\n', 1)[0] ?? '')?.[1] ?? 0);
    if (status === 0) {
      this.isOver = true;
      return false;
    }
    if (status < 200) {
      this.#text = this.#text.slice(end + 4);
      this.#taken = this.#text.length;
      return true;
    }
    this.status = status;
    const wait = RETRY_AFTER.exec(head)?.[1];
    if (wait !== undefined) this.retryAfterSeconds = Number(wait);
    const length = LENGTH.exec(head)?.[1];
    const hasBody = status !== 204 && status !== 304;
    if (!hasBody) this.#end = 0;
    else if (length !== undefined) this.#end = end + 4 + Number(length);
    return false;
  }
}
