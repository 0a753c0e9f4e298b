// Joins the uploads with the files of the store. Loaded by the media tray when it comes alive.
import {
  fetchTransport,
  openUploadQueue,
  type Upload,
  type UploadQueue,
  type UploadStorage,
} from '../../../../../packages/client/src/uploads.ts';
import { basePath } from '../../../client/page.ts';
import type { DraftFile } from '../common/content.ts';
import { type ComposeFile, type ComposeStore, LIMITS, moveFile } from '../common/store.ts';

export interface UploaderOptions {
  readonly store: ComposeStore;
  readonly storage: UploadStorage;
  readonly account: string;
  readonly onSignedOut: () => void;
  /** A file came to its end: ready, or refused. */
  readonly onEnd: (file: ComposeFile) => void;
}

export interface Uploader {
  readonly queue: UploadQueue;
  /** Adds chosen files. False: more than a post may have. */
  add(files: readonly File[]): Promise<boolean>;
  /** Continues the files of a draft or of the post that is edited; those that are gone are left out. */
  recall(files: readonly DraftFile[]): Promise<void>;
  toggle(key: string): void;
  retry(key: string): void;
  remove(key: string): void;
  move(key: string, by: -1 | 1): void;
  describe(key: string, alt: string): void;
  /** Continues after signing in again. */
  resume(): void;
  close(): void;
}

const TICK_MS = 500;

/** Reads what may be uploaded, and opens the uploads of an account. Throws when the service does not answer. */
export async function openUploader({
  store,
  storage,
  account,
  onSignedOut,
  onEnd,
}: UploaderOptions): Promise<Uploader> {
  const keys = new Map<string, Upload>();
  const pictures = new Map<Upload, string>();
  let count = 0;
  const keyOf = (upload: Upload): string | undefined => [...keys].find(([, other]) => other === upload)?.[0];
  const update = (key: string, change: (file: ComposeFile) => ComposeFile): void => {
    store.files.value = store.files.value.map((file) => (file.key === key ? change(file) : file));
  };
  const refresh = (upload: Upload): void => {
    const key = keyOf(upload);
    if (key === undefined) return;
    const before = store.files.value.find((file) => file.key === key);
    update(key, (file) => ({ ...file, ...viewOf(upload, pictures.get(upload)) }));
    if (upload.isDone && before !== undefined && before.phase !== upload.phase) {
      const file = store.files.value.find((other) => other.key === key);
      if (file !== undefined) onEnd(file);
    }
  };
  const queue = await openUploadQueue({
    transport: fetchTransport({ origin: basePath() }),
    storage,
    account,
    onChange: refresh,
    onSignedOut,
  });
  const append = (upload: Upload, alt: string): void => {
    if (keyOf(upload) !== undefined) return;
    count += 1;
    const key = `file-${count}`;
    keys.set(key, upload);
    const picture = pictureOf(upload);
    if (picture !== undefined) pictures.set(upload, picture);
    store.files.value = [
      ...store.files.value,
      { key, fileName: upload.fileName, size: upload.size, alt, ...viewOf(upload, picture) },
    ];
  };
  // Rates and waits change without an event.
  const timer = setInterval(() => {
    for (const upload of keys.values()) if (upload.phase === 'sending' || upload.phase === 'waiting') refresh(upload);
  }, TICK_MS);
  const hurry = (): void => queue.hurry();
  addEventListener('online', hurry);

  return {
    queue,
    add: async (files) => {
      const free = LIMITS.files - store.files.value.length;
      // One that is chosen again takes no new place.
      for (const file of files.slice(0, LIMITS.files)) {
        if (store.files.value.length >= LIMITS.files && free <= 0 && !isKnown(store, file)) return false;
        const upload = await queue.add(file);
        append(upload, '');
        refresh(upload);
      }
      return files.length <= LIMITS.files;
    },
    recall: async (files) => {
      const found = await queue.recall(files.map(({ id }) => id));
      // Another draft was opened meanwhile.
      if (store.recalled.value !== files) return;
      for (const { id, alt } of files) {
        const upload = found.find((candidate) => candidate.id === id);
        if (upload !== undefined) append(upload, upload.attachment?.alt ?? alt);
      }
      store.recalled.value = [];
    },
    toggle: (key) => {
      const upload = keys.get(key);
      if (upload === undefined) return;
      if (upload.isPausable) upload.pause();
      else upload.start();
    },
    retry: (key) => void keys.get(key)?.retry(),
    remove: (key) => {
      const upload = keys.get(key);
      keys.delete(key);
      store.files.value = store.files.value.filter((file) => file.key !== key);
      if (upload === undefined) return;
      const picture = pictures.get(upload);
      if (picture !== undefined) URL.revokeObjectURL(picture);
      void queue.remove(upload);
    },
    move: (key, by) => {
      store.files.value = moveFile(store.files.value, key, by);
    },
    describe: (key, alt) => update(key, (file) => ({ ...file, alt })),
    resume: () => queue.resume(),
    close: () => {
      clearInterval(timer);
      removeEventListener('online', hurry);
      for (const picture of pictures.values()) URL.revokeObjectURL(picture);
    },
  };
}

const isKnown = (store: ComposeStore, file: File): boolean =>
  store.files.value.some(
    ({ fileName, size, phase }) => fileName === file.name && size === file.size && phase === 'unfinished',
  );

const viewOf = (upload: Upload, picture: string | undefined) => ({
  id: upload.id,
  phase: upload.phase,
  sentBytes: upload.sentBytes,
  rate: upload.rate,
  examined: upload.attachment?.processing?.progress ?? 0,
  code: upload.code,
  until: upload.until,
  isPausable: upload.isPausable,
  isRepeatable: upload.isRepeatable,
  // Drawn from the file itself until the service has made its own; a file that was refused may not be a picture.
  picture:
    upload.attachment?.thumbnailUrl ??
    upload.attachment?.posterUrl ??
    (upload.phase === 'failed' || upload.phase === 'rejected' ? undefined : picture),
});

const SHOWN = /^image\/(?:jpeg|png|webp|gif)$/;

/** An address of the chosen file itself, if the browser can show it. */
const pictureOf = ({ file }: Upload): string | undefined =>
  file instanceof File && SHOWN.test(file.type) ? URL.createObjectURL(file) : undefined;
