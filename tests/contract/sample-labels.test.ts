// The sample names its resources and fields in every language of the pages, so that no page of it mixes two.
import { expect, test } from 'bun:test';
import { SLOT_LOCALES } from '../../src/kernel/names.ts';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { openWorld } from '../world.ts';

type Labels = AnswerBody<'GET /api/v1/servers/{server}/catalog/presentation'>['resources'][string]['labels'];

test('every resource and field of the sample has a label in five languages', async () => {
  await using world = await openWorld({ PROVIDER_URL: 'off' });
  await world.publish(SAMPLE);
  const base = '/api/v1/servers/demo/catalog';
  await world.untilThere(`${base}/query/cards`);
  const { resources }: { resources: Readonly<Record<string, { kind: string; labels: Labels }>> } = await (
    await world.fetch(`${base}/presentation`)
  ).json();
  const missing: string[] = [];
  for (const [name, { kind, labels }] of Object.entries(resources)) {
    missing.push(...SLOT_LOCALES.filter((locale) => !labels.name[locale]).map((locale) => `${locale} ${name}`));
    if (kind === 'document') continue;
    const { fields }: { fields: readonly { path: string; type: string; list: boolean }[] } = await (
      await world.fetch(`${base}/query/${name}/fields`)
    ).json();
    // Fields of objects in lists are named by their keys.
    const lists = fields.filter(({ type, list }) => type === 'json' && list).map(({ path }) => `${path}.`);
    for (const { path } of fields.filter((field) => !lists.some((list) => field.path.startsWith(list)))) {
      const lacking = SLOT_LOCALES.filter((locale) => !labels.fields[path]?.[locale]);
      missing.push(...lacking.map((locale) => `${locale} ${name} ${path}`));
    }
  }
  expect(missing).toEqual([]);
});

test('fields that differ by a level alone are told apart', async () => {
  await using world = await openWorld({ PROVIDER_URL: 'off' });
  await world.publish(SAMPLE);
  const list = async (locale: string): Promise<string> =>
    (await world.fetch('/catalog/demo/cards', { headers: { accept: 'text/html', 'accept-language': locale } })).text();
  await world.until(async () => (await list('en')).includes('Performance (Lv. 60)'), 20_000);
  const labels = new Map<string, string>();
  for (const [, order = '', label = ''] of (await list('en')).matchAll(/[?;]sort=(-?stat[^"&]*)[^"]*"[^>]*>([^<]+)</g))
    labels.set(order, label.trim());
  expect(labels.size).toBeGreaterThan(2);
  expect(new Set(labels.values()).size).toBe(labels.size);
  expect(await list('ja')).toContain('パフォーマンス（Lv.60）');
});
