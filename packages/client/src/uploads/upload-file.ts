// Uploads one file from start to end, for programs that do not show a list of uploads.

import { UploadFailure } from './answers.ts';
import { type UploadStorage, volatileStorage } from './memory.ts';
import { openUploadQueue } from './queue.ts';
import type { UploadSource } from './source.ts';
import { fetchTransport } from './transport.ts';
import type { Upload, UploadPhase } from './upload.ts';

/** The part of a connected service that uploads need; `connect()` answers it. */
export interface UploadTarget {
  readonly url: string;
  /** Headers that identify the account. */
  authorization(): Promise<Readonly<Record<string, string>>>;
}

/** How far an upload is. */
export interface UploadProgress {
  readonly phase: UploadPhase;
  readonly sentBytes: number;
  readonly size: number;
  /** Bytes a second over the last few seconds. */
  readonly rate: number;
}

/** Options of `uploadFile`. */
export interface UploadFileOptions {
  /** Aborting ends the upload: if `storage` is given, it can be continued later; otherwise it is cancelled. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Remembers unfinished uploads, so that the same file continues where it stopped: `localStorage`, or one of your own. */
  readonly storage?: UploadStorage;
  /** Keeps accounts apart that share a storage. */
  readonly account?: string;
}

/** An attachment that the service has examined. */
export type FinishedAttachment = NonNullable<Upload['attachment']>;

const SIGNED_OUT = 'authentication_required';

/**
 * Sends a file and waits until the service has examined it: `ready`, or `review` when a moderator decides. Rejects with
 * `UploadFailure`, whose `code` says why.
 */
export async function uploadFile(
  target: UploadTarget,
  file: UploadSource,
  { signal, onProgress, storage, account = '' }: UploadFileOptions = {},
): Promise<FinishedAttachment> {
  signal?.throwIfAborted();
  const transport = fetchTransport({ origin: target.url, headers: await target.authorization() });
  let settle = (_: Upload): void => undefined;
  let signOut = (): void => undefined;
  const queue = await openUploadQueue({
    transport,
    storage: storage ?? volatileStorage(),
    account,
    onChange: (upload) => {
      const { phase, sentBytes, size, rate } = upload;
      onProgress?.({ phase, sentBytes, size, rate });
      settle(upload);
    },
    onSignedOut: () => signOut(),
  });
  const upload = await queue.add(file);
  let stop = (): void => undefined;
  try {
    return await new Promise<FinishedAttachment>((resolve, reject) => {
      settle = ({ isDone, phase, attachment, code }) => {
        if (!isDone) return;
        if ((phase === 'ready' || phase === 'review') && attachment !== undefined) resolve(attachment);
        else reject(new UploadFailure(code ?? phase));
      };
      signOut = () => reject(new UploadFailure(SIGNED_OUT));
      stop = () => {
        reject(signal?.reason);
        if (storage === undefined) upload.cancel().catch(() => undefined);
        else upload.leave();
      };
      settle(upload);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
