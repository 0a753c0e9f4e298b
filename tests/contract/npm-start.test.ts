// `npm start` as its operator runs it: what it tells, what it logs for people, and that the service ends with npm.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { freePort } from '../fixtures/free-port.ts';
import { folderForTest } from '../fixtures/keep-open.ts';

const SOON_MS = 30_000;

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + SOON_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition did not come true in time');
    await Bun.sleep(20);
  }
}

test('a terminated npm takes the service with it', async () => {
  const data = folderForTest();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // A group of its own, so that nothing outlives the test.
  const child = Bun.spawn(['setsid', 'npm', 'start'], {
    cwd: PACKAGE_ROOT,
    env: {
      ...process.env,
      LIVEHOUSE_DATA: data,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PROVIDER_URL: 'off',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'text',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let banner = '';
  const told = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        banner += text;
      },
    }),
  );
  const logged = new Response(child.stderr).text();
  const isUp = async (): Promise<boolean> => (await fetch(`${address}/healthz`).catch(() => undefined))?.ok === true;
  try {
    await until(isUp);
    // The port is open before the service: until the banner, requests are answered that it is starting.
    await until(async () => banner.includes('mail is written to'));
    const token = 'A-TOKEN-OF-A-MAILED-LINK';
    await fetch(`${address}/nothing/here?token=${token}`);
    await fetch(`${address}/api/auth/reset-password/${token}?callbackURL=/`);

    child.kill('SIGTERM');
    await until(async () => !(await isUp()));
    await child.exited;
    await told;

    expect(banner).toContain(`mail is written to ${join(data, 'outbox')}`);
    const lines = (await logged).split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^\d\d:\d\d:\d\d GET \/nothing\/here 404 route_not_found \d+(\.\d)? ms$/),
    );
    expect(lines).toContainEqual(expect.stringContaining('GET /api/auth/reset-password/{token} '));
    expect(lines.join('\n')).not.toContain(token);
  } finally {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group is gone, as it should be.
    }
  }
}, 90_000);
