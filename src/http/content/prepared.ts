// Documents of our own (pages, the interface description, files of installed packages) as `Content` values: bytes in
// memory with prepared br and gzip forms. Made once and reused; nothing is compressed while a request waits for a warm one.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { encodeBytes } from '../../platform/files/codings.ts';
import { blobRepresentation, type Content } from './bytes.ts';

/** 4 MB of script: level 9 takes about a second off the event loop, level 11 six for three per cent less. */
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
