import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  chainFrom,
  isBundlePath,
  isImageName,
  isProviderId,
  isRawPath,
  isVideoFileName,
  REGIONS,
  readDate,
  readDates,
  readStoryId,
  releaseRegion,
} from './rules.ts';
import { jacketPackage, sound } from './upstream-paths.ts';

describe('dates', () => {
  test('strings and numbers are dates; null, invalid text and the year 2100 are not', () => {
    expect(readDate('1462071600000')).toBe(1462071600000);
    expect(readDate(1)).toBe(1);
    expect(readDate('4102444799999')).toBe(4102444799999);
    for (const value of ['4102444800000', '4107477600000', null, '', 'x', -1, 1.5, Number.NaN, {}, '1e3'])
      expect(readDate(value)).toBeNull();
    expect(readDates(['1'])).toEqual([1, null, null, null, null]);
    expect(readDates(null)).toEqual([null, null, null, null, null]);
  });

  test('the chain starts with the wanted region and contains every region once', () => {
    expect(chainFrom('cn')).toEqual(['cn', 'jp', 'en', 'tw', 'kr']);
    expect(chainFrom('jp')).toEqual(['jp', 'en', 'tw', 'cn', 'kr']);
    for (const region of REGIONS) expect([...chainFrom('kr', region)].sort()).toEqual([...REGIONS].sort());
    expect(releaseRegion([null, 5, null, null, null], 'kr')).toBe('en');
    expect(releaseRegion([null, null, null, null, null], 'kr')).toBe('kr');
  });
});

describe('ids', () => {
  test('story ids', () => {
    expect(readStoryId('event.41-2')).toEqual({ kind: 'event', eventId: '41', episode: 2 });
    expect(readStoryId('band.band1-001')).toEqual({ kind: 'band', scenarioId: 'band1-001' });
    expect(readStoryId('main.74')).toEqual({ kind: 'main', id: '74' });
    expect(readStoryId('afterlive.256')).toEqual({ kind: 'afterlive', id: '256' });
    expect(readStoryId('card.res001001.episode1')).toEqual({
      kind: 'card',
      resourceSet: 'res001001',
      scenarioId: 'episode1',
    });
    for (const text of [
      '',
      'event',
      'event.',
      'event.41',
      'event.0-1',
      'event.1-0',
      'event.1-2-3',
      'band.',
      'band.a/b',
      'main.x',
      'main.01',
      'main.1.2',
      'card.a',
      'card.a.b.c',
      'other.1',
      'band.a%2Fb',
      '__proto__.1',
    ]) {
      expect([text, readStoryId(text)]).toEqual([text, undefined]);
    }
  });

  test('names of files', () => {
    for (const id of ['0', '1', '10001']) expect(isProviderId(id)).toBe(true);
    for (const id of ['', '01', '-1', '1.0', '1e3', '１', '1234567890']) expect(isProviderId(id)).toBe(false);
    for (const name of ['miracle', '485_glee_ glee_ glee', '050_Upper']) expect(isImageName(name)).toBe(true);
    for (const name of ['', '..', 'a/b', 'a\\b', 'a.png', 'a\0b', 'a%2e', 'a?b']) expect(isImageName(name)).toBe(false);
    for (const name of ['music_video_29(2).mp4', 'a.b-c.mp4']) expect(isVideoFileName(name)).toBe(true);
    for (const name of ['a', '.mp4', '../a.mp4', 'a b.mp4', 'a.mp3']) expect(isVideoFileName(name)).toBe(false);
  });
});

describe('paths', () => {
  test('raw paths are limited to their region and roots', () => {
    for (const path of [
      'assets/jp/a',
      'assets/jp/a_rip/b c.png',
      'res/icon/star.png',
      'api/songs/1.json',
      'api/explorer/jp/assets/_info.json',
    ]) {
      expect([path, isRawPath(path, 'jp')]).toEqual([path, true]);
    }
    for (const path of [
      'assets/en/a',
      'assets/jp',
      'assets',
      'res',
      'api/post/list',
      'api/explorer/en/assets/_info.json',
      'index.html',
      'assets/jp/../x',
      'assets/jp/%2e%2e',
      'assets/jp/a?b',
      'assets/jp/a#b',
      'assets/jp/\0',
    ]) {
      expect([path, isRawPath(path, 'jp')]).toEqual([path, false]);
    }
  });

  test('an accepted path is unchanged by URL parsing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const path = `assets/jp/${text}`;
        if (!isRawPath(path, 'jp')) return;
        const encoded = path.split('/').map(encodeURIComponent).join('/');
        expect(new URL(`http://host/${encoded}`).pathname).toBe(`/${encoded}`);
      }),
    );
  });

  test('bundle paths have their limits', () => {
    expect(isBundlePath('a/b')).toBe(true);
    expect(isBundlePath(Array(16).fill('a').join('/'))).toBe(true);
    expect(isBundlePath(Array(17).fill('a').join('/'))).toBe(false);
    expect(isBundlePath('a'.repeat(160))).toBe(true);
    expect(isBundlePath('a'.repeat(161))).toBe(false);
    expect(isBundlePath(Array(6).fill('a'.repeat(150)).join('/'))).toBe(false);
  });

  test('packages round up to ten, two songs lie elsewhere; sounds have three digits or more', () => {
    expect([1, 10, 11, 20, 21, 13, 40, 273].map(jacketPackage)).toEqual([10, 10, 20, 20, 30, 30, 30, 280]);
    expect(sound('jp', '7')).toBe('/assets/jp/sound/bgm007_rip/bgm007.mp3');
    expect(sound('en', '1001')).toBe('/assets/en/sound/bgm1001_rip/bgm1001.mp3');
  });
});
