// One POST to an address that somebody else chose, such as a webhook. The name is resolved once, every address that it has
// must be one of the public internet, and one of exactly these is connected to; the certificate is checked against the name.
// A name that resolves differently a moment later therefore cannot reach this machine or its network. Redirects are not
// followed, no proxy of the environment is used, at most 16 KiB of the answer are read, and only its status is returned.
// Never throws.
//
// NOTE: HTTP is written here on a socket, because clients resolve names by themselves, keep connections by name, follow
// redirects and unpack bodies; each of these would have to be turned off and proven to stay off.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isPublicAddress } from './public-address.ts';

export type PostFailure =
  /** The name has an address that is not of the public internet. */
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'certificate_invalid'
  | 'timed_out'
  /** The connection ended, or something came that is no HTTP answer. */
  | 'no_answer';

export type PostOutcome = { readonly status: number } | { readonly failure: PostFailure };

export interface GuardedPostOptions {
  /**
   * Whether addresses that are not public are allowed. They, and they alone, are then also reached without TLS.
   */
  readonly allowPrivate: boolean;
  /** For the whole call. */
  readonly timeoutMs?: number;
  /** Tests resolve names and judge addresses by themselves, and have a certificate of their own. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly isPublic?: (address: string) => boolean;
  readonly certificateAuthority?: string;
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
/** Addresses of one name that are tried when earlier ones refuse the connection. */
const ADDRESSES_TRIED = 3;

class Failed extends Error {
  override readonly name = 'Failed';
  readonly failure: PostFailure;
  constructor(failure: PostFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** A sender with fixed rules. */
export function openGuardedPost(options: GuardedPostOptions): (post: GuardedPost) => Promise<PostOutcome> {
  const { timeoutMs = TIMEOUT_MS } = options;
  return async (post) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = post.signal === undefined ? limit : AbortSignal.any([post.signal, limit]);
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(new Failed('timed_out'));
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([send(post, options, signal), aborted.promise]);
    } catch (error) {
      return { failure: error instanceof Failed ? error.failure : 'no_answer' };
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

async function send(post: GuardedPost, options: GuardedPostOptions, signal: AbortSignal): Promise<PostOutcome> {
  const { url } = post;
  const name = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const addresses = await findAddresses(name, options);
  const { isPublic = isPublicAddress } = options;
  const isOutside = addresses.every(isPublic);
  const isHere = !addresses.some(isPublic);
  if (!isOutside && !options.allowPrivate) throw new Failed('address_refused');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.allowPrivate && isHere)) {
    throw new Failed('address_refused');
  }
  let problem = new Failed('connection_failed');
  for (const address of addresses.slice(0, ADDRESSES_TRIED)) {
    if (signal.aborted) throw new Failed('timed_out');
    let socket: Socket;
    try {
      socket = await openSocket(post.url, name, address, options, signal);
    } catch (error) {
      if (!(error instanceof Failed) || error.failure !== 'connection_failed') throw error;
      problem = error;
      continue;
    }
    return exchange(socket, post, signal);
  }
  throw problem;
}

/** Those of IPv4 first: many machines have no way to the others. */
async function findAddresses(name: string, { resolve = resolveName }: GuardedPostOptions): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  let found: readonly string[];
  try {
    found = await resolve(name);
  } catch {
    throw new Failed('name_not_found');
  }
  if (found.length === 0) throw new Failed('name_not_found');
  return found.toSorted((one, other) => isIP(one) - isIP(other));
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** A connection to this very address, with the certificate checked against the name. */
function openSocket(
  url: URL,
  name: string,
  address: string,
  { certificateAuthority }: GuardedPostOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const opened = Promise.withResolvers<Socket>();
  const socket = isSecure
    ? tlsConnect({
        host: address,
        port,
        // An address is no server name; its certificate then has to name the address.
        ...(isIP(name) === 0 ? { servername: name } : {}),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
      })
    : tcpConnect({ host: address, port });
  let isConnected = false;
  const end = (): void => {
    socket.destroy();
    opened.reject(new Failed('timed_out'));
  };
  signal.addEventListener('abort', end, { once: true });
  socket.on('connect', () => {
    isConnected = true;
    if (!isSecure) opened.resolve(socket);
  });
  socket.on('secureConnect', () => opened.resolve(socket));
  socket.on('error', (error) => {
    opened.reject(new Failed(isSecure && isTrustError(error) ? 'certificate_invalid' : 'connection_failed'));
  });
  socket.on('close', () => {
    signal.removeEventListener('abort', end);
    opened.reject(new Failed(isConnected ? 'no_answer' : 'connection_failed'));
  });
  return opened.promise;
}

const TRUST_ERROR =
  /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL|EPROTO)/;

const isTrustError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && TRUST_ERROR.test(error.code);

function exchange(socket: Socket, { url, headers, body }: GuardedPost, signal: AbortSignal): Promise<PostOutcome> {
  const answered = Promise.withResolvers<PostOutcome>();
  const reader = new AnswerReader();
  const finish = (): void => {
    const { status } = reader;
    if (status === undefined) answered.reject(new Failed(signal.aborted ? 'timed_out' : 'no_answer'));
    else answered.resolve({ status });
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
const LENGTH = /\r\ncontent-length: *(\d{1,15}) *(?:\r\n|$)/i;
const CHUNKED_END = '\r\n0\r\n\r\n';

/** Reads the status of an answer, and on until its body ends, so that the other side can finish what it writes. */
class AnswerReader {
  status: number | undefined;
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
    const length = LENGTH.exec(head)?.[1];
    const hasBody = status !== 204 && status !== 304;
    if (!hasBody) this.#end = 0;
    else if (length !== undefined) this.#end = end + 4 + Number(length);
    return false;
  }
}
