// Work folders of processes that were killed are removed by the next one; those of living processes stay.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { folderForTest } from '../../../tests/fixtures/keep-open.ts';
import { makeWorkFolder, sweepWorkFolders } from './work-folder.ts';

const before = process.env.TMPDIR;
let folder: string;
beforeEach(() => {
  folder = folderForTest();
  process.env.TMPDIR = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

test('folders of dead processes are removed with their content', async () => {
  const own = await makeWorkFolder('picture');
  const left = own.replace(/\.[^.]+$/, '.dead');
  const dead = left.replace(/picture-\d+-\d+/, 'picture-4000000-1');
  mkdirSync(dead);
  writeFileSync(join(dead, '0'), 'pixels');
  mkdirSync(join(folder, 'livehouse-work-somebody-else'));
  mkdirSync(join(folder, basename(dead).replace('livehouse-', 'other-')));
  await sweepWorkFolders();
  expect(readdirSync(folder).sort()).toEqual(
    [basename(own), 'livehouse-work-somebody-else', basename(dead).replace('livehouse-', 'other-')].sort(),
  );
});

test('of another boot or container, only folders that are a day old are removed', async () => {
  const own = basename(await makeWorkFolder('video'));
  const [young, old] = ['1', '2'].map((digit) => own.replace(/-[0-9a-f]+\.[^.]+$/, () => `-${digit}.abcdef`));
  for (const name of [young, old]) mkdirSync(join(folder, name ?? ''));
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(folder, old ?? ''), before, before);
  await sweepWorkFolders();
  expect(readdirSync(folder).sort()).toEqual([own, young ?? ''].sort());
});
