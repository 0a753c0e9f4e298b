// The error of every call that did not succeed.
import type { RefusalCode } from '../generated/operations.ts';

/** Codes of the client itself, with status 0. */
type ClientCode = 'no_connection' | 'timeout' | 'invalid_answer';

/** Code of a refusal. Later versions of the service may have more. */
export type ErrorCode = RefusalCode | ClientCode | (string & {});

interface FailureFacts {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly cause?: unknown;
}

/** A call that did not succeed. Calls that the caller aborts reject with the reason of the signal instead. */
export class LivehouseError extends Error {
  override readonly name = 'LivehouseError';
  /** HTTP status; 0: no answer, or none that could be read. */
  readonly status: number;
  /** Stable code of the refusal. `no_connection`, `timeout` and `invalid_answer` are codes of the client. */
  readonly code: ErrorCode;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, if it does. */
  readonly retryAfterMs: number | undefined;
  /** Headers of the answer, for example `RateLimit` and `Restriction-Expires`. */
  readonly headers: Headers | undefined;

  constructor({ status, code, message, requestId, retryAfterMs, headers, cause }: FailureFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.headers = headers;
  }
}
