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

/** Writes the output of `statement` (`copy … to stdout`) to a file. `onBytes` receives the size of every chunk. */
export async function copyToFile(
  sql: SQL | TransactionSQL,
  statement: string,
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<CopiedRows> {
  const temporary = temporaryPath(dirname(path));
  const hasher = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  const file = await open(temporary, 'wx', FILE_MODE);
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
      await file.writeFile(piece);
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
    await file.close();
    await rename(temporary, path);
    return { rows: Number(count), bytes, sha256: hasher.digest('hex') };
  } catch (error) {
    await file.close().catch(() => undefined);
    removeQuietly(temporary);
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

/** Sends a file to `statement` (`copy … from stdin`). Throws CopyDamaged, in which case nothing was stored. */
export async function copyFromFile(
  sql: SQL | TransactionSQL,
  statement: string,
  path: string,
  expected: CopiedRows,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const hasher = new Bun.CryptoHasher('sha256');
  const query = sql.unsafe(statement);
  const writer = query.writable().getWriter();
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      const bytes: Buffer = piece;
      hasher.update(bytes);
      await writer.write(bytes);
      onBytes(bytes.byteLength);
    }
    if (hasher.digest('hex') !== expected.sha256) throw new CopyDamaged(path);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const { count } = await query;
  if (Number(count) !== expected.rows) throw new CopyDamaged(path);
}
