// Removes many objects by one request (DeleteObjects).
import type { S3Client } from './client.ts';
import { readRemovalFailures, removalDocument } from './documents.ts';

/** Keys per request (the protocol allows 1,000), and the time that a server may take to remove them one by one. */
export const REMOVED_AT_ONCE = 500;
const REMOVE_MS = 60_000;

/** Removes objects by their keys, at most REMOVED_AT_ONCE. Returns those that could not be removed, by their full keys. */
export async function removeTogether(
  client: S3Client,
  keys: readonly string[],
): Promise<readonly { readonly key: string; readonly code: string }[]> {
  const document = Buffer.from(removalDocument(keys.map((key) => client.fullKey(key))));
  const answer = await client.send({
    method: 'POST',
    key: undefined,
    query: { delete: '' },
    // The protocol requires a checksum of this body.
    headers: { 'Content-MD5': Bun.MD5.hash(document, 'base64'), 'Content-Type': 'application/xml' },
    body: Uint8Array.from(document),
    answerMs: REMOVE_MS,
    patient: true,
  });
  return readRemovalFailures(Buffer.from(answer.bytes).toString()).filter(({ code }) => code !== 'NoSuchKey');
}
