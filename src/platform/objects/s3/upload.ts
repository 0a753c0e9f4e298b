// The calls of an S3 multipart upload: begin, one part, complete, abort, list. Used for large content (content.ts) and
// uploads of users (parts.ts).
import { ObjectsUnavailable } from '../objects.ts';
import type { S3Client } from './client.ts';
import {
  completionDocument,
  type OpenUpload,
  readPartsPage,
  readUploadsPage,
  textOf,
  trimQuotes,
} from './documents.ts';

/** Servers may take long to assemble an object. */
const COMPLETE_MS = 120_000;

export interface NumberedPart {
  readonly number: number;
  readonly etag: string;
}

/** Starts an upload and returns its id. */
export async function beginUpload(client: S3Client, key: string): Promise<string> {
  const answer = await client.send({ method: 'POST', key, query: { uploads: '' } });
  const uploadId = textOf(Buffer.from(answer.bytes).toString(), 'UploadId');
  if (uploadId === undefined) throw new ObjectsUnavailable('The object store gave no upload id');
  return uploadId;
}

/** Sends one part and returns its etag without quotes. */
export async function uploadPart(
  client: S3Client,
  part: {
    readonly key: string;
    readonly uploadId: string;
    readonly number: number;
    readonly body: Uint8Array<ArrayBuffer> | Blob;
    readonly sha256: string;
    /** True for bulk work; false when a person is waiting. */
    readonly patient: boolean;
  },
): Promise<string> {
  const { key, uploadId, number, body, sha256, patient } = part;
  const query = { partNumber: String(number), uploadId };
  const answer = await client.send({ method: 'PUT', key, query, body, sha256, patient });
  return trimQuotes(answer.headers.get('etag') ?? '');
}

/**
 * Assembles the object from its parts. Returns undefined on success, `gone` when the upload does not exist (any more),
 * or the number of a part that differs from what was sent.
 */
export async function completeUpload(
  client: S3Client,
  key: string,
  uploadId: string,
  parts: readonly NumberedPart[],
): Promise<number | 'gone' | undefined> {
  const answer = await client.send({
    method: 'POST',
    key,
    query: { uploadId },
    body: Uint8Array.from(Buffer.from(completionDocument(parts))),
    headers: { 'Content-Type': 'application/xml' },
    accept: [400, 404],
    answerMs: COMPLETE_MS,
  });
  // The response may be a 200 with an error inside, because servers start it before the work is done.
  const code = answer.code === '' ? textOf(Buffer.from(answer.bytes).toString(), 'Code') : answer.code;
  if (code === undefined) return undefined;
  if (code === 'NoSuchUpload' || answer.status === 404) return 'gone';
  const stored = await listParts(client, key, uploadId);
  if (stored === undefined) return 'gone';
  const wrong = parts.find(({ number, etag }) => stored.get(number) !== etag);
  if (wrong !== undefined) return wrong.number;
  throw new ObjectsUnavailable(`The object store cannot join the parts (${code})`);
}

/** Part number → etag; undefined when the upload does not exist. */
async function listParts(
  client: S3Client,
  key: string,
  uploadId: string,
): Promise<ReadonlyMap<number, string> | undefined> {
  const found = new Map<number, string>();
  for (let marker: string | undefined = '0'; marker !== undefined; ) {
    const query = { uploadId, 'part-number-marker': marker };
    const answer = await client.send({ method: 'GET', key, query, accept: [404] });
    if (answer.status === 404) return undefined;
    const page = readPartsPage(Buffer.from(answer.bytes).toString());
    for (const [number, etag] of page.etags) found.set(number, etag);
    marker = page.next;
  }
  return found;
}

/** Aborts an upload and removes its parts. A missing upload is ignored. */
export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId }, accept: [404] });
}

/** Every unfinished upload below our prefix. */
export async function* listUploads(client: S3Client): AsyncIterable<OpenUpload> {
  let markers: Readonly<Record<string, string>> = {};
  for (;;) {
    const query = { uploads: '', prefix: client.fullKey(''), 'encoding-type': 'url', ...markers };
    const answer = await client.send({ method: 'GET', key: undefined, query });
    const page = readUploadsPage(Buffer.from(answer.bytes).toString());
    for (const upload of page.uploads) yield { ...upload, key: client.ownKey(upload.key) };
    if (page.next === undefined) return;
    markers = { 'key-marker': page.next.key, 'upload-id-marker': page.next.uploadId };
  }
}
