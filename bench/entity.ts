// Reading the catalog: entities pinned and current, 304, a batch of 20, an index of 1 MB in its gzip form, from the
// release of `@wfcd/items`, beside nginx sending the same bodies with the same headers as files.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../tests/fixtures/free-port.ts';
import { type Contestant, DUEL_HEAD, type DuelRow, type LoadRequest, presentDuel, runDuel } from './duel.ts';
import {
  publishSnapshot,
  type RunningLivehouse,
  requireExample,
  SERVER_CORE,
  startLivehouse,
  withFolder,
} from './livehouse.ts';
import { formatTable } from './machine.ts';
import { type RunningPeer, requirePeer, startNginx } from './peers.ts';
import type { Scale } from './scale.ts';
import { copyAnswers, requestFile } from './static-copy.ts';

const SERVER = '/api/v1/servers/warframe';
const CONNECTIONS = 64;
const ENTITIES = 200;
const ENTITY_BYTES_MAX = 4096;
const BATCHES = 10;
const BATCH_IDS = 20;

export interface Mix {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly goal?: number;
  /** Also beside an nginx that keeps its files open. */
  readonly keepOpen?: boolean;
  /** Asks with the entity tag of each address, which differs between servers. */
  readonly revalidate?: boolean | undefined;
}

/** Prints the table of the catalog's reads. */
export async function benchEntity(scale: Scale): Promise<void> {
  requirePeer('nginx');
  requirePeer('wrk');
  const example = requireExample('items');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    await publishSnapshot(example, data);
    const livehouse = await startLivehouse(data);
    try {
      const rows: DuelRow[] = [];
      for (const mix of await planMixes(livehouse.port)) rows.push(...(await measure(folder, livehouse, mix, scale)));
      process.stdout.write(`${formatTable(DUEL_HEAD, presentDuel(rows))}\n`);
    } finally {
      await livehouse.stop();
    }
  });
}

const summarySchema = z.array(z.looseObject({ uniqueName: z.string() }));

/** The reads of a server that has the release of `@wfcd/items`. */
export async function planMixes(port: number): Promise<readonly Mix[]> {
  const origin = `http://127.0.0.1:${port}`;
  const current: unknown = await (await fetch(`${origin}${SERVER}/release`)).json();
  const { releaseId } = z.looseObject({ releaseId: z.string() }).parse(current);
  const index = summarySchema.parse(await (await fetch(`${origin}${SERVER}/items`)).json());
  const paths: string[] = [];
  // Every so many, so that they come from all collections and shards.
  for (let i = 0; paths.length < ENTITIES && i < index.length; i += 41) {
    const id = (index[i]?.uniqueName ?? '').replace(/^\//, '').replaceAll('/', ':');
    const path = `${SERVER}/items/${encodeURIComponent(id)}`;
    const response = await fetch(`${origin}${path}`);
    if (response.ok && (await response.bytes()).byteLength <= ENTITY_BYTES_MAX) paths.push(path);
  }
  const plain = (path: string): LoadRequest => ({ path, headers: {} });
  const ids = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  const batches = Array.from({ length: BATCHES }, (_, i) => {
    const members = ids.slice(i * 4, i * 4 + BATCH_IDS);
    return plain(`${SERVER}/items?${members.map((id) => `id=${id}`).join('&')}`);
  });
  return [
    { name: 'entity, current', requests: paths.map(plain), goal: 1, keepOpen: true },
    {
      name: 'entity, pinned',
      requests: paths.map((path) => plain(`${path}?release=${releaseId}`)),
      goal: 1,
      keepOpen: true,
    },
    { name: 'entity, 304', requests: paths.map(plain), revalidate: true },
    { name: 'batch of 20', requests: batches },
    {
      name: 'index of 1 MB, gzip',
      requests: [{ path: `${SERVER}/translations`, headers: { 'Accept-Encoding': 'gzip' } }],
    },
  ];
}

async function measure(
  folder: string,
  livehouse: RunningLivehouse,
  mix: Mix,
  scale: Scale,
): Promise<readonly DuelRow[]> {
  const { files, headers, mediaType } = await copyAnswers(livehouse.port, mix.requests);
  const kinds = mix.keepOpen ? [false, true] : [false];
  const peers: Contestant[] = [];
  const running: RunningPeer[] = [];
  try {
    for (const keepOpen of kinds) {
      const place = join(folder, `${Bun.hash(mix.name)}-${keepOpen}`);
      mkdirSync(place);
      const options = {
        folder: place,
        port: await freePort(),
        core: SERVER_CORE,
        files,
        headers,
        mediaType,
        keepOpen,
        corked: true,
      };
      const server = await startNginx(options);
      running.push(server);
      const requests = await revalidating(server, mix.requests.map(requestFile), mix);
      peers.push({ name: keepOpen ? 'nginx, open_file_cache' : 'nginx', server, requests });
    }
    const ours: Contestant = {
      name: 'livehouse',
      server: livehouse,
      requests: await revalidating(livehouse, mix.requests, mix),
    };
    const { name, goal } = mix;
    return await runDuel({ name, folder, ours, peers, goal, connections: CONNECTIONS, ...scale });
  } finally {
    for (const server of running) await server.stop();
  }
}

/** The requests with the entity tags that a server answers them with, if the mix asks so. */
export async function revalidating(
  server: RunningPeer,
  requests: readonly LoadRequest[],
  mix: Pick<Mix, 'revalidate'>,
): Promise<readonly LoadRequest[]> {
  if (mix.revalidate !== true) return requests;
  return Promise.all(
    requests.map(async ({ path, headers }) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      await response.bytes();
      return { path, headers: { ...headers, 'If-None-Match': response.headers.get('etag') ?? '' } };
    }),
  );
}
