// Worker of part-joiner.ts: reads files in pieces, hashes them as one, and writes them on to a new file if asked, or
// goes on with a digest that it keeps.
// Synchronous calls on purpose: nothing else runs on this thread. Leaves no file when it fails.
import { closeSync, fdatasyncSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createFile, errorCode, isAbsence, removeQuietly, writeFully } from '../../files/durable.ts';
import type { JoinReply, JoinRequest, JoinSource } from './part-joiner.ts';

declare const self: Worker;

/** Stays in the cache of a core between reading and hashing. */
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

/** Passes one source on; false when it is not what it should be. */
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
  /** As it was before sources that may turn out not to count. */
  marked?: Digest;
}

const running = new Map<string, Running>();

/** One step of a digest that is kept between requests; one that meets a fault is forgotten. */
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
    // Whoever asks at the end hashes the whole, and learns what is wrong.
    running.delete(key);
    return { id, standing: false };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<JoinRequest>) => {
  self.postMessage(data.running === undefined ? join(data) : runOn(data, data.running));
});
