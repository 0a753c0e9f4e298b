import { describe, expect, test } from 'bun:test';
import { SHARD_NAMES } from '../../kernel/partition.ts';
import { createMemoryDerivation, type MemoryDerivation } from '../release/publish/derivation.fixture.ts';
import { deriveGameClient } from './derive.ts';
import { gameClientIndexSchema, gameClientManifestSchema } from './formats.ts';

const hash = '3f'.repeat(16);
const gameClient = {
  platform: 'Android',
  catalogFile: `catalog_${hash}.bin`,
  catalogHashFile: 'catalog_main.hash',
  embeddedCatalogFile: 'embedded.bin',
};
const client = {
  'game-client/master/MasterDataSystemVersion.txt': '2026.1\n',
  'game-client/master/MasterB.bin': 'bb',
  'game-client/master/MasterA.bin': 'a',
  [`game-client/Android/catalog_${hash}.bin`]: 'catalog',
  'game-client/Android/catalog_main.hash': 'feed',
  'game-client/Android/embedded.bin': 'embedded',
  'game-client/Android/__proto__': 'bundle',
};

async function derive(descriptor: object, files: Readonly<Record<string, unknown>>): Promise<MemoryDerivation> {
  const memory = createMemoryDerivation(descriptor, files);
  await deriveGameClient(memory.context);
  return memory;
}

const codesOf = (memory: MemoryDerivation): string[] =>
  memory.findings.map(({ severity, code, file, path }) => `${severity} ${code} ${file} ${path}`);

describe('deriveGameClient', () => {
  test('describes the client and indexes its files in 256 shards', async () => {
    const memory = await derive({ gameClient }, client);
    expect(memory.findings).toEqual([]);
    const manifest = gameClientManifestSchema.parse(memory.json('game-client/manifest.json'));
    expect(manifest).toMatchObject({
      server: 'test',
      sourceId: 'source-1',
      master: { systemVersion: '2026.1', tableCount: 2, totalBytes: 10 },
      bundles: { ...gameClient, catalogHash: hash, bundleCount: 1, fileCount: 4, totalBytes: 25 },
    });
    expect(manifest.master.tables.map(({ file }) => file)).toEqual(['MasterA.bin', 'MasterB.bin']);
    const roles = new Map<string, string>();
    for (const shard of SHARD_NAMES) {
      const index = gameClientIndexSchema.safeParse(memory.json(`game-client/bundles/index/${shard}.json`));
      expect(index.success).toBe(true);
      const entries: object = JSON.parse(memory.text(`game-client/bundles/index/${shard}.json`)).entries;
      for (const [name, entry] of Object.entries(entries)) roles.set(`${shard} ${name}`, entry[2]);
    }
    expect(roles.get('09 catalog_main.hash')).toBe('catalog-hash');
    expect([...roles.values()].sort()).toEqual(['catalog', 'catalog-hash', 'embedded-catalog', 'unity-bundle']);
    expect(memory.documents.size).toBe(257);
  });

  test('the hash is read from the hash file when the name has none', async () => {
    const files = { ...client, 'game-client/Android/catalog.bin': 'c' };
    const memory = await derive({ gameClient: { ...gameClient, catalogFile: 'catalog.bin' } }, files);
    expect(memory.json('game-client/manifest.json')).toMatchObject({
      bundles: { catalogHash: 'feed', bundleCount: 2 },
    });
  });

  test('without tree and section nothing is emitted', async () => {
    expect((await derive({}, {})).documents.size).toBe(0);
  });

  test('a game-client tree requires the gameClient section', async () => {
    const memory = await derive({}, client);
    expect(codesOf(memory)).toEqual(['error game_client_undeclared snapshot.json $']);
    expect(memory.documents.size).toBe(0);
  });

  test('every inconsistency is reported in one run and nothing is emitted', async () => {
    const memory = await derive(
      { gameClient: { ...gameClient, catalogHashFile: 'none.hash', embeddedCatalogFile: `catalog_${hash}.bin` } },
      {
        'game-client/master/MasterDataSystemVersion.txt': new Uint8Array([0xff]),
        'game-client/master/Other.bin': '',
        'game-client/iOS/x': '',
        'game-client/iOS/y': '',
      },
    );
    expect(codesOf(memory)).toEqual([
      'error platform_mismatch game-client/iOS ',
      'error invalid_master_file game-client/master/Other.bin ',
      'error invalid_text game-client/master/MasterDataSystemVersion.txt ',
      'error missing_file snapshot.json $.gameClient.catalogFile',
      'error missing_file snapshot.json $.gameClient.catalogHashFile',
      'error duplicate_file snapshot.json $.gameClient.embeddedCatalogFile',
      'error missing_file snapshot.json $.gameClient.embeddedCatalogFile',
    ]);
    expect(memory.documents.size).toBe(0);
  });

  test('a client needs a version file that contains text', async () => {
    const { 'game-client/master/MasterDataSystemVersion.txt': _, ...rest } = client;
    expect(codesOf(await derive({ gameClient }, rest))).toEqual([
      'error missing_file game-client/master/MasterDataSystemVersion.txt ',
    ]);
    const blank = { ...client, 'game-client/master/MasterDataSystemVersion.txt': ' \n' };
    expect(codesOf(await derive({ gameClient }, blank))).toEqual([
      'error invalid_text game-client/master/MasterDataSystemVersion.txt ',
    ]);
  });
});
