// Changes between two versions of large tables, against a plain comparison of the tables in JavaScript. The tables have the
// shape of published game data: numbered entities with names and lists, and items whose ids are paths.
import { expect, test } from 'bun:test';
import { createChance } from '../fixtures/query-model.ts';
import { readFrom } from '../fixtures/release-world.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

interface Change {
  readonly id: string;
  readonly change: string;
  readonly fields: readonly string[];
}
type Table = Map<string, { [field: string]: unknown }>;

const COUNT = 1500;

function makeBlocks(): Table {
  return new Map(
    Array.from({ length: COUNT }, (_, i) => [
      `${i}`,
      {
        id: i,
        name: `block_${i}`,
        hardness: i % 7,
        stackSize: 64,
        drops: [i, i + 1],
        states: { facing: { type: 'enum', num_values: 4 }, lit: i % 2 === 0 },
      },
    ]),
  );
}

function makeItems(): Table {
  return new Map(
    Array.from({ length: COUNT }, (_, i) => [
      `Lotus:Types:Item${i}`,
      { uniqueName: `/Lotus/Types/Item${i}`, name: `Item ${i}`, tradable: i % 3 === 0, abilities: [{ name: `a${i}` }] },
    ]),
  );
}

/** Edits some entities; returns what the service must tell. */
function edit(table: Table, fields: readonly (readonly [string, () => unknown])[], seed: number): readonly Change[] {
  const chance = createChance(seed);
  const changes: Change[] = [];
  for (const [id, entity] of [...table]) {
    const lot = chance();
    if (lot < 0.05) {
      table.delete(id);
      changes.push({ id, change: 'removed', fields: [] });
    } else if (lot < 0.4) {
      const chosen = fields.filter(() => chance() < 0.5);
      for (const [path, make] of chosen) {
        const keys = path.split('.');
        const last = keys.pop() ?? '';
        let holder: { [field: string]: unknown } = entity;
        for (const key of keys) holder = Object(holder[key]);
        holder[last] = make();
      }
      if (chosen.length > 0) changes.push({ id, change: 'changed', fields: chosen.map(([path]) => path) });
    }
  }
  return changes;
}

const numbered = (a: Change, b: Change): number => Number(a.id) - Number(b.id);
const byCharacters = (a: Change, b: Change): number => (a.id < b.id ? -1 : 1);

test('large tables: all changes, page by page', async () => {
  await using world = await openWorld();
  using snapshot = createSmallSnapshot();
  snapshot.describe({
    resources: {
      blocks: { file: 'catalog/blocks.json', id: 'id' },
      items: { file: 'catalog/items.json', id: { field: 'uniqueName', encode: 'path' } },
    },
  });
  const [blocks, items] = [makeBlocks(), makeItems()];
  const publish = async (): Promise<string> => {
    snapshot.write('catalog/blocks.json', JSON.stringify([...blocks.values()]));
    snapshot.write('catalog/items.json', JSON.stringify([...items.values()]));
    return (await world.publish(snapshot.directory)).releaseId;
  };
  const from = await publish();
  const expected = {
    blocks: edit(
      blocks,
      [
        ['hardness', () => 99],
        ['drops', () => [1]],
        ['states.facing.num_values', () => 6],
      ],
      1,
    ),
    items: edit(
      items,
      [
        ['name', () => 'new'],
        ['abilities', () => []],
        ['vaulted', () => true],
      ],
      2,
    ),
  };
  blocks.set(`${COUNT}`, { id: COUNT, name: 'last' });
  items.set('Lotus:New', { uniqueName: '/Lotus/New', name: 'New' });
  const all = {
    blocks: [...expected.blocks, { id: `${COUNT}`, change: 'added', fields: [] }].sort(numbered),
    items: [...expected.items, { id: 'Lotus:New', change: 'added', fields: [] }].sort(byCharacters),
  };
  const to = await publish();
  const root = `/api/v1/servers/jp/release/changes?from=${from}&to=${to}`;
  const counts: unknown = (await readFrom(world, root)).json();
  for (const [name, changes] of Object.entries(all)) {
    const found: Change[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await readFrom(world, `${root}&resource=${name}&limit=73${more}`);
      const page: { items: Change[]; nextCursor: string | null } = JSON.parse(answer.text);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found).toEqual(changes);
    const number = (kind: string): number => changes.filter(({ change }) => change === kind).length;
    const own = { added: number('added'), removed: number('removed'), changed: number('changed') };
    expect(counts).toMatchObject({ resources: { [name]: own } });
  }
}, 60_000);
