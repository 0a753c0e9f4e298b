// Makes a query file in a process of its own (build-program.ts) from the documents of a release as they come: the index of a
// resource, then its shards; the catalog manifest last. Memory here is bounded: who adds documents waits for the process.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryPath } from '../../../platform/files/durable.ts';
import { CATALOG_MANIFEST_PATH } from '../../catalog/paths.ts';
import { PRESENTATION_PATH } from '../../presentation/common/paths.ts';
import type { QueryFileMaker } from '../../release/publish/query-file-maker.ts';
import type { FromBuilder, ToBuilder } from './build-messages.ts';

const PROGRAM = fileURLToPath(new URL('./build-program.ts', import.meta.url));
/** Bytes on their way to the process. */
const WINDOW_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;

/** Whether a document of a release is one that a query file is made of. */
function isQueriedDocument(path: string): boolean {
  return (
    path === CATALOG_MANIFEST_PATH ||
    path === PRESENTATION_PATH ||
    /^api\/v1\/catalog\/[^/]+\/(?:index|entities\/[0-9a-f]{2})\.json$/.test(path)
  );
}

/** Begins a file in a folder, which must exist. */
export function openQueryFileMaker(folder: string, slots: number): QueryFileMaker {
  const path = temporaryPath(folder);
  const ended = Promise.withResolvers<string | undefined>();
  let room = Promise.withResolvers<void>();
  let onTheWay = 0;
  let isOver = false;

  const end = (failure: string | undefined): void => {
    isOver = true;
    ended.resolve(failure);
    room.resolve();
  };
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, path, String(slots)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {},
    serialization: 'advanced',
    ipc: (word: FromBuilder) => {
      if (word.kind === 'taken') {
        onTheWay -= word.bytes;
        room.resolve();
      } else end(word.kind === 'done' ? undefined : word.message);
    },
  });
  void child.exited.then(() => end('its process ended'));
  const tell = (word: ToBuilder): void => {
    if (!isOver) child.send(word);
  };

  return {
    add: async (document, bytes) => {
      if (!isQueriedDocument(document)) return;
      for (let at = 0; !isOver; at += PIECE_BYTES) {
        while (onTheWay > WINDOW_BYTES && !isOver) {
          room = Promise.withResolvers();
          await room.promise;
        }
        const isLast = at + PIECE_BYTES >= bytes.byteLength;
        const piece = bytes.subarray(at, at + PIECE_BYTES);
        onTheWay += piece.byteLength;
        tell({ kind: 'piece', piece: { path: document, bytes: piece, isLast } });
        if (isLast) return;
      }
    },
    finish: async () => {
      tell({ kind: 'finish' });
      const failure = await ended.promise;
      return failure === undefined ? { path } : { failure };
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      child.kill('SIGKILL');
      await child.exited;
      rmSync(path, { force: true });
    },
  };
}
