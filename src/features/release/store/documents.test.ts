import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { canonicalBytes, canonicalText, sha256Hex } from '../../../kernel/canonical-json.ts';
import { SHARD_NAMES, shardOf } from '../../../kernel/partition.ts';
import { indexShardBytes, releaseManifestBytes } from './documents.ts';
import { indexShardSchema, parseDocument, type ReleaseEntry, releaseIdOf, releaseManifestSchema } from './formats.ts';

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: release paths hold none.
  .filter((text) => !/[\u0000-\u001f\u007f\\/]/.test(text) && text !== '.' && text !== '..' && text.isWellFormed());
const entries = fc.uniqueArray(segment, { maxLength: 40 }).map((names): ReleaseEntry[] =>
  names
    .map((name) => ({
      path: `assets/${name}`,
      role: 'assets' as const,
      bytes: name.length,
      sha256: sha256Hex(name),
      mediaType: 'text/plain; charset=utf-8',
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1)),
);

describe('release documents', () => {
  test('the manifest is canonical and of its schema', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const id = releaseIdOf('jp', 'v1', list);
        const bytes = releaseManifestBytes('jp', 'v1', id, list);
        const manifest = parseDocument(releaseManifestSchema, bytes);
        expect(manifest?.entries).toEqual(list);
        expect(Buffer.compare(bytes, canonicalBytes(JSON.parse(new TextDecoder().decode(bytes))))).toBe(0);
      }),
    );
  });

  test('the release id is the digest of the canonical JSON, with its newline', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const plain = list.map((entry) => ({ ...entry }));
        const text = canonicalText({
          schema: 'service-resource-release-v1',
          server: 'jp',
          sourceId: 'v1',
          entries: plain,
        });
        expect(releaseIdOf('jp', 'v1', list)).toBe(`r-${sha256Hex(`${text}\n`).slice(0, 20)}`);
      }),
    );
  });

  test('all 256 shards exist, are canonical, and hold each entry once', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const id = releaseIdOf('jp', 'v1', list);
        const shards = indexShardBytes('jp', id, list);
        expect([...shards.keys()]).toEqual([...SHARD_NAMES]);
        const found: string[] = [];
        for (const [name, bytes] of shards) {
          const shard = parseDocument(indexShardSchema, bytes);
          expect(shard?.shard).toBe(name);
          expect(Buffer.compare(bytes, canonicalBytes(JSON.parse(new TextDecoder().decode(bytes))))).toBe(0);
          for (const path of Object.keys(shard?.entries ?? {})) {
            expect(shardOf(path)).toBe(name);
            found.push(path);
          }
        }
        expect(found.sort()).toEqual(list.map((entry) => entry.path));
      }),
      { numRuns: 20 },
    );
  });
});
