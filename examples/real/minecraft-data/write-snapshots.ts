// Writes one snapshot folder for each of a few game versions: `node bin/bun.js examples/real/minecraft-data/write-snapshots.ts`.
// The package keeps a table of a version wherever it last changed and says so in dataPaths.json; a descriptor names
// those places, so that it can be published without this script.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Oldest first: published in this order, each becomes the next release of the one server. */
const VERSIONS = ['1.16.5', '1.18.2', '1.20', '1.21.4', '1.21.11'] as const;

const DATA = 'node_modules/minecraft-data/minecraft-data/data';

/** Numeric ids are renumbered from version to version; names last, so a diff of two releases tells what changed. */
const COLLECTIONS = {
  attributes: { id: 'name' },
  biomes: { id: 'name', relations: { category: { field: 'category', mode: 'records' } } },
  blocks: {
    id: 'name',
    summary: ['id', 'name', 'displayName', 'material', 'hardness'],
    dependencies: ['items'],
    relations: { material: { field: 'material', mode: 'records', encode: 'path' } },
  },
  effects: { id: 'name', duplicates: 'first', relations: { type: { field: 'type', mode: 'ids' } } },
  enchantments: { id: 'name', relations: { category: { field: 'category', mode: 'ids' } } },
  entities: {
    id: 'name',
    summary: ['id', 'name', 'displayName', 'category', 'type'],
    relations: { category: { field: 'category', mode: 'records', encode: 'path' } },
  },
  foods: { id: 'name', dependencies: ['items'] },
  instruments: { id: 'name' },
  items: { id: 'name', summary: ['id', 'name', 'displayName', 'stackSize'] },
  particles: { id: 'name' },
  recipes: { dependencies: ['items'] },
  sounds: { id: 'name' },
} as const;

/** Resource name and the table it is made of. */
const DOCUMENTS = { 'collision-shapes': 'blockCollisionShapes', language: 'language', materials: 'materials' } as const;

interface Paths {
  readonly [edition: string]: { readonly [version: string]: { readonly [table: string]: string } };
}

function writeSnapshots(): void {
  const paths: Paths = JSON.parse(readFileSync(join(import.meta.dirname, DATA, 'dataPaths.json'), 'utf8'));
  const target = join(import.meta.dirname, 'snapshots');
  rmSync(target, { recursive: true, force: true });
  for (const version of VERSIONS) {
    const tables = paths.pc?.[version];
    if (tables === undefined) throw new Error(`the package does not know version ${version}`);
    const mounts: Record<string, string> = {};
    const resources: Record<string, object> = {};
    const mount = (resource: string, table: string): string | undefined => {
      const folder = tables[table];
      if (folder === undefined) return undefined;
      const file = `catalog/${resource}.json`;
      mounts[file] = `../../${DATA}/${folder}/${table}.json`;
      return file;
    };
    for (const [resource, declaration] of Object.entries(COLLECTIONS)) {
      const file = mount(resource, resource);
      if (file !== undefined) resources[resource] = { file, ...declaration };
    }
    for (const [resource, table] of Object.entries(DOCUMENTS)) {
      const file = mount(resource, table);
      if (file !== undefined) resources[resource] = { file, kind: 'document' };
    }
    const descriptor = {
      $schema: '../../../../../docs/snapshot.schema.json',
      server: { id: 'minecraft', displayName: 'Minecraft', region: 'global' },
      sourceId: `java-${version}`,
      mounts,
      resources,
    };
    mkdirSync(join(target, version), { recursive: true });
    writeFileSync(join(target, version, 'snapshot.json'), `${JSON.stringify(descriptor, null, 2)}\n`);
  }
}

writeSnapshots();
