import { expect, test } from 'bun:test';
import type { FileSink } from '../../platform/files/copy.ts';
import { openSealedStream, SealBroken, sealSink } from './sealing.ts';

const KEY = new Uint8Array(32).fill(5);
const SEGMENT = 256 * 1024;

async function seal(plain: Uint8Array, piece: number, name = 'one/post.copy'): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sink: FileSink = {
    write: async (bytes) => void pieces.push(Uint8Array.from(bytes)),
    finish: async () => undefined,
    discard: async () => undefined,
  };
  const sealed = sealSink(sink, KEY, name);
  for (let at = 0; at < plain.byteLength; at += piece) await sealed.write(plain.subarray(at, at + piece));
  await sealed.finish();
  return Buffer.concat(pieces);
}

async function open(sealed: Uint8Array, { piece = 1000, key = KEY, name = 'one/post.copy' } = {}): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const source = (async function* () {
    for (let at = 0; at < sealed.byteLength; at += piece) yield sealed.subarray(at, at + piece);
  })();
  for await (const plain of openSealedStream(source, key, name)) pieces.push(plain);
  return Buffer.concat(pieces);
}

test('any length in any pieces opens again', async () => {
  for (const length of [0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 2 * SEGMENT, 3 * SEGMENT + 17]) {
    const plain = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    for (const piece of [4096, SEGMENT, 5 * SEGMENT]) {
      const sealed = await seal(plain, piece);
      expect(sealed.subarray(38).includes(plain.subarray(0, 64)) && length > 64).toBe(false);
      expect([length, piece, Buffer.compare(await open(sealed, { piece }), plain)]).toEqual([length, piece, 0]);
    }
  }
});

test('bytes that were changed, cut, exchanged, or are of another key or file do not open', async () => {
  const plain = Buffer.alloc(3 * SEGMENT, 1);
  const sealed = await seal(plain, SEGMENT);
  const step = SEGMENT + 16;
  const head = sealed.subarray(0, 38);
  const segment = (index: number) => sealed.subarray(38 + index * step, 38 + (index + 1) * step);
  const flipped = Buffer.from(sealed);
  flipped[500] = (flipped[500] ?? 0) ^ 1;
  const wrong: readonly Uint8Array[] = [
    flipped,
    sealed.subarray(0, sealed.byteLength - 1),
    // Whole segments are missing, repeated or exchanged.
    Buffer.concat([head, segment(0), segment(1)]),
    Buffer.concat([head, segment(1), segment(0), segment(2)]),
    Buffer.concat([head, segment(0), segment(0), segment(1), segment(2)]),
    Buffer.concat([sealed, segment(2)]),
    head,
    new Uint8Array(0),
    Buffer.from('not an encrypted file at all, but long enough to look like one'),
  ];
  for (const [index, bytes] of wrong.entries()) {
    expect([index, await open(bytes, { piece: 70_000 }).catch((error: unknown) => error)]).toEqual([
      index,
      expect.any(SealBroken),
    ]);
  }
  expect(open(sealed, { key: new Uint8Array(32).fill(6) })).rejects.toThrow(SealBroken);
  expect(open(sealed, { name: 'two/post.copy' })).rejects.toThrow(SealBroken);
});
