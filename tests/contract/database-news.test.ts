// News by LISTEN and NOTIFY: they arrive at once, whoever caused them, go on after a lost connection, and count as dead where a
// pooler swallows them.
import { expect, test } from 'bun:test';
import type { Database } from '../../src/platform/database/database.ts';
import { DatabaseNews } from '../../src/platform/database/news.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { connectTo, createTestDatabase, openReadyDatabase } from '../fixtures/database.ts';
import { keepOpen } from '../fixtures/keep-open.ts';

const CHANNEL = 'news_of_tests';

const lines: string[] = [];
const log = openLog('info', { format: 'json', write: (line) => lines.push(line) });

const place = await keepOpen(createTestDatabase());
const other = await keepOpen(connectTo(place.url));
const database = await keepOpen(openReadyDatabase(place.url, log));

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('the condition did not come true in time');
    await Bun.sleep(10);
  }
}

function follow(over: Database = database) {
  const heard: string[] = [];
  const gaps: number[] = [];
  const news = new DatabaseNews({
    database: over,
    channel: CHANNEL,
    log,
    onNews: (payload) => heard.push(payload),
    onGap: () => gaps.push(heard.length),
  });
  return { news, heard, gaps };
}

test('news of another connection arrive, probes are not told, and nothing after the end', async () => {
  const { news, heard, gaps } = follow();
  expect(news.isLive).toBe(false);
  news.start();
  await until(() => news.isLive);
  expect(gaps.length).toBeGreaterThan(0);
  await other`select pg_notify(${CHANNEL}, 'one')`;
  await until(() => heard.length === 1);
  expect(heard).toEqual(['one']);
  news.stop();
  expect(news.isLive).toBe(false);
  news.start();
  await until(() => news.isLive);
  await other`select pg_notify(${CHANNEL}, 'two')`;
  await until(() => heard.includes('two'));
  news.stop();
});

test('after a lost connection they go on, and the gap is told', async () => {
  const { news, heard, gaps } = follow();
  news.start();
  await until(() => news.isLive);
  const before = gaps.length;
  const ended: unknown[] = await other`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  expect(ended.length).toBeGreaterThan(0);
  await until(() => gaps.length > before);
  await until(() => news.isLive);
  await other`select pg_notify(${CHANNEL}, 'after')`;
  await until(() => heard.includes('after'));
  news.stop();
});

test('where LISTEN is taken and nothing arrives they are not live, which is said once', async () => {
  const pool = database.pool;
  if (pool === undefined) throw new Error('no pool');
  // As behind a pooler that gives out connections by transaction.
  const deaf = new Proxy(pool, {
    get: (target, name) =>
      name === 'listen'
        ? async (_channel: string, _onNews: unknown, onListen: () => void) => {
            onListen();
            return { unlisten: async () => undefined };
          }
        : Reflect.get(target, name),
  });
  const over = new Proxy(database, {
    get: (target, name) => {
      if (name === 'pool') return deaf;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { news } = follow(over);
  news.start();
  const isSaid = (): boolean => lines.some((line) => line.includes('notifications of the database do not arrive'));
  await until(isSaid);
  expect(news.isLive).toBe(false);
  expect(lines.filter((line) => line.includes('notifications of the database'))).toHaveLength(1);
  news.stop();
});
