// Commands that change the current release wait, for a bounded time, until the service of the same data directory serves it,
// and report that. Without a service they report that none runs.
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processMark } from '../../src/platform/files/process-identity.ts';
import { noticesPath } from '../../src/platform/files/service-notices.ts';
import { folderForTest, keepOpen } from '../fixtures/keep-open.ts';
import { runCommand, runJson } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import { openWorld } from '../world.ts';

const snapshot = await keepOpen(createSmallSnapshot());
const world = await keepOpen(openWorld());

const NONE = 'service  none runs on this data directory';
const run = (...args: string[]) => runJson(world.dataDirectory, ...args);
const edit = (text: string): void => snapshot.write('assets/Assets/media-0.txt', text);
/** Status and release of one request for the current catalog. */
const served = async (): Promise<string> => {
  const answer = await world.fetch('/api/v1/servers/jp/catalog');
  await answer.body?.cancel();
  return `${answer.status} ${answer.headers.get('x-service-release-id')}`;
};

test('publish, rollback, promote and retire return when the service has switched', async () => {
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    edit(text);
    const { json, stderr } = await run('publish', snapshot.directory);
    expect(await served()).toBe(`200 ${json.releaseId}`);
    expect(stderr).toContain('service  has it');
    ids.push(json.releaseId);
  }
  const [first = '', second = '', third = ''] = ids;
  const rolled = await run('releases', 'rollback', 'jp');
  expect([await served(), rolled.json.releaseId]).toEqual([`200 ${second}`, second]);
  expect(rolled.stderr).toContain('service  has it');
  await run('releases', 'promote', 'jp', first);
  expect(await served()).toBe(`200 ${first}`);
  const retired = await run('releases', 'retire', 'jp');
  expect(await served()).toStartWith('404');
  expect(retired.stderr).toContain('service  has it');
  const { stdout } = await runCommand(world.dataDirectory, 'publish', snapshot.directory);
  expect(await served()).toBe(`200 ${third}`);
  expect(stdout).toMatch(/^ {2}service +has it$/m);
});

test('a release that does not become current causes no wait', async () => {
  edit('staged');
  expect((await run('publish', snapshot.directory, '--no-promote')).stderr).not.toContain('service');
  expect((await run('publish', snapshot.directory, '--dry-run')).stderr).not.toContain('service');
});

test('without a service the commands report that; notices of dead processes are ignored and removed', async () => {
  const data = folderForTest();
  expect((await runJson(data, 'publish', snapshot.directory)).stderr).toContain(NONE);
  const folder = noticesPath(data, 'serving');
  mkdirSync(folder);
  writeFileSync(join(folder, `${processMark().replace(/^\d+-\d+/, '4000000-1')}.0a.json`), '{"pointers":{}}');
  writeFileSync(join(folder, `.tmp-${processMark()}.0a.1`), '{"pointers":{}}');
  const again = await runJson(data, 'publish', snapshot.directory);
  expect(again.json.unchanged).toBe(true);
  expect(again.stderr).toContain(NONE);
  expect(readdirSync(folder).filter((name) => !name.startsWith('.tmp-'))).toEqual([]);
});

test('a process that does not switch is reported after a bounded wait, and the command succeeds', async () => {
  const data = folderForTest();
  mkdirSync(noticesPath(data, 'serving'));
  // Two notices of this process, which is alive and watches no pointer.
  for (const name of ['0a', '0b']) {
    writeFileSync(
      join(noticesPath(data, 'serving'), `${processMark()}.${name}.json`),
      name === '0a' ? '{"pointers":{}}' : 'torn',
    );
  }
  const { code, json, stderr } = await runJson(data, 'publish', snapshot.directory);
  expect([code, json.promoted]).toEqual([0, true]);
  expect(stderr).toContain('service  2 of 2 processes have not taken it up within 10 s');
});
