// The event loop has short time slices afterwards, and what it starts has those of the system.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';

const PROGRAM = `
  const { requestShortSlices } = await import(${JSON.stringify(join(import.meta.dir, 'short-slices.ts'))});
  const sliceOf = (text) => Number(/^se\\.slice\\s*:\\s*(\\d+)$/m.exec(text)?.[1]);
  const read = async () => sliceOf(await Bun.file('/proc/self/sched').text());
  const before = await read();
  requestShortSlices();
  const started = Bun.spawnSync(['cat', '/proc/self/sched']).stdout.toString();
  console.log(JSON.stringify({ before, after: await read(), started: sliceOf(started) }));
`;

/** Linux 6.12 or later, which shows the slice of a process. */
function showsSlices(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (process.platform !== 'linux' || major < 6 || (major === 6 && minor < 12)) return false;
  try {
    return readFileSync('/proc/self/sched', 'utf8').includes('\nse.slice ');
  } catch {
    return false;
  }
}

test.skipIf(!showsSlices())('the event loop has short slices, and processes that it starts have not', async () => {
  const child = Bun.spawn([process.execPath, '-e', PROGRAM], { stdout: 'pipe' });
  const { before, after, started } = await new Response(child.stdout).json();
  expect(after).toBe(100_000);
  expect(before).toBeGreaterThan(after);
  expect(started).toBe(before);
});
