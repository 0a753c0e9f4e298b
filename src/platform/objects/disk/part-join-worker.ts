// Worker of part-joiner.ts: reads files in chunks and hashes them as one stream. Optionally writes them to a new file,
// or continues a digest that it keeps between requests. Calls are synchronous, since nothing else runs on this thread.
// Leaves no file behind on failure.
import { closeSync, fdatasyncSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createFile, errorCode, isAbsence, removeQuietly, writeFully } from '../../files/durable.ts';
import type { JoinReply, JoinRequest, JoinSource } from './part-joiner.ts';

declare const self: Worker;

/** Small enough to stay in the processor's cache between reading and hashing. */
const PIECE_BYTES = 256 * 1024;
const buffer = Buffer.allocUnsafe(PIECE_BYTES);

function join({ id, sources, target }: JoinRequest): JoinReply {
  const hasher = new Bun.CryptoHasher('sha256');
  let output: number | undefined;
  let bytes = 0;
  try {
    output = target === undefined ? undefined : createFile(target);
    for (const [index, source] of sources.entries()) {
      if (!take(source, hasher, output)) {
        if (target !== undefined) removeQuietly(target);
        return { id, damaged: index };
      }
      bytes += source.bytes;
    }
    if (output !== undefined) fdatasyncSync(output);
    return { id, sha256: hasher.digest('hex'), bytes };
  } catch (error) {
    if (target !== undefined) removeQuietly(target);
    return { id, code: errorCode(error) ?? 'EUNKNOWN', error: error instanceof Error ? error.message : String(error) };
  } finally {
    if (output !== undefined) closeSync(output);
  }
}

/** Hashes and copies one source; false when it is not as expected. */
function take(source: JoinSource, hasher: Bun.CryptoHasher, output: number | undefined): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(source.path, 'r');
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
  try {
    let total = 0;
    const { start = 0, sumBefore = 0 } = source;
    let sum = sumBefore;
    while (total < source.bytes) {
      const wanted = Math.min(PIECE_BYTES, source.bytes - total);
      const read = readSync(descriptor, buffer, 0, wanted, start + total);
      if (read === 0) break;
      total += read;
      const piece = buffer.subarray(0, read);
      if (source.sum !== undefined) sum = crc32(piece, sum);
      hasher.update(piece);
      if (output !== undefined) writeFully(output, piece);
    }
    return total === source.bytes && (source.sum === undefined || sum === source.sum);
  } finally {
    closeSync(descriptor);
  }
}

interface Digest {
  readonly hasher: Bun.CryptoHasher;
  bytes: number;
}

interface Running extends Digest {
  /** Snapshot taken before sources that may be retracted. */
  marked?: Digest;
}

const running = new Map<string, Running>();

/** One step of a digest kept between requests. A digest that meets an error is discarded. */
function runOn({ id, sources }: JoinRequest, { key, step, mark }: NonNullable<JoinRequest['running']>): JoinReply {
  if (step === 'begin') running.set(key, { hasher: new Bun.CryptoHasher('sha256'), bytes: 0 });
  const digest = running.get(key);
  if (step === 'forget' || step === 'end' || step === 'back') running.delete(key);
  if (digest === undefined || step === 'forget') return { id, standing: false };
  if (step === 'end') return { id, sha256: digest.hasher.digest('hex'), bytes: digest.bytes };
  if (step === 'back') {
    if (digest.marked !== undefined) running.set(key, digest.marked);
    return { id, standing: digest.marked !== undefined };
  }
  if (mark === true) digest.marked = { hasher: digest.hasher.copy(), bytes: digest.bytes };
  try {
    for (const source of sources) {
      if (!take(source, digest.hasher, undefined)) throw new Error('It is not what it was');
      digest.bytes += source.bytes;
    }
    return { id, standing: true };
  } catch {
    // The digest is discarded. At the end the caller hashes the whole file and reports the error.
    running.delete(key);
    return { id, standing: false };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<JoinRequest>) => {
  self.postMessage(data.running === undefined ? join(data) : runOn(data, data.running));
});
