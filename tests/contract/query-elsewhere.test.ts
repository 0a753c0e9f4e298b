// Every request of docs/query-elsewhere.md is sent to the sample: each is answered, and with something.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { getReady } from '../fixtures/query-client.ts';
import { openWorld } from '../world.ts';

const ROOT = join(import.meta.dir, '..', '..');
const world = await keepOpen(openWorld());
await world.publish(SAMPLE);

const page = await Bun.file(join(ROOT, 'docs/query-elsewhere.md')).text();
/** Rows of the tables: what the other service has, and what is here. */
const rows = page.split('\n').flatMap((line) => {
  if (!line.startsWith('| ') || line.startsWith('| ---')) return [];
  const [, other = '', , here = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return here === 'here' ? [] : [{ other, here }];
});
const requests = rows.flatMap(({ here }) =>
  [...here.matchAll(/`(\/catalog\/[^`]*)`/g)].map(([, text = '']) => text.replaceAll('\\|', '|')),
);

/** The request as it is sent: `&` between parameters is followed by a name, `&&` belongs to a condition. */
function addressOf(text: string): string {
  const [path = '', query] = text.split(/\?(.*)/s);
  const pairs = (query ?? '').split(/(?<!&)&(?=[a-z]+=)/).filter(Boolean);
  const search = new URLSearchParams(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return `/api/v1/servers/demo${path}${search.size === 0 ? '' : `?${search}`}`;
}

const foundSchema = z.object({ items: z.array(z.unknown()), total: z.number() });

test('every row says how, or that it is not available', () => {
  expect(rows.length).toBeGreaterThan(100);
  const silent = rows.filter(({ here }) => !/`[^`]+`/.test(here) && !here.startsWith('not available'));
  expect(silent).toEqual([]);
  expect(new Set(requests).size).toBeGreaterThan(60);
});

test.each([...new Set(requests)])('%s', async (text) => {
  const answer = await getReady(world.fetch, addressOf(text));
  const bytes = await answer.bytes();
  expect([answer.status, answer.status === 200 ? '' : new TextDecoder().decode(bytes)]).toEqual([200, '']);
  if (!text.startsWith('/catalog/query/')) {
    expect(bytes.length).toBeGreaterThan(100);
    return;
  }
  const { items, total } = foundSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  expect(total).toBeGreaterThan(0);
  if (!text.includes('limit=0')) expect(items.length).toBeGreaterThan(0);
});

test('a condition of a query that finds nothing fails this test', async () => {
  const answer = await getReady(world.fetch, addressOf('/catalog/query/cards?where=rarity=99 && cardType="red"'));
  expect(foundSchema.parse(await answer.json()).total).toBe(0);
});
