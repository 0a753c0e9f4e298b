// Copies rows between a database and files with PostgreSQL's COPY (text format, UTF-8), streamed with back-pressure, so
// memory use does not depend on the number of rows. Files are written atomically. When a file is read, its digest is
// verified before the statement ends, so a damaged file stores nothing.
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SQL, TransactionSQL } from 'bun';
import { removeQuietly, temporaryPath } from './durable.ts';

/** The expected content of a file: number of rows, bytes and digest. */
export interface CopiedRows {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The file does not match its digest or its number of rows. */
export class CopyDamaged extends Error {
  override readonly name = 'CopyDamaged';
  readonly path: string;
  constructor(path: string) {
    super(`${path} is not what was written`);
    this.path = path;
  }
}

const FILE_MODE = 0o600;
const PIECE_BYTES = 256 * 1024;

/** Receives the bytes of one file in order. Either `finish` or `discard` is called at the end. */
export interface FileSink {
  write(piece: Uint8Array): Promise<void>;
  /** The file exists once this returns. */
  finish(): Promise<void>;
  /** Leaves nothing behind. Never throws. */
  discard(): Promise<void>;
}

/** Writes a file under a temporary name in its folder, which must exist, and renames it at the end. */
export async function openFileSink(path: string): Promise<FileSink> {
  const temporary = temporaryPath(dirname(path));
  const file = await open(temporary, 'wx', FILE_MODE);
  return {
    write: (piece) => file.writeFile(piece),
    finish: async () => {
      await file.close();
      await rename(temporary, path);
    },
    discard: async () => {
      await file.close().catch(() => undefined);
      removeQuietly(temporary);
    },
  };
}

/** Writes the output of `statement` (`copy … to stdout`) to a sink. `onBytes` receives the size of every chunk. */
export async function copyToSink(
  sql: SQL | TransactionSQL,
  statement: string,
  sink: FileSink,
  onBytes: (bytes: number) => void = () => {},
): Promise<CopiedRows> {
  const hasher = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  try {
    const query = sql.unsafe(statement);
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    const spill = async (): Promise<void> => {
      if (heldBytes === 0) return;
      const piece = Buffer.concat(held);
      held = [];
      heldBytes = 0;
      hasher.update(piece);
      await sink.write(piece);
      bytes += piece.byteLength;
      onBytes(piece.byteLength);
    };
    // The server sends one message per row; they are combined into few large writes.
    for await (const piece of query.readable()) {
      held.push(piece);
      heldBytes += piece.byteLength;
      if (heldBytes >= PIECE_BYTES) await spill();
    }
    await spill();
    const { count } = await query;
    await sink.finish();
    return { rows: Number(count), bytes, sha256: hasher.digest('hex') };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** The output of `statement` (`copy … to stdout`), line by line in COPY text format. */
export async function* copyLines(sql: SQL | TransactionSQL, statement: string): AsyncGenerator<string> {
  const query = sql.unsafe(statement);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of query.readable()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The bytes of a file in pieces. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes: Buffer = piece;
    yield bytes;
  }
}

/**
 * Sends pieces of a file to `statement` (`copy … from stdin`). Throws CopyDamaged with the name of the file, in which case
 * nothing was stored.
 */
export async function copyFromPieces(
  sql: SQL | TransactionSQL,
  statement: string,
  pieces: AsyncIterable<Uint8Array>,
  expected: CopiedRows & { readonly file: string },
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const hasher = new Bun.CryptoHasher('sha256');
  const query = sql.unsafe(statement);
  const writer = query.writable().getWriter();
  try {
    for await (const piece of pieces) {
      hasher.update(piece);
      await writer.write(piece);
      onBytes(piece.byteLength);
    }
    if (hasher.digest('hex') !== expected.sha256) throw new CopyDamaged(expected.file);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const { count } = await query;
  if (Number(count) !== expected.rows) throw new CopyDamaged(expected.file);
}
