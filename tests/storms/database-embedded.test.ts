// The embedded server when it is killed, orphaned, started twice, started by root and by an ordinary user, in a folder with a
// long path, and in one of another major version.
import { afterEach, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { locateCluster } from '../../src/platform/database/embedded/cluster.ts';
import { errorCode } from '../../src/platform/files/durable.ts';
import { seedCluster } from '../fixtures/seeded-cluster.ts';

interface User {
  readonly server?: number;
  readonly role?: string;
  readonly problem?: string;
  /** Exits normally; the server may stop. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const PROGRAM = join(import.meta.dir, '../fixtures/database-process.ts');
const folders: string[] = [];
const users: User[] = [];

afterEach(async () => {
  for (const user of users.splice(0)) await user.leave();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A data directory with a database that was created before. */
async function makeSeededFolder(): Promise<string> {
  const folder = makeFolder();
  await seedCluster(folder);
  return folder;
}

function makeFolder(): string {
  const folder = mkdtempSync('/tmp/livehouse-embedded-');
  folders.push(folder);
  return folder;
}

async function startUser(dataDirectory: string, prefix: readonly string[] = []): Promise<User> {
  const child = Bun.spawn([...prefix, process.execPath, '--no-env-file', PROGRAM, dataDirectory], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  for await (const piece of child.stdout) {
    text += new TextDecoder().decode(piece);
    if (text.includes('\n')) break;
  }
  const user: User = {
    ...JSON.parse(text),
    leave: async () => {
      await child.stdin.end();
      await child.exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
  users.push(user);
  return user;
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('no server');
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  // A zombie: ended, but not yet reaped by its parent.
  return !existsSync(`/proc/${pid}/stat`) || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

test('two processes started at once share one server, and the last to leave stops it', async () => {
  const folder = makeFolder();
  const [one, two] = await Promise.all([startUser(folder), startUser(folder)]);
  expect(one.role).toBe('livehouse');
  expect(two.server).toBe(one.server);
  await one.leave();
  expect(isAlive(two.server)).toBe(true);
  await two.leave();
  expect(isAlive(two.server)).toBe(false);
});

test('the server of a killed process is adopted by the next one and stopped by it', async () => {
  const folder = await makeSeededFolder();
  const first = await startUser(folder);
  await first.kill();
  expect(isAlive(first.server)).toBe(true);
  const second = await startUser(folder);
  expect(second.server).toBe(first.server);
  await second.leave();
  expect(isAlive(first.server)).toBe(false);
});

test('after a killed server and a killed user, a new server recovers', async () => {
  const folder = await makeSeededFolder();
  const first = await startUser(folder);
  await first.kill();
  process.kill(first.server ?? 0, 'SIGKILL');
  const second = await startUser(folder);
  expect(second.role).toBe('livehouse');
  expect(second.server).not.toBe(first.server);
});

test('a stale postmaster.pid with the id of another live process does not prevent the start', async () => {
  const folder = await makeSeededFolder();
  const { cluster } = locateCluster(folder);
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n/nowhere\n\n0 0\nready\n`);
  expect((await startUser(folder)).role).toBe('livehouse');
});

test('a folder with a path of more than 200 characters works and leaves no socket behind', async () => {
  const folder = join(makeFolder(), 'x'.repeat(200));
  mkdirSync(folder, { mode: 0o700 });
  const user = await startUser(folder);
  expect(user.role).toBe('livehouse');
  expect(existsSync(locateCluster(folder).socketFolder)).toBe(true);
  await user.leave();
  expect(existsSync(locateCluster(folder).socketFolder)).toBe(false);
});

test('a folder of another major version is refused with an explanation and left unchanged', async () => {
  const folder = await makeSeededFolder();
  const { cluster } = locateCluster(folder);
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  const before = readdirSync(cluster).sort();
  const user = await startUser(folder);
  expect(user.problem).toContain('was made by PostgreSQL 17');
  expect(readdirSync(cluster).sort()).toEqual(before);
});

test('an interrupted creation starts again', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'postgres/cluster.new/base'), { recursive: true, mode: 0o700 });
  expect((await startUser(folder)).role).toBe('livehouse');
});

// Needs the right to switch to another user.
test.if(process.getuid?.() === 0)(
  'an ordinary user runs the server, and root joins it and starts it in the same folder',
  async () => {
    const folder = makeFolder();
    chmodSync(folder, 0o700);
    chownSync(folder, 1, 1);
    const ordinary = ['setpriv', '--reuid', '1', '--regid', '1', '--clear-groups', 'env', `HOME=${folder}`];
    const user = await startUser(folder, ordinary);
    expect(user.role).toBe('livehouse');
    const root = await startUser(folder);
    expect(root.server).toBe(user.server);
    await user.leave();
    await root.leave();
    const alone = await startUser(folder);
    expect(alone.role).toBe('livehouse');
    await alone.leave();
    expect((await startUser(folder, ordinary)).role).toBe('livehouse');
  },
);
