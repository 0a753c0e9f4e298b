// One upload as a program or a page controls it: its phase, and start, pause, retry and cancel. Reports changes through
// `onChange`; knows nothing of a page.

import { type Attachment, type Part, UploadFailure } from './answers.ts';
import { SignedOut } from './attempts.ts';
import type { UploadRecord } from './memory.ts';
import type { UploadSource } from './source.ts';
import { Transfer, type TransferContext } from './transfer.ts';

/**
 * `waiting`: for the next attempt at `until`, because of `code`. `unfinished`: the file has to be chosen again.
 * `review`: a moderator decides. `rejected`: by the service, after it was sent. `failed`: before that.
 */
export type UploadPhase =
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'paused'
  | 'unfinished'
  | 'finishing'
  | 'examining'
  | 'ready'
  | 'review'
  | 'rejected'
  | 'failed'
  | 'cancelled';

const DONE: ReadonlySet<UploadPhase> = new Set(['ready', 'review', 'rejected', 'failed', 'cancelled']);
const PAUSABLE: ReadonlySet<UploadPhase> = new Set(['queued', 'sending', 'waiting']);
/** Failures that another attempt with the same file may mend. */
const REPEATABLE = new Set([
  ...['file_unreadable', 'internal_error', 'invalid_answer', 'storage_quota_exceeded', 'upload_state_conflict'],
]);

export interface UploadContext extends TransferContext {
  readonly onSignedOut: () => void;
  readonly onChange: (upload: Upload) => void;
}

/** A file, or the attachment of an earlier visit, whose file has to be chosen again if there is a record of it. */
export type UploadOrigin =
  | { readonly file: UploadSource; readonly fingerprint?: string | undefined }
  | { readonly attachment: Attachment; readonly record?: UploadRecord | undefined };

export class Upload {
  readonly fileName: string;
  readonly size: number;
  phase: UploadPhase;
  /** Why it waits, or why it failed. */
  code: string | undefined;
  readonly #context: UploadContext;
  readonly #transfer: Transfer;
  #run: AbortController | undefined;

  constructor(context: UploadContext, origin: UploadOrigin) {
    this.#context = context;
    const isNew = 'file' in origin;
    const { fileName, size } = isNew
      ? { fileName: origin.file.name, size: origin.file.size }
      : (origin.record ?? origin.attachment);
    this.fileName = fileName;
    this.size = size;
    this.phase = isNew ? 'queued' : 'unfinished';
    const fingerprint = isNew ? origin.fingerprint : origin.record?.fingerprint;
    this.#transfer = new Transfer(
      context,
      { ...origin, fileName, size, fingerprint },
      {
        onStep: (step) => {
          if (step !== 'sending' || this.phase !== 'sending') this.#report(step);
        },
        onWait: (code) => {
          this.code = code;
          // While other parts are still being sent, the upload is not waiting.
          if (this.#transfer.progress.moving.size === 0) this.#report('waiting');
        },
        onPart: () => context.onChange(this),
      },
    );
  }

  get attachment(): Attachment | undefined {
    return this.#transfer.attachment;
  }

  get fingerprint(): string | undefined {
    return this.#transfer.fingerprint;
  }

  /** Id of the attachment; undefined until the upload was announced. */
  get id(): string | undefined {
    return this.#transfer.id;
  }

  /** The file, if this program still has it. */
  get file(): UploadSource | undefined {
    return this.#transfer.file;
  }

  /** Bytes sent, including those on their way. */
  get sentBytes(): number {
    return this.attachment === undefined || this.attachment.status === 'reserved'
      ? Math.min(this.#transfer.progress.sentBytes, this.size)
      : this.size;
  }

  /** Bytes a second over the last few seconds. */
  get rate(): number {
    return this.#transfer.progress.rate;
  }

  /** Time of the next attempt, in milliseconds since the epoch. */
  get until(): number {
    return this.#transfer.attempts.until;
  }

  get isPausable(): boolean {
    return PAUSABLE.has(this.phase);
  }

  /** Whether nothing more happens by itself. */
  get isDone(): boolean {
    return DONE.has(this.phase);
  }

  /** Whether `retry` may end better. */
  get isRepeatable(): boolean {
    return this.phase === 'rejected'
      ? this.code === 'processing_failed'
      : this.phase === 'failed' && REPEATABLE.has(this.code ?? '');
  }

  /** Begins or resumes. */
  start(): void {
    if (this.#run !== undefined) return;
    const run = new AbortController();
    this.#run = run;
    this.#transfer.attempts.succeed();
    this.#report('queued');
    this.#transfer.run(run.signal).then(
      () => this.#end(run),
      (error: unknown) => this.#end(run, error),
    );
  }

  /** Stops sending. The service keeps what it holds until the announcement expires. */
  pause(): void {
    if (!this.isPausable) return;
    this.#run?.abort();
    this.#run = undefined;
    this.#rest('paused');
  }

  /** Ends it on this side in any phase. It can be continued as one of an earlier visit. */
  leave(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#rest('paused');
  }

  /** Tries again now instead of waiting. */
  hurry(): void {
    this.#transfer.attempts.hurry();
  }

  /** Resumes an unfinished upload with its file. */
  resumeWith(file: UploadSource): void {
    this.#transfer.replaceFile(file);
    this.start();
  }

  /** Sends it again, or has it examined again if it was sent completely. */
  async retry(): Promise<void> {
    if (this.phase !== 'rejected' || (await this.#transfer.examineAgain())) this.start();
  }

  /** Ends it on both sides. */
  async cancel(): Promise<void> {
    this.#run?.abort();
    this.#run = undefined;
    this.#rest('cancelled');
    this.#transfer.forget();
    await this.#transfer.cancel();
  }

  /** Continues an attachment of an earlier visit. False: nothing is left to continue. */
  recall(parts: readonly Part[]): boolean {
    const { attachment } = this;
    if (attachment === undefined || attachment.status === 'deleted') return false;
    if (attachment.status === 'reserved') {
      if (this.fingerprint === undefined) return false;
      for (const { partNumber, etag } of parts) this.#transfer.progress.held.set(partNumber, etag);
      this.#report('unfinished');
    } else if (attachment.status === 'scanning') this.start();
    else this.#settle(attachment);
    return true;
  }

  #end(run: AbortController, error?: unknown): void {
    // It was paused or cancelled, and perhaps started again.
    if (this.#run !== run) return;
    this.#run = undefined;
    if (error instanceof SignedOut) {
      this.#rest(this.#transfer.file === undefined ? 'unfinished' : 'paused');
      this.#context.onSignedOut();
    } else if (error !== undefined) this.#fail(error instanceof UploadFailure ? error.code : 'internal_error');
    else if (this.attachment !== undefined) this.#settle(this.attachment);
  }

  #fail(code: string): void {
    this.code = code;
    this.#rest('failed');
    if (this.isRepeatable) return;
    this.#transfer.forget();
    if (this.attachment !== undefined) void this.#transfer.cancel();
  }

  #settle({ status, failureCode }: Attachment): void {
    this.code = failureCode ?? undefined;
    this.#transfer.forget();
    this.#rest(status === 'ready' || status === 'review' ? status : status === 'deleted' ? 'cancelled' : 'rejected');
  }

  #report(phase: UploadPhase): void {
    this.phase = phase;
    this.#context.onChange(this);
  }

  #rest(phase: UploadPhase): void {
    this.#transfer.progress.stop();
    this.#transfer.attempts.until = 0;
    this.#report(phase);
  }
}
