// A complete service for one test file: its own data directory, the real composition on a random port, and HTTP. Disposing of
// a world closes everything, removes its folder, and fails if the log contains an unexpected error.
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeLivehouse } from '../src/app/compose.ts';
import { DERIVATIONS } from '../src/app/derivations.ts';
import { openObjects } from '../src/app/open-objects.ts';
import { type PublishResult, publish } from '../src/features/release/publish/publish.ts';
import { listen } from '../src/http/dispatch/listen.ts';
import { checkConfig, type Environment } from '../src/platform/config/config.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import type { FetchTyped } from './fixtures/answers.ts';
import { closing } from './fixtures/closing.ts';
import { linkPages } from './fixtures/prepared-pages.ts';
import { recordOutcome } from './outcomes.ts';

export interface World {
  readonly address: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** Folder of stored objects. */
  readonly objectsDirectory: string;
  /** Lines of the log so far, parsed. */
  readonly log: readonly LogLine[];
  /** `fetch` below the world's address; redirects are not followed. */
  readonly fetch: FetchTyped;
  /** Sends exactly these bytes, for requests that `fetch` would normalise; returns the raw answer. */
  raw(requestText: string): Promise<RawAnswer>;
  /**
   * Publishes a snapshot directory and waits until this process serves it; unlike the command, also if collections have lost
   * most of their entities.
   */
  publish(
    directory: string,
    options?: { readonly promote?: boolean; readonly strict?: boolean; readonly allowLoss?: boolean },
  ): Promise<PublishResult>;
  /** Waits until a condition holds, at most `timeoutMs` (default 20 s); throws otherwise. */
  until(condition: () => boolean | Promise<boolean>, timeoutMs?: number): Promise<void>;
  /** Waits until a path answers 200. */
  untilThere(path: string, timeoutMs?: number): Promise<void>;
  /** Does something while the folder of stored objects is away. */
  withoutStore(work: () => Promise<void>): Promise<void>;
  /** From now on the log may hold errors whose message contains this. */
  expectLogError(message: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Starts a world; `environment` adds to or overrides its configuration. */
export async function openWorld(environment: Environment = {}): Promise<World> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'livehouse-world-'));
  const objectsDirectory = join(dataDirectory, 'objects');
  linkPages(dataDirectory);
  const config = checkConfig({
    LIVEHOUSE_DATA: dataDirectory,
    PORT: '0',
    HOST: '127.0.0.1',
    // Nothing listens there, because the release plane must not need a database. Worlds that need one name it.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ...environment,
  });
  const lines: LogLine[] = [];
  const expected: string[] = [];
  const log = openLog('debug', { format: 'json', write: (line) => lines.push(JSON.parse(line)) });
  let port = 0;
  const livehouse = composeLivehouse(config, log, { watch: recordOutcome, port: () => port });
  const listener = listen({ host: config.host, port: config.port, fetch: livehouse.fetch, log });
  port = listener.port;
  await livehouse.start();

  const until: World['until'] = async (condition, timeoutMs = 20_000) => {
    const end = Date.now() + timeoutMs;
    while (!(await condition())) {
      if (Date.now() > end) throw new Error('the condition did not come true in time');
      await Bun.sleep(20);
    }
  };
  const fetchHere: World['fetch'] = (path, init) =>
    fetch(`${listener.address}${path}`, { redirect: 'manual', ...init });

  return {
    address: listener.address,
    port: listener.port,
    dataDirectory,
    objectsDirectory,
    log: lines,
    fetch: fetchHere,
    until,
    raw: (requestText) => exchange(listener.port, requestText),
    publish: async (directory, { promote = true, strict = false, allowLoss = true } = {}) => {
      await using objects = closing(openObjects(config));
      const result = await publish({
        directory,
        objects,
        dataDirectory,
        derivations: DERIVATIONS,
        promote,
        strict,
        allowLoss,
        dryRun: false,
      });
      if (promote) {
        await until(async () => {
          const answer = await fetchHere(`/api/v1/servers/${result.server}/release?projection=identity`);
          return answer.ok && (await answer.text()).includes(result.releaseId);
        });
      }
      return result;
    },
    untilThere: (path, timeoutMs) => until(async () => (await fetchHere(path)).status === 200, timeoutMs),
    withoutStore: async (work) => {
      const away = `${objectsDirectory}.away`;
      await rename(objectsDirectory, away);
      try {
        await work();
      } finally {
        await rm(objectsDirectory, { recursive: true, force: true });
        await rename(away, objectsDirectory);
      }
    },
    expectLogError: (message) => {
      expected.push(message);
    },
    [Symbol.asyncDispose]: async () => {
      await listener.stop(1000);
      await livehouse.close();
      await rm(dataDirectory, { recursive: true, force: true });
      const errors = lines.filter(
        (line) => line.level === 'error' && !expected.some((text) => line.message.includes(text)),
      );
      if (errors.length > 0)
        throw new Error(`the log holds unexpected errors:\n${errors.map((line) => JSON.stringify(line)).join('\n')}`);
    },
  };
}

function exchange(port: number, requestText: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(requestText, 'latin1'));
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')));
    socket.on('data', (piece) => pieces.push(Buffer.from(piece)));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n');
      const [status = '', ...fields] = head.split('\r\n');
      resolve({
        status: Number(status.split(' ')[1] ?? 0),
        headers: new Map(
          fields.map((field): [string, string] => {
            const colon = field.indexOf(':');
            return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
          }),
        ),
        body: rest.join('\r\n\r\n'),
      });
    });
  });
}
