// Cache of the immutable facts of uploads in progress, so that receiving a part can start before its row has been read.
// An optimisation only: whether the upload still accepts parts is checked when a part is counted (parts.ts). Bounded;
// the least recently used is dropped.
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Attachment } from '../common/present.ts';

const UPLOADS_KEPT = 4096;

/** Where the bytes of an upload go, and what they must be. */
export type UploadLocation = Pick<Attachment, 'id' | 'size' | 'mediaType' | 'originalKey' | 'partHandle'>;

interface KnownUpload {
  readonly location: UploadLocation;
  readonly ownerAccountId: string;
  /** Every part extends the expiry, possibly in another process; after this time the row is read again. */
  readonly expiresAt: number;
}

export class KnownUploads {
  readonly #uploads = new BoundedCache<string, KnownUpload>(UPLOADS_KEPT);

  /** Records a row that was just read or written. Drops one that accepts no more bytes. */
  note({ id, size, mediaType, originalKey, partHandle, ...row }: Attachment): void {
    const { status, ownerAccountId, expiresAt } = row;
    if (status !== 'reserved' || partHandle === null || expiresAt === null) this.#uploads.drop(id);
    else {
      const location = { id, size, mediaType, originalKey, partHandle };
      this.#uploads.store(id, { location, ownerAccountId, expiresAt: expiresAt.getTime() }, 1);
    }
  }

  /** An upload of this owner that accepted bytes when it was last seen. */
  recall(id: string, ownerAccountId: string): UploadLocation | undefined {
    const known = this.#uploads.read(id);
    const isUsable = known?.ownerAccountId === ownerAccountId && known.expiresAt > databaseNow();
    return isUsable ? known.location : undefined;
  }
}
