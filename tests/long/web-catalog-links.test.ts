// Every link that is found from the overview of a catalog on leads somewhere: pages, files, pictures, and the interface.
import { expect, test } from 'bun:test';
import { openCatalogWorld } from '../fixtures/catalog-world.ts';
import { addressesOf, HTML } from '../fixtures/page-client.ts';

/** Pages of entities of one collection. */
const ENTITIES_MAX = 25;

test('no link of the sample is dead', async () => {
  await using home = await openCatalogWorld();
  const { world } = home;
  const seen = new Set<string>(['/catalog/demo']);
  const queue = [...seen];
  const dead: string[] = [];
  const entities = new Map<string, number>();
  let pages = 0;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const answer = await world.fetch(path, { headers: { ...HTML, 'accept-language': 'en' } });
    if (answer.status !== 200 && path !== '/catalog') dead.push(`${answer.status} ${path}`);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    const text = await answer.text();
    if (!isPage || !path.startsWith('/catalog/')) continue;
    pages++;
    if (!/<title>[^<·]+ · /.test(text)) dead.push(`no title: ${path}`);
    for (const link of addressesOf(text)) {
      const [bare = ''] = link.split('#');
      // Orders and chosen filters lead on without end; those of the first list are enough.
      const isVariation = bare.includes('?') && path.includes('?');
      if (!bare.startsWith('/') || bare.startsWith('//') || isVariation || seen.has(bare)) continue;
      // Each entity has its texts in every language; one is tested for itself.
      if (/[?&]text=/.test(bare)) continue;
      // The frame leads to the community too, which this world has no database for.
      if (!/^\/(?:catalog|api|assets|runtime|objects|pictures|game-client)\b/.test(bare)) continue;
      if (bare.startsWith('/api/v1/community/')) continue;
      // Entities of a collection have pages of one kind.
      const [, collection] = /^(\/catalog\/demo\/[a-z-]+)\/[^/?~]+$/.exec(bare) ?? [];
      if (collection !== undefined) {
        const count = (entities.get(collection) ?? 0) + 1;
        entities.set(collection, count);
        if (count > ENTITIES_MAX) continue;
      }
      seen.add(bare);
      queue.push(bare);
    }
  }
  expect(dead).toEqual([]);
  expect(pages).toBeGreaterThan(150);
}, 120_000);
