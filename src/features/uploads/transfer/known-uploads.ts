// What of an upload never changes while it takes bytes, as this process last saw it: so that a part need not wait for its
// row before its first byte is taken. A help alone: whether the upload still takes parts is judged when a part is counted
// (parts.ts). Bounded: what was not asked for longest is forgotten.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Attachment } from '../common/present.ts';

const UPLOADS_KEPT = 4096;

/** Where the bytes of an upload go, and what they must be. */
export type UploadPlace = Pick<Attachment, 'id' | 'size' | 'mediaType' | 'originalKey' | 'partHandle'>;

interface KnownUpload {
  readonly place: UploadPlace;
  readonly ownerAccountId: string;
  /** It lives longer by every part, perhaps elsewhere: from then on its row is asked again. */
  readonly expiresAt: number;
}

export class KnownUploads {
  readonly #uploads = new BoundedCache<string, KnownUpload>(UPLOADS_KEPT);

  /** Takes note of a row as it was just read or written: one that takes no more bytes is forgotten. */
  note({ id, size, mediaType, originalKey, partHandle, ...row }: Attachment): void {
    const { status, ownerAccountId, expiresAt } = row;
    if (status !== 'reserved' || partHandle === null || expiresAt === null) this.#uploads.drop(id);
    else {
      const place = { id, size, mediaType, originalKey, partHandle };
      this.#uploads.keep(id, { place, ownerAccountId, expiresAt: expiresAt.getTime() }, 1);
    }
  }

  /** An upload of this owner that took bytes when it was last seen. */
  recall(id: string, ownerAccountId: string): UploadPlace | undefined {
    const known = this.#uploads.read(id);
    const isUsable = known?.ownerAccountId === ownerAccountId && known.expiresAt > databaseNow();
    return isUsable ? known.place : undefined;
  }
}
