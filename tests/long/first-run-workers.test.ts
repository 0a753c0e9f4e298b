// The link of the first run with several workers: printed once on a terminal, never to a pipe, and by a command.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { freePort } from '../fixtures/free-port.ts';
import { folderForTest } from '../fixtures/keep-open.ts';

const MAIN = join(PACKAGE_ROOT, 'src', 'main.ts');
const HTML = { accept: 'text/html', 'accept-language': 'en' };

const LINK = /http:\/\/localhost:\d+\/setup\?code=([A-Za-z0-9_-]{43})/;

test('two workers print one link on a terminal, and to a pipe only how to get it', async () => {
  await using database = await createTestDatabase();
  const data = folderForTest();
  const port = await freePort();
  const env = {
    ...process.env,
    LIVEHOUSE_DATA: data,
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    PROVIDER_URL: 'off',
    LOG_LEVEL: 'debug',
  };
  const program = [process.execPath, '--no-env-file', MAIN];
  const serve = [...program, 'serve', '--workers', '2'];
  let printed = '';
  const untilPrinted = async (): Promise<void> => {
    const end = performance.now() + 100_000;
    while (!printed.includes('accounts create') && performance.now() < end) await Bun.sleep(50);
  };
  await using child = Bun.spawn(serve, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', killSignal: 'SIGKILL' });
  const logged = new Response(child.stderr).text();
  const read = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        printed += text;
      },
    }),
  );
  await untilPrinted();
  for (const part of ['npx livehouse setup-link', join(data, 'setup-code')]) expect(printed).toContain(part);
  const asked = Bun.spawnSync([...program, 'setup-link', '--json'], { env });
  const told = JSON.parse(asked.stdout.toString());
  const [link = '', code = ''] = LINK.exec(told.link) ?? [];
  expect(told).toEqual({ ok: true, link, file: join(data, 'setup-code') });
  expect(code).toBe(readFileSync(told.file, 'utf8').trim());
  const address = link.replace('localhost', '127.0.0.1');
  for (let visits = 0; visits < 4; visits += 1) {
    expect((await fetch(address, { headers: { ...HTML, connection: 'close' } })).status).toBe(200);
  }
  child.kill('SIGTERM');
  await child.exited;
  await read;
  expect(printed).not.toContain('?code=');
  expect(await logged).not.toContain(code);

  printed = '';
  const onOutput = (_terminal: unknown, bytes: Uint8Array): void => {
    printed += new TextDecoder().decode(bytes);
  };
  const terminal = { cols: 200, data: onOutput };
  await using seen = Bun.spawn(serve, { env, terminal, killSignal: 'SIGKILL' });
  await untilPrinted();
  seen.kill('SIGTERM');
  await seen.exited;
  expect(LINK.exec(printed)?.[1]).toBe(code);
  expect(printed.split('setup?code=')).toHaveLength(2);

  Bun.spawnSync([...program, 'accounts', 'create', 'ops@example.org', '--role', 'administrator'], { env });
  const over = Bun.spawnSync([...program, 'setup-link', '--json'], { env });
  expect([over.exitCode, JSON.parse(over.stdout.toString()).errors]).toMatchObject([1, [{ code: 'setup_over' }]]);
});
