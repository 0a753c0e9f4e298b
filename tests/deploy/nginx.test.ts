// The shipped deploy/nginx.conf in front of the service: what `livehouse publish --to` sends passes through it, and nothing of it
// is written to the proxy's disk. `deploy/check.sh` runs this with the nginx that it has installed.
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { startNginx } from '../fixtures/nginx.ts';
import { openAccountsWorld } from '../fixtures/people.ts';
import { openPublisher, sha256Of } from '../fixtures/publications.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const MEBIBYTE = 1024 * 1024;

test('a release with a file over 16 MiB is published through it', async () => {
  using snapshot = createSmallSnapshot();
  const large = new Uint8Array(20 * MEBIBYTE).map((_, i) => (i * 7 + (i >> 12)) % 253);
  snapshot.write('runtime/large.bin', large);
  await using home = await openAccountsWorld({ LIMITS: 'off' });
  await using nginx = await startNginx(new URL(home.world.address).host);
  const publisher = await openPublisher(home, ['jp']);
  const command = [...LIVEHOUSE, 'publish', snapshot.directory, '--to', nginx.address, '--json'];
  const variables = { LIVEHOUSE_DATA: nginx.folder, LIVEHOUSE_TOKEN: publisher.secret };
  const { code, stdout, stderr } = await runProgram(command, variables);
  expect([code, stderr]).toEqual([0, expect.stringContaining('sent  ')]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, promoted: true });
  await home.world.until(async () => (await fetch(`${nginx.address}/runtime/jp/large.bin`)).ok);
  const served = await (await fetch(`${nginx.address}/runtime/jp/large.bin`)).arrayBuffer();
  expect(sha256Of(new Uint8Array(served))).toBe(sha256Of(large));
  // A plan of many files is larger than any page or form: it may not be refused before Livehouse has looked at it.
  const plan = await fetch(`${nginx.address}/api/v1/publications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publisher.secret}`, 'content-type': 'application/json' },
    body: ' '.repeat(40 * MEBIBYTE),
  });
  expect([plan.status, plan.headers.get('server')]).toEqual([400, expect.any(String)]);
  expect(await plan.text()).toContain('invalid_json');
  expect(nginx.log()).not.toContain('" 413 ');
  expect(readdirSync(nginx.bodies)).toEqual([]);
}, 120_000);
