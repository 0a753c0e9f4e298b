// A backup target below a prefix of an S3-compatible store. Files larger than a part are sent as multipart uploads, each part
// with a digest that the store verifies; they are read in ranges, so that a slow reader holds one range in memory.
import type { S3Config } from '../../platform/config/objects.ts';
import type { FileSink } from '../../platform/files/copy.ts';
import { ObjectsUnavailable } from '../../platform/objects/objects.ts';
import { openS3Client } from '../../platform/objects/s3/client.ts';
import { readListPage } from '../../platform/objects/s3/documents.ts';
import { isMissing } from '../../platform/objects/s3/missing.ts';
import { REMOVED_AT_ONCE, removeTogether } from '../../platform/objects/s3/removal.ts';
import {
  abortUpload,
  beginUpload,
  completeUpload,
  listUploads,
  type NumberedPart,
  uploadPart,
} from '../../platform/objects/s3/upload.ts';
import { isBackupPath } from './layout.ts';
import { type BackupTarget, FileMissing, guardTarget, TargetAway, TargetFull } from './target.ts';

const FIRST_PART_BYTES = 8 * 1024 * 1024;
/** The protocol allows 10,000 parts: their size doubles with each thousand. */
const PARTS_OF_A_SIZE = 1000;
const LARGEST_PART_BYTES = 256 * 1024 * 1024;
const RANGE_BYTES = 8 * 1024 * 1024;

/** Error codes of stores that have no room. */
const FULL = /\b507\b|QuotaExceeded|StorageFull|InsufficientStorage/;

export const openS3Target = (s3: S3Config): BackupTarget =>
  guardTarget(openStore(s3), (error) => {
    if (!(error instanceof ObjectsUnavailable)) return error;
    const message = `${s3.endpoint}/${s3.bucket}: ${error.message}`;
    return FULL.test(error.message)
      ? new TargetFull(message, { cause: error })
      : new TargetAway(message, { cause: error });
  });

function openStore(s3: S3Config): BackupTarget {
  const client = openS3Client(s3);

  async function* pages(prefix: string, delimiter: boolean) {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: client.fullKey(prefix),
        ...(delimiter && { delimiter: '/' }),
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const answer = await client.send({ method: 'GET', key: undefined, query, patient: true });
      const page = readListPage(Buffer.from(answer.bytes).toString());
      yield page;
      token = page.next;
    } while (token !== undefined);
  }

  return {
    place: client.place,
    requireThere: async () => {
      for await (const _ of pages('', true)) return;
    },
    folders: async () => {
      const names: string[] = [];
      for await (const page of pages('', true)) {
        for (const folder of page.folders) names.push(client.ownKey(folder).replace(/\/$/, ''));
      }
      return names;
    },
    list: async function* (folder) {
      for await (const page of pages(`${folder}/`, false)) {
        for (const { key, bytes } of page.objects) yield { path: client.ownKey(key), bytes };
      }
    },
    read: async (path) => {
      const answer = await client.send({ method: 'GET', key: path, accept: [404], patient: true });
      return isMissing(answer) ? undefined : answer.bytes;
    },
    stream: async function* (path) {
      for (let start = 0; ; start += RANGE_BYTES) {
        const headers = { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` };
        const answer = await client.send({ method: 'GET', key: path, headers, accept: [404, 416], patient: true });
        if (isMissing(answer)) throw new FileMissing(path);
        // The range begins at the end of the file.
        if (answer.status === 416) return;
        yield answer.bytes;
        const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
        // A store that ignores ranges sends all at once.
        if (answer.status !== 206 || Number.isNaN(total) || start + answer.bytes.byteLength >= total) return;
        if (answer.bytes.byteLength !== RANGE_BYTES) {
          throw new ObjectsUnavailable('The object store sent a range of another length');
        }
      }
    },
    open: async (path) => openUpload(path),
    localPath: () => undefined,
    flush: async () => undefined,
    remove: async (paths) => {
      for (let at = 0; at < paths.length; at += REMOVED_AT_ONCE) {
        await removeMany(paths.slice(at, at + REMOVED_AT_ONCE));
      }
    },
    sweep: async () => {
      // The prefix may be empty in a bucket that others use too.
      for await (const { key, uploadId } of listUploads(client)) {
        if (isBackupPath(key)) await abortUpload(client, key, uploadId);
      }
    },
    close: () => client.close(),
  };

  async function removeMany(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const [failure] = await removeTogether(client, paths);
    if (failure !== undefined) {
      throw new ObjectsUnavailable(`The object store could not remove ${failure.key} (${failure.code})`);
    }
  }

  function openUpload(path: string): FileSink {
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    let uploadId: string | undefined;
    const parts: NumberedPart[] = [];
    const partBytes = (): number =>
      Math.min(FIRST_PART_BYTES * 2 ** Math.floor(parts.length / PARTS_OF_A_SIZE), LARGEST_PART_BYTES);
    const take = (): Uint8Array<ArrayBuffer> => {
      const body = Buffer.concat(held);
      held = [];
      heldBytes = 0;
      return body;
    };
    const sendPart = async (): Promise<void> => {
      uploadId ??= await beginUpload(client, path);
      const body = take();
      const number = parts.length + 1;
      const sha256 = Bun.SHA256.hash(body, 'hex');
      parts.push({
        number,
        etag: await uploadPart(client, { key: path, uploadId, number, body, sha256, patient: true }),
      });
    };
    return {
      write: async (piece) => {
        // Copied, since the owner may use the memory of the piece again.
        held.push(Uint8Array.from(piece));
        heldBytes += piece.byteLength;
        if (heldBytes >= partBytes()) await sendPart();
      },
      finish: async () => {
        if (uploadId === undefined) {
          const body = take();
          await client.send({ method: 'PUT', key: path, body, sha256: Bun.SHA256.hash(body, 'hex'), patient: true });
          return;
        }
        if (heldBytes > 0) await sendPart();
        const damaged = await completeUpload(client, path, uploadId, parts);
        if (damaged !== undefined) throw new ObjectsUnavailable('The object store lost a part of a large file');
        uploadId = undefined;
      },
      discard: async () => {
        held = [];
        if (uploadId !== undefined) await abortUpload(client, path, uploadId).catch(() => undefined);
      },
    };
  }
}
