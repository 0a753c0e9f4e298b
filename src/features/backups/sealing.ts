// Encrypts files of rows with AES-256-GCM, in segments, so that a file of any size is written and read with bounded memory.
//
//   file     = "LHBK1\n", 32 random bytes (salt), segments
//   segment  = up to 256 KiB of ciphertext, 16 bytes of authentication tag
//
// The key of a file is derived with HKDF-SHA256 from BACKUP_KEY, the salt, and the name of the backup and the file. So a file
// under another name, or of another backup, does not open. The nonce of a segment is its number and a byte that is 1 for the last one, so
// segments cannot be exchanged, repeated or cut off.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FileSink } from '../../platform/files/copy.ts';

const MAGIC = Buffer.from('LHBK1\n');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const SEGMENT_BYTES = 256 * 1024;
const HEAD_BYTES = MAGIC.byteLength + SALT_BYTES;
const CIPHER = 'aes-256-gcm';

/** The bytes are not what was encrypted with this key under this name. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const fileKey = (key: Uint8Array, salt: Uint8Array, name: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, `livehouse backup ${name}`, 32));

function nonceOf(segment: number, isLast: boolean): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(segment, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** A fingerprint of a key: equal for equal keys, and useless for anything else. */
export const keyMark = (key: Uint8Array): string =>
  createHmac('sha256', key).update('livehouse backup mark').digest('base64url').slice(0, 16);

/** Authenticates a manifest by the key. */
export const sealMac = (key: Uint8Array, digest: string): string =>
  createHmac('sha256', key).update(`livehouse backup manifest ${digest}`).digest('base64url');

/** A sink whose bytes reach `sink` encrypted. */
export function sealSink(sink: FileSink, key: Uint8Array, name: string): FileSink {
  const salt = randomBytes(SALT_BYTES);
  const secret = fileKey(key, salt, name);
  const segments = new Segments(SEGMENT_BYTES);
  let number = 0;
  let hasBegun = false;
  const send = async (plain: Uint8Array, isLast: boolean): Promise<void> => {
    if (!hasBegun) await sink.write(Buffer.concat([MAGIC, salt]));
    hasBegun = true;
    const cipher = createCipheriv(CIPHER, secret, nonceOf(number, isLast));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    await sink.write(Buffer.concat([sealed, cipher.getAuthTag()]));
    number += 1;
  };
  return {
    write: async (piece) => {
      for (const segment of segments.add(piece)) await send(segment, false);
    },
    finish: async () => {
      await send(segments.rest(), true);
      await sink.finish();
    },
    discard: () => sink.discard(),
  };
}

/** The plain bytes of an encrypted file. Throws SealBroken as soon as a segment is not what was written. */
export async function* openSealedStream(
  pieces: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  name: string,
): AsyncGenerator<Uint8Array> {
  const segments = new Segments(SEGMENT_BYTES + TAG_BYTES);
  let secret: Uint8Array | undefined;
  let head: Buffer = Buffer.alloc(0);
  let number = 0;
  const open = (sealed: Uint8Array, isLast: boolean): Uint8Array => {
    if (secret === undefined || sealed.byteLength < TAG_BYTES) throw new SealBroken('the file is cut off');
    const decipher = createDecipheriv(CIPHER, secret, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(sealed.byteLength - TAG_BYTES));
    try {
      const plain = decipher.update(sealed.subarray(0, sealed.byteLength - TAG_BYTES));
      decipher.final();
      number += 1;
      return plain;
    } catch (cause) {
      throw new SealBroken('a segment is not what was written', { cause });
    }
  };
  for await (const piece of pieces) {
    let rest = piece;
    if (secret === undefined) {
      head = Buffer.concat([head, piece]);
      if (head.byteLength < HEAD_BYTES) continue;
      if (!head.subarray(0, MAGIC.byteLength).equals(MAGIC)) throw new SealBroken('the file is not an encrypted one');
      secret = fileKey(key, head.subarray(MAGIC.byteLength, HEAD_BYTES), name);
      rest = head.subarray(HEAD_BYTES);
    }
    for (const segment of segments.add(rest)) yield open(segment, false);
  }
  yield open(segments.rest(), true);
}

/** Cuts bytes into segments. A full segment is handed out once more bytes follow, because the last one is special. */
class Segments {
  readonly #bytes: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  *add(piece: Uint8Array): Generator<Uint8Array> {
    // Copied, since the owner may use the memory of the piece again.
    this.#held.push(Uint8Array.from(piece));
    this.#heldBytes += piece.byteLength;
    if (this.#heldBytes <= this.#bytes) return;
    const all = Buffer.concat(this.#held);
    let at = 0;
    for (; all.byteLength - at > this.#bytes; at += this.#bytes) yield all.subarray(at, at + this.#bytes);
    this.#held = [all.subarray(at)];
    this.#heldBytes = all.byteLength - at;
  }

  rest(): Uint8Array {
    const all = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return all;
  }
}
