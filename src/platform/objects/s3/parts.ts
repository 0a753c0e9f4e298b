// Uploads of users on S3, as numbered parts of a multipart upload. A part is first received into a local file while its
// digest is computed. So a slow client does not occupy a connection to the store, the store can verify the digest, and
// sending the part can be retried. The store keeps the last copy that it received of each part.
import { SingleFlight } from '../../../kernel/bounded-cache.ts';
import { errorCode } from '../../files/durable.ts';
import type { CacheFolder } from '../cache/folder.ts';
import { type LocalObject, type ObjectParts, ObjectsUnavailable, PartDamaged, SourceLength } from '../objects.ts';
import type { S3Client } from './client.ts';
import { isMissing } from './missing.ts';
import { abortUpload, beginUpload, completeUpload, listUploads, uploadPart } from './upload.ts';

/** An upload without completion for this long was abandoned. Uploads of users expire after a day. */
const ABANDONED_MS = 7 * 24 * 60 * 60 * 1000;

export interface S3PartsOptions {
  readonly client: S3Client;
  /** The cache folder in which parts are received. */
  readonly openCache: () => CacheFolder;
  readonly local: (key: string) => Promise<(LocalObject & { readonly sha256: string }) | undefined>;
}

export interface S3Parts extends Omit<ObjectParts, 'sweep'> {
  sweep(dryRun: boolean): Promise<number>;
}

export function openS3Parts({ client, openCache, local }: S3PartsOptions): S3Parts {
  const finishing = new SingleFlight<string, { readonly sha256: string; readonly bytes: number }>();

  async function sizeOf(key: string): Promise<number | undefined> {
    const answer = await client.send({ method: 'HEAD', key, accept: [404] });
    return isMissing(answer) ? undefined : Number(answer.headers.get('content-length'));
  }

  return {
    overwrites: true,
    begin: (key) => beginUpload(client, key),

    write: async ({ key, handle }, partNumber, source, bytes) => {
      const staged = openCache().stage();
      try {
        for await (const piece of source) {
          if (staged.bytes + piece.byteLength > bytes) throw new SourceLength(`More than ${bytes} bytes`);
          writeGuarded(() => staged.write(piece));
        }
        if (staged.bytes < bytes) throw new SourceLength(`${staged.bytes} of ${bytes} bytes`);
        const sha256 = staged.seal();
        const body = Bun.file(staged.path);
        const part = { key, uploadId: handle, number: partNumber, body, sha256, patient: false };
        const etag = await uploadPart(client, part);
        return { token: `${partNumber}.${etag}`, bytes, etag };
      } finally {
        staged.discard();
      }
    },

    finish: ({ key, handle }, parts) =>
      finishing.run(key, async () => {
        const bytes = parts.reduce((total, part) => total + part.bytes, 0);
        if ((await sizeOf(key)) !== bytes) {
          const numbered = parts.map(({ token, etag }) => ({ number: numberOf(token), etag }));
          const outcome = await completeUpload(client, key, handle, numbered);
          if (typeof outcome === 'number') throw new PartDamaged(outcome);
          // The upload is gone: either a process completed it and died before recording that, or it was lost.
          if (outcome === 'gone' && (await sizeOf(key)) !== bytes) throw new PartDamaged(numbered[0]?.number ?? 1);
        }
        // Reads the object back once. This computes its digest while filling the cache, from which the next reader is
        // served.
        const copy = await local(key);
        if (copy === undefined) throw new ObjectsUnavailable('The object that was just joined is gone');
        return { sha256: copy.sha256, bytes: copy.bytes };
      }),

    // The store has only the newest copy of each part.
    secure: async () => {},
    drop: async () => undefined,

    abort: ({ key, handle }) => abortUpload(client, key, handle),

    sweep: async (dryRun) => {
      let swept = 0;
      for await (const { key, uploadId, initiatedAt } of listUploads(client)) {
        if (Date.now() + client.clockOffsetMs - initiatedAt < ABANDONED_MS) continue;
        if (!dryRun) await abortUpload(client, key, uploadId);
        swept += 1;
      }
      return swept;
    },
  };
}

const numberOf = (token: string): number => Number(token.split('.')[0]);

/** A full folder counts as an unavailable store. */
function writeGuarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new ObjectsUnavailable('The cache folder cannot be used', { cause: error });
  }
}
