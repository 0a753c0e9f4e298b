// The shipped deploy/nginx.conf in front of the service: what `livehouse publish --to` sends passes through it, and nothing of it
// is written to the proxy's disk. `deploy/check.sh` runs this with the nginx that it has installed.
import { expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountsWorld } from '../fixtures/people.ts';
import { openPublisher, sha256Of } from '../fixtures/publications.ts';
import { LIVEHOUSE } from '../fixtures/run-command.ts';
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';

const SHIPPED = join(import.meta.dir, '..', '..', 'deploy', 'nginx.conf');
const MEBIBYTE = 1024 * 1024;

function findPort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}

/** nginx with the shipped file, in front of a port. */
async function startNginx(folder: string, backend: string) {
  const port = findPort();
  const site = readFileSync(SHIPPED, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('    listen [::]:80;\n', '')
    .replace('server 127.0.0.1:8080;', `server ${backend};`)
    .replaceAll('/var/cache/nginx/livehouse', join(folder, 'cache'))
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const bodies = join(folder, 'bodies');
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { client_body_temp_path ${bodies}; include ${folder}/site.conf; }\n`,
  );
  const child = Bun.spawn([process.env.TEST_NGINX ?? 'nginx', '-c', join(folder, 'nginx.conf')], { stderr: 'inherit' });
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`${address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await Bun.sleep(100);
  }
  return {
    address,
    bodies,
    log: () => readFileSync(join(folder, 'livehouse.log'), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGQUIT');
      await child.exited;
    },
  };
}

test('a release with a file over 16 MiB is published through it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-nginx-'));
  // Its workers run as another user.
  chmodSync(folder, 0o711);
  const snapshot = createSmallSnapshot();
  const large = new Uint8Array(20 * MEBIBYTE).map((_, i) => (i * 7 + (i >> 12)) % 253);
  snapshot.write('runtime/large.bin', large);
  try {
    await using home = await openAccountsWorld({ LIMITS: 'off' });
    await using nginx = await startNginx(folder, new URL(home.world.address).host);
    const publisher = await openPublisher(home, ['jp']);
    const child = Bun.spawn([...LIVEHOUSE, 'publish', snapshot.directory, '--to', nginx.address, '--json'], {
      env: { ...process.env, LIVEHOUSE_DATA: folder, LIVEHOUSE_TOKEN: publisher.secret, NO_COLOR: '1' },
      stdout: 'pipe',
      stderr: 'pipe',
      stdin: 'ignore',
    });
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect([await child.exited, stderr]).toEqual([0, expect.stringContaining('sent  ')]);
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
  } finally {
    snapshot.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
