// The descriptors of examples/real that docs/publishing.md begins with, published from the packages that they mount. Their files
// come from npm, with the digests of the lock files.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { runJson } from '../fixtures/run-command.ts';
import { openWorld } from '../world.ts';

const REAL = join(import.meta.dir, '..', '..', 'examples', 'real');
const LINES_MAX = 40;

const world = await keepOpen(openWorld());

async function publish(name: string): Promise<void> {
  const directory = join(REAL, name);
  if (!existsSync(join(directory, 'node_modules'))) {
    const install = Bun.spawn(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', directory], {
      stdout: 'ignore',
      stderr: 'inherit',
    });
    expect(await install.exited).toBe(0);
  }
  const { warnings, releaseId } = await world.publish(directory);
  expect(warnings).toEqual([]);
  expect(await republish(name)).toMatchObject({ ok: true, releaseId });
  expect(readFileSync(join(directory, 'snapshot.json'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(
    LINES_MAX,
  );
}

/** The release, pulled and published elsewhere. */
async function republish(server: string): Promise<unknown> {
  const folder = folderForTest();
  const [copy, data] = [join(folder, 'copy'), join(folder, 'data')];
  const pulled = await runJson(data, 'pull', world.address, server, copy, '--files', '--allow-private');
  expect(pulled.json).toMatchObject({ ok: true, left: 0 });
  return (await runJson(data, 'publish', copy)).json;
}

async function read(path: string): Promise<unknown> {
  for (;;) {
    const answer = await world.fetch(`/api/v1/servers/${path}`);
    const text = await answer.text();
    if (answer.status === 503) {
      await Bun.sleep(100);
      continue;
    }
    expect([path, answer.status, text.slice(0, 200)]).toEqual([path, 200, text.slice(0, 200)]);
    return JSON.parse(text);
  }
}

test('heroes: a side table, references through lists, labels and units', async () => {
  await publish('heroes');
  expect(await read('heroes/heroes/1')).toMatchObject({
    localized_name: 'Anti-Mage',
    kit: { abilities: expect.any(Array) },
  });
  const { resources } = (await read('heroes/catalog/presentation')) as {
    resources: Record<string, { title: string; fields: Record<string, object> }>;
  };
  expect(resources.heroes?.title).toBe('localized_name');
  expect(resources.heroes?.fields['kit.abilities']).toMatchObject({ references: [{ resource: 'abilities' }] });
  expect(resources.items?.fields.components).toMatchObject({ references: [{ resource: 'items' }] });
  expect(await read('heroes/catalog/query/items?filter=components=basher&fields=dname')).toMatchObject({
    items: expect.arrayContaining([{ id: 'abyssal_blade', entity: { dname: 'Abyssal Blade' } }]),
  });
  expect(await read('heroes/catalog/query/patches?filter=date<2011-01-01&fields=name')).toMatchObject({
    items: [{ entity: { name: '6.70' } }],
  });
});

test('countries: pictures by a template, texts by language that stand elsewhere, files as a collection', async () => {
  await publish('countries');
  expect(await read('countries/catalog/query/countries?filter=cca3=RUS&fields=names@ja,flagPicture')).toMatchObject({
    items: [{ id: 'RUS', entity: { 'names@ja': 'ロシア', flagPicture: 'assets/Assets/flags/rus.svg' } }],
  });
  expect(await read('countries/catalog/query/countries?q=ドイツ&fields=cca2')).toMatchObject({
    items: [{ id: 'DEU' }],
  });
  expect(await read('countries/flags/rus')).toMatchObject({ name: 'rus', bytes: expect.any(Number) });
});

test('emoji: 28 languages in folders are one collection', async () => {
  await publish('emoji');
  expect(await read('emoji/emoji/1F63A')).toMatchObject({ label: { en: 'grinning cat', ja: 'にっこり笑う猫' } });
  expect(await read('emoji/catalog/query/emoji?q=にっこり笑う猫&fields=label@de')).toMatchObject({
    items: [{ id: '1F63A', entity: { 'label@de': 'grinsende Katze' } }],
  });
});
