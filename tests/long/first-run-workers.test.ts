// The link of the first run with several workers: printed once, and not logged.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';

const MAIN = join(PACKAGE_ROOT, 'src', 'main.ts');
const HTML = { accept: 'text/html', 'accept-language': 'en' };

test('two workers print one link, on the terminal and not in the log', async () => {
  const database = await createTestDatabase();
  const data = await mkdtemp(join(tmpdir(), 'livehouse-first-run-'));
  const port = await freePort();
  const child = Bun.spawn([process.execPath, '--no-env-file', MAIN, 'serve', '--workers', '2'], {
    env: {
      ...process.env,
      ...{ LIVEHOUSE_DATA: data, DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) },
      ...{ PROVIDER_URL: 'off', LOG_LEVEL: 'debug' },
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const logged = new Response(child.stderr).text();
  let printed = '';
  const read = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        printed += text;
      },
    }),
  );
  try {
    const end = performance.now() + 100_000;
    while (!printed.includes('accounts create') && performance.now() < end) await Bun.sleep(50);
    const [link = '', code = ''] = /http:\/\/localhost:\d+\/setup\?code=([A-Za-z0-9_-]{43})/.exec(printed) ?? [];
    expect(code).toBe(readFileSync(join(data, 'setup-code'), 'utf8').trim());
    const address = link.replace('localhost', '127.0.0.1');
    for (let visits = 0; visits < 4; visits += 1) {
      expect((await fetch(address, { headers: { ...HTML, connection: 'close' } })).status).toBe(200);
    }
    child.kill('SIGTERM');
    await child.exited;
    await read;
    expect(printed.split('setup?code=')).toHaveLength(2);
    expect(await logged).not.toContain(code);
  } finally {
    child.kill('SIGKILL');
    await child.exited;
    await database.drop();
    await rm(data, { recursive: true, force: true });
  }
});
