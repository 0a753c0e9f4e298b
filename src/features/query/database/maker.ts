// Creates a query file in a separate process (build-program.ts) from the documents of a release in the order of publication:
// the index of a resource, then its shards, and the catalog manifest last. The process reads documents from their stored
// files. If content is stored elsewhere, it is written to temporary files, a bounded number ahead.
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryPath } from '../../../platform/files/durable.ts';
import { CATALOG_MANIFEST_PATH } from '../../catalog/paths.ts';
import { PRESENTATION_PATH } from '../../presentation/common/paths.ts';
import type { QueryFileMaker } from '../../release/publish/query-file-maker.ts';
import type { FromBuilder, ToBuilder } from './build-messages.ts';

const PROGRAM = fileURLToPath(new URL('./build-program.ts', import.meta.url));
/** Maximum number of temporary files that are not read yet. */
const WAITING_MAX = 16;

/** Whether a document of a release is part of the query file. */
function isQueriedDocument(path: string): boolean {
  return (
    path === CATALOG_MANIFEST_PATH ||
    path === PRESENTATION_PATH ||
    /^api\/v1\/catalog\/[^/]+\/(?:index|entities\/[0-9a-f]{2})\.json$/.test(path)
  );
}

/** Starts a file in an existing folder. */
export function openQueryFileMaker(folder: string, slots: number): QueryFileMaker {
  const path = temporaryPath(folder);
  const ended = Promise.withResolvers<string | undefined>();
  const blocks = Promise.withResolvers<readonly string[]>();
  // Nobody waits for the blocks of a file that failed.
  blocks.promise.catch(() => undefined);
  let room = Promise.withResolvers<void>();
  const handedOver = new Set<string>();
  let isOver = false;

  const end = (failure: string | undefined): void => {
    isOver = true;
    ended.resolve(failure);
    room.resolve();
  };
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, path, String(slots)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The last tier of the compiler costs as much time as it saves in a process of a few seconds, and takes it from others.
    env: { BUN_JSC_useFTLJIT: '0' },
    serialization: 'advanced',
    ipc: (word: FromBuilder) => {
      if (word.kind === 'taken') {
        const [oldest = ''] = handedOver;
        handedOver.delete(oldest);
        room.resolve();
      } else if (word.kind === 'blocks') blocks.resolve(word.blocks);
      else end(word.kind === 'done' ? undefined : word.message);
    },
  });
  void child.exited.then(() => {
    end('its process ended');
    blocks.reject(new Error('the process that builds the query file ended'));
  });
  const tell = (word: ToBuilder): void => {
    if (!isOver) child.send(word);
  };

  return {
    add: async ({ path: document, sha256, content, sizes }) => {
      if (!isQueriedDocument(document)) return;
      if (typeof content === 'string') {
        tell({ kind: 'document', path: document, sha256, file: content, isHandedOver: false, sizes });
        return;
      }
      while (handedOver.size >= WAITING_MAX && !isOver) {
        room = Promise.withResolvers();
        await room.promise;
      }
      const file = temporaryPath(folder);
      handedOver.add(file);
      writeFileSync(file, content, { mode: 0o600 });
      tell({ kind: 'document', path: document, sha256, file, isHandedOver: true, sizes });
    },
    finish: async () => {
      tell({ kind: 'finish' });
      const failure = await ended.promise;
      return failure === undefined ? { path, blocks: blocks.promise } : { failure };
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      child.kill('SIGKILL');
      await child.exited;
      for (const file of [path, ...handedOver]) rmSync(file, { force: true });
    },
  };
}
