// Suggestions and searches of a whole instance: 20,000 entities in a release, and a community. Each is asked for once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/database/database.ts';
import { openLog } from '../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase } from '../tests/fixtures/database.ts';
import { seedCommunity, waitForDatabase } from './community-seed.ts';
import { publishSnapshot, startLivehouse, withFolder } from './livehouse.ts';
import { formatTable } from './machine.ts';
import { ask, openLoop, waitUntilReady } from './query-load.ts';
import type { Scale } from './scale.ts';

const ENTITIES = 20_000;
const RATE = 20;
const WHOLE_RATE = 5;
const SECONDS_MIN = 15;
const GOAL_P95_MS = 50;
const WARM = 40;
const SECRET = 'a secret of the bench alone, thirty-two characters and more';
const FIRST = ['Silver', 'Crimson', 'Quiet', 'Hidden', 'Golden', 'Broken', 'Distant', 'Frozen', 'Gentle', 'Wild'];
const SECOND = ['Lantern', 'Harbour', 'Orchard', 'Voyage', 'Melody', 'Window', 'Garden', 'Signal', 'Mirror', 'Summer'];
const JAPANESE = ['星の歌', '夜の海', '夏祭り', '雪の街', '光の声', '風の道', '花の夢', '朝の空', '旅の友', '秋の月'];

const nameOf = (at: number): string => `${FIRST[at % 10]} ${SECOND[Math.floor(at / 10) % 10]} ${at}`;

/** What somebody types: beginnings of titles and of posts' words, and misspelled ones. None is given twice. */
function* typed(): Generator<string, undefined> {
  for (let at = 0; ; at++) {
    const name = nameOf((at * 7919) % ENTITIES);
    if (at % 8 === 7) yield `${name.slice(0, 4)}x${name.slice(5)}`;
    else if (at % 8 === 3) yield `${JAPANESE[at % 10]}${at % 97}`;
    else if (at % 8 === 5) yield `音楽祭の${at}`.slice(0, 2 + (at % 3)) + (at > 400 ? at : '');
    else yield `${name.slice(0, 3 + (at % name.length))}${at > 2_000 ? at : ''}`;
  }
}

/** Prints how long suggestions and searches take at fixed rates. */
export async function benchSearch({ seconds, posts }: Scale): Promise<void> {
  await using test = await createTestDatabase();
  await using sql = connectTo(test.url, { max: 2 });
  const database = openDatabase({ databaseUrl: test.url, dataDirectory: '/nowhere' }, openLog('silent'));
  try {
    await seedCommunity(sql, posts);
    await database.ready();
    await withFolder(async (folder) => {
      const [data, snapshot] = [join(folder, 'data'), join(folder, 'snapshot')];
      mkdirSync(join(snapshot, 'catalog'), { recursive: true });
      const cards = Array.from({ length: ENTITIES }, (_, at) => ({
        id: String(at),
        name: { en: nameOf(at), ja: `${JAPANESE[at % 10]}${at}` },
        rarity: at % 5,
      }));
      writeFileSync(join(snapshot, 'catalog', 'cards.json'), JSON.stringify(cards));
      const described = {
        server: { id: 'jp', displayName: 'JP', region: 'jp' },
        resources: { cards: { file: 'catalog/cards.json', id: 'id' } },
      };
      writeFileSync(join(snapshot, 'snapshot.json'), JSON.stringify(described));
      await publishSnapshot(snapshot, data);
      const environment = { DATABASE_URL: test.url, AUTH_SECRET: SECRET, LIMITS: 'off', QUOTAS: 'off' };
      const livehouse = await startLivehouse(data, { environment, pinned: false });
      try {
        const { port, pid } = livehouse;
        await waitForDatabase(port);
        await waitUntilReady(port, '/api/v1/servers/jp/catalog/search?q=silver');
        const words = typed();
        const run = async (name: string, rate: number, path: string, goal: number | undefined) => {
          const next = (): string => `${path}${encodeURIComponent(words.next().value ?? '')}`;
          for (let warm = 0; warm < WARM; warm++) await ask(port, next());
          const result = await openLoop(pid, rate, Math.max(SECONDS_MIN, seconds), () => ask(port, next()));
          const judged = goal === undefined ? '' : `p95 < ${goal} ms: ${result.p95Ms < goal ? 'met' : 'missed'}`;
          const times = [result.p50Ms, result.p95Ms, result.p99Ms].map((time) => time.toFixed(1));
          return [name, `${result.answers - result.refused} of ${result.answers}`, ...times, judged];
        };
        const rows = [
          await run(`suggestions, ${RATE}/s`, RATE, '/api/v1/search?suggest=1&q=', GOAL_P95_MS),
          await run(`searches, ${WHOLE_RATE}/s`, WHOLE_RATE, '/api/v1/search?q=', undefined),
        ];
        const head = [`${posts} posts, ${ENTITIES} entities`, 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'goal'];
        process.stdout.write(`${formatTable(head, rows)}\n`);
      } finally {
        await livehouse.stop();
      }
    });
  } finally {
    await database.close();
  }
}
