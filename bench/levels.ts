// The level server with 1,000 levels beside a bare Bun server that answers the same bytes with the same headers from
// memory: info, list pages, items, searches, level data, plain and gzip. The official toolkit's figures are quoted from
// its measurement on another machine.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../tests/fixtures/free-port.ts';
import { SMALL_PNG, silentMp3 } from '../tests/fixtures/level-snapshot.ts';
import { type Contestant, DUEL_HEAD, type DuelRow, type LoadRequest, presentDuel, runDuel } from './duel.ts';
import { PROJECT_ROOT, publishSnapshot, SERVER_CORE, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable, readMemory } from './machine.ts';
import { type RunningPeer, requirePeer } from './peers.ts';
import type { Scale } from './scale.ts';

const SONGS = 250;
const DIFFICULTIES = ['easy', 'normal', 'hard', 'expert'] as const;
const NOTES = 400;
const CONNECTIONS = 32;
const GOAL = 0.8;
/** `wrk -t1 -c32`, Node 20, two cores, 1,000 levels; answers a second. */
const TOOLKIT = [
  'info 6,250 to 12,300',
  'list page 1,320 to 2,020',
  'level 2,900 to 4,470',
  'playlists page 570 to 610',
  'quick search 112 to 143',
].join('; ');

interface Mix {
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly goal?: number;
}

/** Prints the table of the level server's reads. */
export async function benchLevels(scale: Scale): Promise<void> {
  requirePeer('wrk');
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    const snapshot = join(folder, 'snapshot');
    writeSnapshot(snapshot);
    const published = await publishSnapshot(snapshot, data);
    const livehouse = await startLivehouse(data);
    try {
      const rows: DuelRow[] = [];
      for (const mix of await planMixes(livehouse.port)) {
        const peer = await startBare(folder, livehouse.port, mix);
        try {
          const contestant = (name: string, server: RunningPeer): Contestant => ({
            name,
            server,
            requests: mix.requests,
          });
          rows.push(
            ...(await runDuel({
              name: mix.name,
              folder,
              ours: contestant('Livehouse', livehouse),
              peers: [contestant('bare Bun', peer)],
              connections: CONNECTIONS,
              ...scale,
              goal: mix.goal,
            })),
          );
        } finally {
          await peer.stop();
        }
      }
      const sizes = rows.map(({ name, ourBytes }) => `${name} ${(ourBytes / 1024).toFixed(1)}`).join(', ');
      process.stdout.write(`${formatTable(DUEL_HEAD, presentDuel(rows))}\n`);
      process.stdout.write(`KiB an answer: ${sizes}\n`);
      process.stdout.write(
        `publishing ${SONGS * DIFFICULTIES.length} levels: ${published.milliseconds.toFixed(0)} ms, `,
      );
      process.stdout.write(`memory of the server after all: ${JSON.stringify(readMemory(livehouse.pid))}\n`);
      process.stdout.write(`quoted, official toolkit: ${TOOLKIT}\n`);
    } finally {
      await livehouse.stop();
    }
  });
}

const listSchema = z.object({ items: z.array(z.object({ name: z.string(), data: z.object({ url: z.string() }) })) });

async function planMixes(port: number): Promise<readonly Mix[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/sonolus/levels/list?page=5&localization=en`);
  const list = listSchema.parse(await answer.json());
  const plain = (path: string): LoadRequest => ({ path, headers: {} });
  const gzip = (path: string): LoadRequest => ({ path, headers: { 'Accept-Encoding': 'gzip' } });
  const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
  const pages = range(50).map((page) => `/sonolus/levels/list?page=${page}&localization=en`);
  const playlists = range(12).map((page) => `/sonolus/playlists/list?page=${page}&localization=en`);
  const levels = list.items.map(({ name }) => `/sonolus/levels/${name}?localization=en`);
  const searches = range(20).map((i) => `/sonolus/levels/list?type=quick&keywords=lantern+${i}&localization=en`);
  // More bodies than are kept: each is searched and written anew.
  const strangers = range(1500).map(
    (i) =>
      `/sonolus/levels/list?type=quick&keywords=song+tune+${'+'.repeat(i % 40)}${i % 50}&x=${i}&page=${i % 7}&difficulties=expert,easy,hard,x${i}`,
  );
  return [
    { name: 'info', requests: [plain('/sonolus/info?localization=en')], goal: GOAL },
    { name: 'list page', requests: pages.map(plain), goal: GOAL },
    { name: 'list page, gzip', requests: pages.map(gzip), goal: GOAL },
    { name: 'level', requests: levels.map(plain), goal: GOAL },
    { name: 'level, gzip', requests: levels.map(gzip), goal: GOAL },
    { name: 'playlists page, gzip', requests: playlists.map(gzip), goal: GOAL },
    { name: 'quick search', requests: searches.map(plain), goal: GOAL },
    { name: 'quick search, gzip', requests: searches.map(gzip), goal: GOAL },
    { name: 'quick search, all new', requests: strangers.map(gzip) },
    { name: 'level data', requests: list.items.map(({ data }) => plain(data.url)), goal: GOAL },
  ];
}

/** Songs with real charts; all share one cover and one sound. */
function writeSnapshot(folder: string): void {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('assets/Assets/cover.png', SMALL_PNG);
  write('runtime/sound.mp3', silentMp3(400));
  const songs: Record<string, unknown> = {};
  for (let i = 1; i <= SONGS; i++) {
    const charts: Record<string, unknown> = {};
    DIFFICULTIES.forEach((difficulty, at) => {
      const file = `runtime/charts/${i}-${difficulty}.json`;
      const notes = Array.from({ length: NOTES }, (_, n) => ({
        type: 'Single',
        lane: (n * 3 + i + at) % 7,
        beat: 1 + n / 2,
        ...(n % 9 === i % 9 ? { flick: true } : {}),
      }));
      write(file, JSON.stringify([{ type: 'BPM', bpm: 100 + (i % 90), beat: 0 }, ...notes]));
      charts[difficulty] = { rating: 5 + at * 7 + (i % 5), file, format: 'bestdori' };
    });
    songs[String(i)] = {
      title: [`灯台の歌 ${i}`, `Song of the Lantern, a Tune ${i}`, `燈塔 ${i}`, `灯塔 ${i}`, `등대 ${i}`],
      artists: [`バンド ${i % 20}`, `Band ${i % 20}`, null, null, null],
      publishedAt: 1_700_000_000_000 + i * 86_400_000,
      cover: 'assets/Assets/cover.png',
      sound: 'runtime/sound.mp3',
      charts,
    };
  }
  write('catalog/songs.json', JSON.stringify(songs));
  const levels = {
    resource: 'songs',
    title: 'title',
    artists: 'artists',
    publishedAt: 'publishedAt',
    cover: 'cover',
    bgm: 'sound',
    charts: 'charts',
  };
  const server = { id: 'bench', displayName: 'Bench', region: 'global' };
  write('snapshot.json', JSON.stringify({ server, resources: { songs: { file: 'catalog/songs.json' } }, levels }));
}

/** A bare server on the same core with a copy of every answer of the mix. */
async function startBare(folder: string, from: number, mix: Mix): Promise<RunningPeer> {
  const root = join(folder, `bare-${Bun.hash(mix.name).toString(36)}`);
  mkdirSync(root);
  const port = await freePort();
  const listed: object[] = [];
  for (const [i, { path, headers: sent }] of mix.requests.entries()) {
    const coded = sent['Accept-Encoding'] === 'gzip';
    const plain = await ask(from, path, 'identity');
    const headers = Object.fromEntries(
      [...plain.headers].filter(([name]) => name !== 'date' && name !== 'content-length'),
    );
    const file = join(root, `${i}`);
    writeFileSync(file, plain.bytes);
    if (coded) writeFileSync(`${file}.gz`, (await ask(from, path, 'gzip')).bytes);
    listed.push({ path, headers, plain: file, ...(coded ? { gzip: `${file}.gz` } : {}) });
  }
  const list = join(root, 'answers.json');
  writeFileSync(list, JSON.stringify(listed));
  const child = Bun.spawn(
    [
      ...[requirePeer('taskset'), '-c', String(SERVER_CORE), process.execPath, '--no-env-file'],
      ...[join(PROJECT_ROOT, 'bench', 'bare-server.ts'), String(port), list],
    ],
    { stdout: 'ignore', stderr: 'inherit' },
  );
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await child.exited;
  };
  const first = mix.requests[0]?.path ?? '/';
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}${first}`).catch(() => undefined);
    if (answer?.ok) return { port, pid: child.pid, stop };
    await Bun.sleep(50);
  }
  await stop();
  throw new Error('the bare server did not start');
}

async function ask(port: number, path: string, coding: string): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'Accept-Encoding': coding },
    decompress: false,
  });
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return { bytes: await response.bytes(), headers: response.headers };
}
