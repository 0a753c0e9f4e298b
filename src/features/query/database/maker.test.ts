// The process that builds a query file gets documents as bytes or as files: the result is the same, nothing is left in the
// folder, and a file with other bytes than announced ends it.
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { openQueryFileMaker } from './maker.ts';

const SHARDS = 40;

function documents(): readonly (readonly [path: string, bytes: Uint8Array])[] {
  const ids = Array.from({ length: SHARDS }, (_, at) => `e${String(at).padStart(3, '0')}`);
  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const base = 'api/v1/catalog/things';
  return [
    [`${base}/index.json`, json(ids.map((id) => ({ id })))],
    ...ids.map((id, at) => {
      const name = at.toString(16).padStart(2, '0');
      return [
        `${base}/entities/${name}.json`,
        json({ [id]: { id, at, only: at % 2 === 0 ? [`v${at}`] : [] } }),
      ] as const;
    }),
    ['api/v1/catalog/manifest.json', json({ resources: { things: { kind: 'collection', count: SHARDS } } })],
  ];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-maker-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('bytes and files give the same file, and nothing stays behind', async () => {
  await inFolder(async (folder) => {
    const sources = join(folder, 'source');
    const work = join(folder, 'work');
    for (const each of [sources, work]) await Bun.write(join(each, '.keep'), '');
    const digests: string[] = [];
    for (const isFile of [false, true]) {
      await using maker = openQueryFileMaker(work, 5);
      for (const [path, bytes] of documents()) {
        const sha256 = sha256Hex(bytes);
        const file = join(sources, sha256);
        if (isFile) writeFileSync(file, bytes);
        await maker.add({ path, sha256, content: isFile ? file : bytes });
      }
      const made = await maker.finish();
      if (!('path' in made)) throw new Error(made.failure);
      digests.push(sha256Hex(readFileSync(made.path)));
    }
    expect(digests[0]).toBe(digests[1] ?? '');
    expect(readdirSync(work)).toEqual(['.keep']);
    expect(readdirSync(sources)).toHaveLength(SHARDS + 3);
  });
});

test('a document that is not what was announced ends it', async () => {
  await inFolder(async (folder) => {
    for (const content of [new Uint8Array([0x7b, 0x7d]), join(folder, 'nowhere')]) {
      await using maker = openQueryFileMaker(folder, 5);
      await maker.add({ path: 'api/v1/catalog/things/index.json', sha256: '0'.repeat(64), content });
      expect(await maker.finish()).toEqual({ failure: expect.any(String) });
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
