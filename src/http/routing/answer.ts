// What handlers return. A JSON route returns its status and body as values, checked against the contract by the compiler, and
// the dispatcher makes the bytes. Only what is bytes already is a `Response` (`AnswerOf`).

/** How long and by whom an answer may be cached. */
export type CacheClass = 'pinned' | 'pinned-computed' | 'current' | 'game-client' | 'no-store';

/** Values of bytes that were read; undefined until they are read for the second time. */
const values = new WeakMap<Uint8Array, unknown>();
const utf8 = new TextDecoder();

/** JSON text of a value that was serialised before, for example a cached page. */
export class JsonText<Body> {
  /** For the compiler alone; no object has it. */
  declare readonly body: Body;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  /**
   * The value, for callers in this process. From the second time that the same bytes are read, it is frozen and the same object
   * each time, so that whoever makes something from it can tell at once that it is unchanged.
   */
  read(): unknown {
    const known = values.get(this.bytes);
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(utf8.decode(this.bytes));
    values.set(this.bytes, values.has(this.bytes) ? freeze(value) : undefined);
    return value;
  }
}

/** Freezes a value with all that is in it. */
function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

interface AnswerOptions {
  /** Default: `no-store`. */
  readonly cache?: CacheClass;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /**
   * Sends a large body chunked, without Content-Length, which uses a fifth of the CPU time
   * (docs/decisions/content-length.md). Not for routes whose GET and HEAD must have identical headers.
   */
  readonly chunksLarge?: true;
}

/** A status with a JSON body. */
export interface JsonAnswer<Status extends number = number, Body = unknown> extends AnswerOptions {
  readonly status: Status;
  readonly body: Body | JsonText<Body>;
}

/** A status without a body, such as 204, or a redirect with its `location`. */
export interface EmptyAnswer<Status extends number = number> extends Omit<AnswerOptions, 'chunksLarge'> {
  readonly status: Status;
  readonly body?: undefined;
}

/** Status 200 with a JSON body, whose type is that of the contract. */
export const json = <Body>(body: NoInfer<Body> | JsonText<Body>): JsonAnswer<200, Body> => ({ status: 200, body });

type Answer = JsonAnswer | EmptyAnswer;

/** What a handler returns: values, or a response whose bytes were prepared. */
export type Reply = Answer | Response;
