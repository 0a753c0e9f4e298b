// The uploads of one account: recognises a file that is already being uploaded, continues those of an earlier visit, and
// pauses all of them when the session ends.

import { requireAttachment, requirePolicy, UploadFailure, type UploadPolicy } from './answers.ts';
import { Attempts, SignedOut } from './attempts.ts';
import { openUploadMemory, type UploadRecord, type UploadStorage } from './memory.ts';
import { fingerprintOf, type UploadSource } from './source.ts';
import { attachmentPath, PARTS_AT_A_TIME } from './transfer.ts';
import type { Transport } from './transport.ts';
import { Upload, type UploadContext } from './upload.ts';
import { openSlots } from './waiting.ts';

export interface UploadQueueOptions {
  readonly transport: Transport;
  /** Keeps records of unfinished uploads, for example `localStorage`. */
  readonly storage: UploadStorage;
  /** Public uid of the account, so that accounts on one device do not mix. */
  readonly account: string;
  readonly onChange: (upload: Upload) => void;
  /** The session has ended. All uploads are paused; call `resume` after signing in. */
  readonly onSignedOut?: () => void;
}

export class UploadQueue {
  readonly policy: UploadPolicy;
  readonly #context: UploadContext;
  #uploads: readonly Upload[] = [];
  #interrupted: readonly Upload[] = [];

  constructor(policy: UploadPolicy, { transport, storage, account, onChange, onSignedOut }: UploadQueueOptions) {
    this.policy = policy;
    this.#context = {
      transport,
      policy,
      memory: openUploadMemory(storage, account),
      slots: openSlots(PARTS_AT_A_TIME),
      onChange,
      onSignedOut: () => {
        this.#interrupted = this.#uploads.filter(({ isPausable, phase }) => isPausable || phase === 'paused');
        for (const upload of this.#uploads) upload.pause();
        onSignedOut?.();
      },
    };
  }

  /** In the order in which they were added. */
  get uploads(): readonly Upload[] {
    return this.#uploads;
  }

  /** Starts the upload of a file, or continues the one that already has this file. */
  async add(file: UploadSource): Promise<Upload> {
    const fingerprint = await fingerprintOf(file).catch(() => undefined);
    const known = this.#uploads.find(
      (upload) => fingerprint !== undefined && upload.fingerprint === fingerprint && !upload.isDone,
    );
    if (known?.phase === 'unfinished') known.resumeWith(file);
    else if (known?.phase === 'paused') known.start();
    if (known !== undefined) return known;
    const upload = new Upload(this.#context, { file, fingerprint });
    this.#uploads = [...this.#uploads, upload];
    upload.start();
    return upload;
  }

  /**
   * Continues uploads of an earlier visit: those with these attachment ids, or all that this device knows. Leaves out those
   * that the service does not have any more.
   */
  async recall(ids?: readonly string[]): Promise<readonly Upload[]> {
    const records = this.#context.memory.list();
    const recalled = await Promise.all(
      (ids ?? records.map(({ id }) => id)).map((id) =>
        this.#recallOne(
          id,
          records.find((record) => record.id === id),
        ),
      ),
    );
    const found = recalled.filter((upload) => upload !== undefined);
    this.#uploads = [...this.#uploads, ...found];
    return found;
  }

  async #recallOne(id: string, record: UploadRecord | undefined): Promise<Upload | undefined> {
    const { transport, memory, onSignedOut } = this.#context;
    const { signal } = new AbortController();
    const attempts = new Attempts(() => undefined);
    try {
      const answer = await attempts.persist(signal, () => transport.call('GET', attachmentPath(id), { signal }));
      const { attachment, parts = [] } = requireAttachment(answer);
      const upload = new Upload(this.#context, { attachment, record });
      if (upload.recall(parts)) return upload;
    } catch (error) {
      if (error instanceof SignedOut) {
        onSignedOut();
        return undefined;
      }
      if (!(error instanceof UploadFailure)) throw error;
    }
    if (record !== undefined) memory.forget(record.fingerprint);
    return undefined;
  }

  /** Removes an upload from the list; one that is not done is cancelled. */
  async remove(upload: Upload): Promise<void> {
    this.#uploads = this.#uploads.filter((other) => other !== upload);
    if (!upload.isDone) await upload.cancel();
  }

  /** Continues what the end of the session interrupted. */
  resume(): void {
    for (const upload of this.#interrupted) if (upload.phase === 'paused') upload.start();
    this.#interrupted = [];
  }

  /** Ends all waits, for example when the connection is back. */
  hurry(): void {
    for (const upload of this.#uploads) upload.hurry();
  }
}

/** Reads the policy of the service and opens the queue. Throws `UploadFailure`. */
export async function openUploadQueue(options: UploadQueueOptions): Promise<UploadQueue> {
  return new UploadQueue(
    requirePolicy(await options.transport.call('GET', '/api/v1/community/uploads/policy')),
    options,
  );
}
