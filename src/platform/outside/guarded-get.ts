// GET requests, one after another, to an address that somebody else chose, over one guarded connection (guarded-socket.ts) that
// is used again where the other side allows it. Bodies are read as they come, with a limit that the caller gives. Redirects are
// answers like others, no proxy of the environment is used, and no coding is asked for.
//
// NOTE: HTTP is written here on a socket, for the reasons that guarded-post.ts names.
import type { Socket } from 'node:net';
import { GuardFailed, type GuardOptions, openGuardedSocket } from './guarded-socket.ts';

export interface GuardedAnswer {
  readonly status: number;
  /** Names in lower case; of repeated ones the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** The pieces of the body. Throws GuardFailed, or BodyTooLarge. Read to its end before the next request. */
  readonly body: AsyncGenerator<Buffer, void>;
}

/** The body has more bytes than the caller takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

const HEAD_BYTES_MAX = 64 * 1024;
/** For the head of an answer, and while nothing arrives. */
const IDLE_MS = 30_000;
/** Time limit of a body, extended by a second for each `BYTES_A_SECOND_MIN` bytes that have arrived. */
const BODY_MS = 60_000;
const BYTES_A_SECOND_MIN = 8 * 1024;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const DIGITS = /^\d{1,15}$/;
const CHUNK_SIZE = /^[0-9a-f]{1,8}$/i;

/** One connection at a time; not for concurrent use. */
export class GuardedGetter implements Disposable {
  readonly #options: GuardOptions;
  #input: SocketInput | undefined;
  #origin = '';

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Asks for an address. Throws GuardFailed.
   *
   * @param bytesMax bytes of the body that are read
   */
  async get(url: URL, headers: Readonly<Record<string, string>>, bytesMax: number): Promise<GuardedAnswer> {
    const isReused = this.#input?.isUsable === true && this.#origin === url.origin;
    try {
      return await this.#ask(url, headers, bytesMax);
    } catch (error) {
      // The other side may have closed an idle connection.
      if (!isReused || !(error instanceof GuardFailed) || error.failure !== 'no_answer') throw error;
      return this.#ask(url, headers, bytesMax);
    }
  }

  async #ask(url: URL, headers: Readonly<Record<string, string>>, bytesMax: number): Promise<GuardedAnswer> {
    const input = await this.#connect(url);
    const fields = Object.entries({ ...headers, host: url.host, 'accept-encoding': 'identity' });
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    input.deadline = performance.now() + IDLE_MS;
    input.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n`);
    try {
      const answer = await readHead(input);
      return { status: answer.status, headers: answer.headers, body: this.#readBody(input, answer, bytesMax) };
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  async #connect(url: URL): Promise<SocketInput> {
    if (this.#input?.isUsable === true && this.#origin === url.origin) return this.#input;
    this[Symbol.dispose]();
    this.#input = new SocketInput(await openGuardedSocket(url, this.#options, AbortSignal.timeout(IDLE_MS)));
    this.#origin = url.origin;
    return this.#input;
  }

  async *#readBody(input: SocketInput, head: Head, bytesMax: number): AsyncGenerator<Buffer, void> {
    let isWhole = false;
    let left = bytesMax;
    const startedAt = performance.now();
    input.deadline = startedAt + BODY_MS;
    const counted = (piece: Buffer): Buffer => {
      left -= piece.byteLength;
      input.deadline = startedAt + BODY_MS + ((bytesMax - left) / BYTES_A_SECOND_MIN) * 1000;
      if (left < 0) throw new BodyTooLarge('the body is too large');
      return piece;
    };
    try {
      const { length } = head;
      if (length === 'chunked') {
        for (;;) {
          const [size = ''] = (await input.readLine()).split(';');
          if (!CHUNK_SIZE.test(size.trim())) throw new GuardFailed('no_answer');
          const bytes = Number.parseInt(size, 16);
          if (bytes === 0) break;
          for (let rest = bytes; rest > 0; ) {
            const piece = await input.readSome(rest);
            rest -= piece.byteLength;
            yield counted(piece);
          }
          if ((await input.readLine()) !== '') throw new GuardFailed('no_answer');
        }
        while ((await input.readLine()) !== '') {}
      } else if (length === undefined) {
        for (let piece = await input.readToEnd(); piece !== undefined; piece = await input.readToEnd()) {
          yield counted(piece);
        }
      } else {
        if (length > bytesMax) throw new BodyTooLarge('the body is too large');
        for (let rest = length; rest > 0; ) {
          const piece = await input.readSome(rest);
          rest -= piece.byteLength;
          yield counted(piece);
        }
      }
      isWhole = true;
    } finally {
      if (!isWhole || !head.isReusable) this[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.#input?.close();
    this.#input = undefined;
  }
}

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Undefined: up to the end of the connection. */
  readonly length: number | 'chunked' | undefined;
  readonly isReusable: boolean;
}

async function readHead(input: SocketInput): Promise<Head> {
  for (;;) {
    const [, minor, code] = STATUS_LINE.exec(await input.readLine()) ?? [];
    if (code === undefined) throw new GuardFailed('no_answer');
    const headers = new Map<string, string>();
    let bytes = 0;
    for (let line = await input.readLine(); line !== ''; line = await input.readLine()) {
      bytes += line.length;
      if (bytes > HEAD_BYTES_MAX) throw new GuardFailed('no_answer');
      const colon = line.indexOf(':');
      if (colon < 1) throw new GuardFailed('no_answer');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    const status = Number(code);
    // 1xx responses are interim: the final one follows (RFC 9110, section 15.2).
    if (status < 200) continue;
    const length = lengthOf(status, headers);
    const isKept = minor === '1' && headers.get('connection')?.toLowerCase() !== 'close';
    return { status, headers, length, isReusable: isKept && length !== undefined };
  }
}

function lengthOf(status: number, headers: ReadonlyMap<string, string>): Head['length'] {
  if (status === 204 || status === 304) return 0;
  const coding = headers.get('transfer-encoding');
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked') throw new GuardFailed('no_answer');
    return 'chunked';
  }
  const length = headers.get('content-length');
  if (length === undefined) return undefined;
  if (!DIGITS.test(length)) throw new GuardFailed('no_answer');
  return Number(length);
}

/** What arrives on a socket, taken as it is needed: the socket pauses while nobody reads. */
class SocketInput {
  readonly #socket: Socket;
  #pieces: Buffer = Buffer.alloc(0);
  #isOver = false;
  #waiting: (() => void) | undefined;
  /** Deadline for waiting. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.pause();
    socket.on('data', (piece) => {
      const bytes = Buffer.from(piece);
      this.#pieces = this.#pieces.byteLength === 0 ? bytes : Buffer.concat([this.#pieces, bytes]);
      socket.pause();
      this.#wake();
    });
    for (const event of ['end', 'error', 'close'] as const) {
      socket.on(event, () => {
        this.#isOver = true;
        this.#wake();
      });
    }
  }

  get isUsable(): boolean {
    return !this.#isOver && this.#pieces.byteLength === 0;
  }

  write(text: string): void {
    if (!this.#isOver) this.#socket.write(text);
  }

  /** A line without its end. */
  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#pieces.indexOf('\n');
      if (end >= 0)
        return this.#take(end + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '');
      if (this.#pieces.byteLength > HEAD_BYTES_MAX) throw new GuardFailed('no_answer');
      await this.#more();
    }
  }

  /** The next bytes that have arrived, up to a maximum. */
  async readSome(bytesMax: number): Promise<Buffer> {
    while (this.#pieces.byteLength === 0) await this.#more();
    return this.#take(Math.min(bytesMax, this.#pieces.byteLength));
  }

  /** The next bytes of a body that the end of the connection ends; undefined at the end. */
  async readToEnd(): Promise<Buffer | undefined> {
    while (this.#pieces.byteLength === 0) {
      if (this.#isOver) return undefined;
      await this.#more();
    }
    return this.#take(this.#pieces.byteLength);
  }

  close(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #take(bytes: number): Buffer {
    const taken = this.#pieces.subarray(0, bytes);
    this.#pieces = this.#pieces.subarray(bytes);
    return taken;
  }

  async #more(): Promise<void> {
    if (this.#isOver) throw new GuardFailed('no_answer');
    const arrived = Promise.withResolvers<void>();
    this.#waiting = arrived.resolve;
    const left = Math.max(0, Math.min(IDLE_MS, this.deadline - performance.now()));
    const limit = setTimeout(() => arrived.reject(new GuardFailed('timed_out')), left);
    this.#socket.resume();
    try {
      await arrived.promise;
    } finally {
      clearTimeout(limit);
      this.#waiting = undefined;
    }
  }

  #wake(): void {
    this.#waiting?.();
  }
}
