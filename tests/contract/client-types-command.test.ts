// `livehouse types`: declarations of a catalog for programs, from this instance or another one, and errors that say what to do.
import { expect, test } from 'bun:test';
import { SAMPLE } from '../fixtures/changed-sample.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';
import { runCommand, runJson } from '../fixtures/run-command.ts';
import { openWorld } from '../world.ts';

const world = await keepOpen(openWorld());
const releaseId = (await world.publish(SAMPLE)).releaseId;
const nowhere = keepFolder();

test('prints the declarations of the current release, or of another one', async () => {
  const declared = await (await world.fetch('/api/v1/servers/demo/catalog/types.d.ts')).text();
  expect(await runCommand(nowhere, 'types', world.address, 'demo')).toMatchObject({ code: 0, stdout: declared });
  const pinned = await runJson(nowhere, 'types', `${world.address}/`, 'demo', '--release', releaseId);
  expect(pinned.json).toEqual({ ok: true, server: 'demo', releaseId, declarations: declared });
});

test('says what is wrong', async () => {
  using page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<p>a page</p>') });
  const other = `http://127.0.0.1:${page.port}`;
  const rows: readonly (readonly [readonly string[], number, string, string])[] = [
    [[world.address, 'nobody'], 1, 'server_not_found', 'its servers are: demo'],
    [[world.address, 'demo', '--release', 'r-00000000000000000000'], 1, 'release_not_found', 'does not keep'],
    [[world.address, 'demo', '--release', 'latest'], 1, 'invalid_release', '"latest" is no release id'],
    [['http://127.0.0.1:1', 'demo'], 1, 'no_connection', 'cannot be reached'],
    [[other, 'demo'], 1, 'invalid_answer', 'is no Livehouse'],
    [['demo', 'demo'], 2, 'wrong_usage', 'Addresses begin with'],
    [['ftp://127.0.0.1', 'demo'], 2, 'wrong_usage', 'Addresses begin with'],
    [[world.address], 2, 'wrong_usage', 'Usage: livehouse types URL SERVER [--release R]'],
  ];
  for (const [words, code, error, text] of rows) {
    const answer = await runJson(nowhere, 'types', ...words);
    expect([words, answer.code, answer.json.errors]).toEqual([
      words,
      code,
      [expect.objectContaining({ code: error, message: expect.stringContaining(text) })],
    ]);
  }
}, 60_000);
