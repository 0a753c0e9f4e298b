// What handlers return. A JSON route returns its status and body as values, checked against the contract by the compiler, and
// the dispatcher makes the bytes. Only answers that the contract declares as bytes (`mediaType`, `prepared`) are a `Response`.

/** How long and by whom an answer may be cached. */
export type CacheClass = 'pinned' | 'pinned-computed' | 'current' | 'game-client' | 'no-store';

/** JSON text of a value that was serialised before, for example a cached page. */
export class JsonText<Body> {
  /** For the compiler alone; no object has it. */
  declare readonly body: Body;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  static of<Body>(body: Body): JsonText<Body> {
    return new JsonText(Buffer.from(JSON.stringify(body)));
  }
}

export interface AnswerOptions {
  /** Default: `no-store`. */
  readonly cache?: CacheClass;
  readonly headers?: Readonly<Record<string, string>>;
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

type Answer = JsonAnswer | EmptyAnswer;

/** What a handler returns: values, or a response whose bytes were prepared. */
export type Reply = Answer | Response;
