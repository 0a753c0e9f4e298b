// Worker of hash-pool.ts: reads a file range in 1 MiB chunks and returns its SHA-256.
import { open } from 'node:fs/promises';
import type { HashReply, HashRequest } from './hash-pool.ts';

declare const self: Worker;

const PIECE_BYTES = 1024 * 1024;

async function hashRange(request: HashRequest): Promise<HashReply> {
  try {
    await using file = await open(request.path, 'r');
    const hasher = new Bun.CryptoHasher('sha256');
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    let at = request.start;
    while (at < request.end) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, request.end - at), at);
      if (bytesRead === 0) break;
      hasher.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    return { id: request.id, sha256: hasher.digest('hex'), bytes: at - request.start };
  } catch (error) {
    return { id: request.id, error: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener('message', (event: MessageEvent<HashRequest>) => {
  void hashRange(event.data).then((reply) => self.postMessage(reply));
});
