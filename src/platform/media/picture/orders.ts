// A run of pictures on the standard input of one child: for each the length of an order (four bytes, little endian), the
// order as JSON, and the picture.
import { readSync } from 'node:fs';
import type { FileSink } from 'bun';
import type { PictureTask } from './task.ts';

interface PictureOrder {
  readonly task: PictureTask;
  readonly bytes: number;
}

const LENGTH_BYTES = 4;

/** Sends one picture to the child, as fast as it reads. */
export async function sendOrder(input: FileSink, task: PictureTask, path: string): Promise<void> {
  const file = Bun.file(path);
  const text = Buffer.from(JSON.stringify({ task, bytes: file.size } satisfies PictureOrder));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.byteLength);
  // Each write is awaited, since one to a child that ended rejects.
  await input.write(Buffer.concat([length, text]));
  for await (const piece of file.stream()) {
    await input.write(piece);
    await input.flush();
  }
}

/** In the child: the pictures on standard input, until it ends. */
export function* receiveOrders(): Generator<{ readonly task: PictureTask; readonly file: Buffer }> {
  for (;;) {
    const length = receive(LENGTH_BYTES);
    const text = length && receive(length.readUInt32LE());
    if (text === undefined) return;
    const { task, bytes }: PictureOrder = JSON.parse(text.toString());
    const file = receive(bytes);
    if (file === undefined) return;
    yield { task, file };
  }
}

/** The next bytes of standard input; undefined where it ends. */
function receive(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const count = readSync(0, bytes, at, length - at, null);
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}
