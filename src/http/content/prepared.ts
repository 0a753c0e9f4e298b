// Static documents of the service (pages, the interface description, files of installed packages) as `Content`: bytes
// in memory with precomputed br and gzip forms. They are built once, so warm requests never wait for compression.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { encodeBytes } from '../../platform/files/codings.ts';
import { blobRepresentation, type Content } from './bytes.ts';

/**
 * For 4 MB of script, level 9 takes about a second outside the event loop; level 11 takes six and saves three per cent.
 */
const BROTLI_QUALITY = 9;

/**
 * Prepares bytes for `answerContent`, with an entity tag per coding.
 *
 * @param headers of every answer with this content; Vary is added
 */
export async function prepareContent(bytes: Uint8Array<ArrayBuffer>, headers: Headers): Promise<Content> {
  const digest = sha256Hex(bytes);
  headers.set('vary', 'Accept-Encoding');
  const identity = blobRepresentation(new Blob([bytes]), `"${digest}"`);
  const { br, gzip } = await encodeBytes(bytes, BROTLI_QUALITY);
  const represent = (coded: Uint8Array<ArrayBuffer> | undefined, suffix: string) =>
    coded && blobRepresentation(new Blob([coded]), `"${digest}-${suffix}"`);
  return { identity, br: represent(br, 'br'), gzip: represent(gzip, 'gz'), headers, ranges: false };
}
