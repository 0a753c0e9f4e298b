// Creates a query file in a separate process (build-program.ts) from the documents of a release in the order of publication:
// the index of a resource, then its shards, and the catalog manifest last. The process reads documents from their stored
// files. If content is stored elsewhere, it is written to temporary files, a bounded number ahead.
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { temporaryPath } from '../../../platform/files/durable.ts';
import { CATALOG_MANIFEST_PATH } from '../../catalog/paths.ts';
import { PRESENTATION_PATH } from '../../presentation/common/paths.ts';
import type { QueriedDocument, QueryFileMaker } from '../../release/publish/query-file-maker.ts';
import { type FromBuilder, resourceOf, type SentDocument, type ToBuilder } from './build-messages.ts';

const PROGRAM = fileURLToPath(new URL('./build-program.ts', import.meta.url));
/** Maximum number of temporary files that are not read yet. */
const WAITING_MAX = 16;
/** Shards that are sent together: a message for each costs both processes time. */
const SENT_TOGETHER = 8;

/**
 * Settings of the process, whose publisher keeps other cores busy meanwhile: compiling and collecting garbage on further threads
 * takes time from both. The last tier of the compiler costs as much as it saves in a process of a few seconds. The
 * heap may grow faster, and freed memory is kept, since it is soon needed again.
 */
const ENVIRONMENT = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_useConcurrentJIT: '0',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_numberOfGCMarkers: '1',
  BUN_JSC_smallHeapGrowthFactor: '4',
  BUN_JSC_mediumHeapGrowthFactor: '3',
  MIMALLOC_PURGE_DELAY: '-1',
};

/** Whether a document is about all resources. */
const isOfAll = (path: string): boolean => path === CATALOG_MANIFEST_PATH || path === PRESENTATION_PATH;

/**
 * Starts a file in an existing folder. A second process builds the resources that `divide` names; the first one adds them to its
 * file at the end.
 */
export function openQueryFileMaker(folder: string, slots: number): QueryFileMaker {
  const first = startBuilder(folder, slots, 0);
  let apart: ReadonlySet<string> = new Set();
  let second: Builder | undefined;
  return {
    divide: (resources) => {
      if (resources.size === 0 || availableParallelism() === 1) return;
      apart = resources;
      second = startBuilder(folder, slots, 1);
    },
    add: async (document) => {
      const resource = resourceOf(document.path);
      const isAll = isOfAll(document.path);
      if (resource === undefined && !isAll) return;
      const isApart = resource !== undefined && apart.has(resource);
      if (!isApart) await first.add(document);
      if (isApart || isAll) await second?.add(document);
    },
    finish: async () => {
      const failure = (await second?.finish()) ?? (await first.finish(second?.path));
      return failure === undefined ? { path: first.path, blocks: first.blocks } : { failure };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([first[Symbol.asyncDispose](), second?.[Symbol.asyncDispose]()]);
    },
  };
}

interface Builder extends AsyncDisposable {
  readonly path: string;
  readonly blocks: Promise<readonly string[]>;
  add(document: QueriedDocument): Promise<void>;
  /** Completes its file; resolves to why it could not. */
  finish(merged?: string): Promise<string | undefined>;
}

/** Starts a process that builds a part of the file. */
function startBuilder(folder: string, slots: number, part: number): Builder {
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
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, path, String(slots), String(part)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: ENVIRONMENT,
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

  let unsent: SentDocument[] = [];
  const send = (): void => {
    if (unsent.length > 0) tell({ kind: 'documents', documents: unsent });
    unsent = [];
  };
  const note = (document: SentDocument): void => {
    unsent.push(document);
    if (unsent.length === SENT_TOGETHER || document.isLast || document.sizes === undefined) send();
  };

  return {
    path,
    blocks: blocks.promise,
    add: async ({ path: document, sha256, checksum, content, sizes, isLast = false }) => {
      if (typeof content === 'string') {
        note({ path: document, sha256, checksum, file: content, isHandedOver: false, sizes, isLast });
        return;
      }
      if (handedOver.size >= WAITING_MAX) send();
      while (handedOver.size >= WAITING_MAX && !isOver) {
        room = Promise.withResolvers();
        await room.promise;
      }
      const file = temporaryPath(folder);
      handedOver.add(file);
      writeFileSync(file, content, { mode: 0o600 });
      note({ path: document, sha256, checksum, file, isHandedOver: true, sizes, isLast });
    },
    finish: (merged) => {
      send();
      tell({ kind: 'finish', merged });
      return ended.promise;
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      child.kill('SIGKILL');
      await child.exited;
      for (const file of [path, ...handedOver]) rmSync(file, { force: true });
    },
  };
}
