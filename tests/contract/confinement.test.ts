// What decoders of strangers' files cannot do: a program that is started as they are tries it, from its main thread, from a
// thread that was there before it sealed itself, and from the runtime's pool; as this user (root, where the tests run as
// root), as another one, and in the places that are shipped. Where the kernel lacks a part, that is said and the rest stays.
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { confineProgram, describeConfinement } from '../../src/platform/media/confinement/confinement.ts';
import { processPicture } from '../../src/platform/media/picture/process.ts';
import type { HouseReport } from '../fixtures/confined-house.ts';
import type { Deeds } from '../fixtures/forbidden-deeds.ts';
import { folderForTest } from '../fixtures/keep-open.ts';

const FIXTURES = join(import.meta.dir, '../fixtures');
const RESTRICTIONS = join(FIXTURES, 'restrictions.ts');
const MAIN = join(import.meta.dir, '../../src/main.ts');
const BUN = [process.execPath, '--no-env-file'] as const;
const CONTENTS = { 'auth-secret': 'secret', 'postgres/password': 'password', 'objects/one': 'object' };
const REFUSALS = ['EPERM', 'EACCES', 'ENOSYS'];

/** Whether this machine has both parts; without them the tests can but see that it is said. */
const { isWhole, detail } = await describeConfinement();

const within = (place: string): readonly string[] => (place === 'here' ? [] : [...BUN, RESTRICTIONS, place]);

async function runHouse(place: string, way: string, priority = 'low'): Promise<HouseReport> {
  // The program may run as another user, who may not write into every temporary folder.
  const folder = folderForTest();
  chmodSync(folder, 0o777);
  const child = Bun.spawn([...within(place), ...BUN, join(FIXTURES, 'confined-house.ts'), way, priority], {
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, TMPDIR: folder },
  });
  const report: HouseReport = JSON.parse(await new Response(child.stdout).text());
  return report;
}

const succeeded = (deeds: Deeds | undefined): readonly string[] =>
  Object.entries(deeds ?? { nothing: '' }).flatMap(([deed, outcome]) =>
    REFUSALS.includes(outcome) ? [] : [`${deed}: ${outcome}`],
  );

test('without confinement the same actions succeed', async () => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const { deeds, data } = await runHouse('here', 'open');
  const done = Object.entries(deeds?.main ?? {}).flatMap(([deed, outcome]) => (outcome === 'done' ? [deed] : []));
  expect(done).toEqual(
    expect.arrayContaining([
      ...['read the secret', 'read the password', 'list the data folder', 'write an object', 'overwrite an object'],
      ...['empty an object', 'change the mode of the secret', 'read the environment of another process'],
      ...['a unix socket', 'an abstract unix socket', 'a TCP connection', 'a datagram', 'start a program'],
    ]),
  );
  expect(data['objects/one']).not.toBe(CONTENTS['objects/one']);
});

test.each(['here', 'user', 'unit', 'container'])(
  '%s: every forbidden action is refused, on every thread',
  async (place) => {
    if (!isWhole) return expect(detail).toMatch(/^decoders may /);
    for (const way of ['runtime', 'program']) {
      const { confinement, exitCode, deeds, data } = await runHouse(place, way);
      expect(confinement).toEqual({ isWhole, detail });
      expect(exitCode).toBe(0);
      for (const thread of ['main', 'thread', 'pool'] as const) expect(succeeded(deeds?.[thread])).toEqual([]);
      expect(Object.keys(deeds?.main ?? {}).length).toBeGreaterThan(50);
      expect(Object.keys(deeds?.thread ?? {})).toEqual(Object.keys(deeds?.main ?? {}));
      expect(data).toMatchObject(CONTENTS);
      expect(Object.keys(data).sort()).toEqual([...Object.keys(CONTENTS), 'objects/input'].sort());
      expect(deeds?.state).toMatchObject({ NoNewPrivs: '1', Seccomp: '2', priority: '10', policy: '0' });
      // Of root's rights at most the one to read (CAP_DAC_READ_SEARCH) is left.
      expect(['0000000000000000', '0000000000000004']).toContain(deeds?.state.CapPrm ?? '');
    }
  },
);

test('video runs at idle priority only', async () => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const { deeds } = await runHouse('here', 'runtime', 'idle');
  expect(deeds?.state.policy).toBe('5');
});

const GROUP = '/proc/self/autogroup';

// Where the scheduler groups processes by session, a priority counts only within the session, and each decoder has its own.
test.each([
  ['low', 0],
  ['idle', 10],
] as const)('%s: the priority of the session', async (priority, nice) => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const command = await confineProgram(['/bin/cat', GROUP], { inputs: [], priority });
  const child = Bun.spawn([...command], { detached: true, env: {}, stdout: 'pipe', stderr: 'ignore' });
  const text = await new Response(child.stdout).text();
  if (existsSync(GROUP)) expect(text).toEndWith(` nice ${nice}\n`);
  // A decoder in the session of the service must not change the priority of the service.
  const before = existsSync(GROUP) && readFileSync(GROUP, 'utf8');
  await Bun.spawn([...command], { env: {}, stdout: 'ignore', stderr: 'ignore' }).exited;
  expect(existsSync(GROUP) && readFileSync(GROUP, 'utf8')).toBe(before);
});

test('the decoder of pictures itself runs confined and sealed', async () => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const folder = folderForTest();
  const inputPath = join(folder, 'picture.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  writeFileSync(
    inputPath,
    await sharp({ create: { width: 1500, height: 1500, channels: 3, background: 'red', noise } })
      .png()
      .toBuffer(),
  );
  const output = { width: 1500, height: 1500, fit: 'inside', format: 'webp', quality: 80 } as const;
  let isDone = false;
  const work = processPicture({
    inputPath,
    task: {
      limits: { pixels: 16_000_000, memoryBytes: 1024 ** 3, processorSeconds: 60, fileBytes: 1024 ** 3 },
      outputs: [output],
    },
    seconds: 100,
  }).finally(() => {
    isDone = true;
  });
  const seen = new Set<string>();
  while (!isDone) {
    for (const status of listDecoders()) seen.add(status);
    await Bun.sleep(1);
  }
  await using outcome = await work;
  expect(outcome.result.ok).toBe(true);
  // The launcher's filter and the seal, over whatever holds for this process.
  const own = filtersOf(readFileSync('/proc/self/status', 'utf8'));
  expect([...seen].map(filtersOf)).toContain(own + 2);
  expect([...seen].every((status) => /^NoNewPrivs:\s+1$/m.test(status))).toBe(true);
});

const filtersOf = (status: string): number => Number(/^Seccomp_filters:\s+(\d+)$/m.exec(status)?.[1] ?? -1);

/** /proc/PID/status of decoders that this process started and that have become the program. */
function listDecoders(): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) !== process.pid) return [];
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--preserve-symlinks\0/') ? [status] : [];
    } catch {
      return [];
    }
  });
}

test.each([
  ['no-landlock', 'decoders may open every file that the service may open (no Landlock)'],
  [
    'no-kernel',
    'decoders may open every file that the service may open (no Landlock), and use every system call (no seccomp)',
  ],
])('%s: what is missing is said, and the rest stays', async (place, words) => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const { confinement, exitCode, deeds } = await runHouse(place, 'runtime');
  expect(confinement.isWhole).toBe(false);
  expect(confinement.detail).toStartWith(words);
  expect(exitCode).toBe(0);
  expect(deeds?.main['read the secret']).toBe('done');
  expect(deeds?.state).toMatchObject({ NoNewPrivs: '1', priority: '10' });
  if (place === 'no-landlock') expect(REFUSALS).toContain(deeds?.main['a TCP connection'] ?? '');
});

test('doctor warns where the kernel confines nothing, and the service says so at start', async () => {
  if (!isWhole) return expect(detail).toMatch(/^decoders may /);
  const data = folderForTest();
  const env = {
    ...process.env,
    NO_COLOR: '1',
    LIVEHOUSE_DATA: data,
    PROVIDER_URL: 'off',
    FFMPEG: 'off',
    PORT: '0',
    METRICS_PORT: '',
  };
  const command = [...within('no-kernel'), ...BUN, MAIN];
  const doctor = Bun.spawn([...command, 'doctor'], { env, stdout: 'pipe', stderr: 'pipe' });
  const [said, more] = await Promise.all([new Response(doctor.stdout).text(), new Response(doctor.stderr).text()]);
  expect(said + more).toMatch(/^warn +confinement +decoders may open every file/m);
  expect(await doctor.exited).toBe(0);
  const service = Bun.spawn([...command, 'work'], {
    env: { ...env, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/nothing' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let log = '';
  const decoder = new TextDecoder();
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) {
      log += decoder.decode(piece);
      if (log.includes('decoders are not fully confined')) service.kill('SIGTERM');
    }
  };
  await Promise.all([read(service.stdout), read(service.stderr)]);
  expect(log).toMatch(/decoders are not fully confined.*no Landlock/);
});
