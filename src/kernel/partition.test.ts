import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { fnv1a32, SHARD_NAMES, shardOf } from './partition.ts';

describe('fnv1a32-mod-256', () => {
  test.each([
    ['a', 0xe40c292c, '2c'],
    ['1', 0x340ca71c, '1c'],
    ['10001', 0x69f47faf, 'af'],
    ['talk:1', 0xc1335b3a, '3a'],
    ['api/v1/catalog/manifest.json', 0xdb52ae95, '95'],
    ['api/v1/catalog/songs/index.json', 0x800b2bbd, 'bd'],
    ['asset/Android/catalog_main.hash', 0x9bb80009, '09'],
  ])('%p', (key, hash, shard) => {
    expect(fnv1a32(key)).toBe(hash);
    expect(shardOf(key)).toBe(shard);
  });

  test('hashes UTF-8 bytes, whatever the script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (key) => {
        let hash = 0x811c9dc5;
        for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193);
        expect(fnv1a32(key)).toBe(hash >>> 0);
        expect(SHARD_NAMES).toContain(shardOf(key));
      }),
    );
  });
});
