// The embedded server under rough treatment: killed, orphaned, started twice, by root and by an ordinary user, in a
// folder with a long path, and in one that another major version made.
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

interface User {
  readonly server?: number;
  readonly role?: string;
  readonly problem?: string;
  /** Ends in order; the server may stop. */
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
  // Ended, but not yet collected by its parent.
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

test('a server whose process was killed is adopted by the next and stopped by it', async () => {
  const folder = makeFolder();
  const first = await startUser(folder);
  await first.kill();
  expect(isAlive(first.server)).toBe(true);
  const second = await startUser(folder);
  expect(second.server).toBe(first.server);
  await second.leave();
  expect(isAlive(first.server)).toBe(false);
});

test('a killed server and its killed user are followed by a repaired one', async () => {
  const folder = makeFolder();
  const first = await startUser(folder);
  await first.kill();
  process.kill(first.server ?? 0, 'SIGKILL');
  const second = await startUser(folder);
  expect(second.role).toBe('livehouse');
  expect(second.server).not.toBe(first.server);
});

test('a left postmaster.pid that names another living process does not bar the start', async () => {
  const folder = makeFolder();
  await (await startUser(folder)).leave();
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

test('a folder of another major version is refused in words and left as it was', async () => {
  const folder = makeFolder();
  await (await startUser(folder)).leave();
  const { cluster } = locateCluster(folder);
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  const before = readdirSync(cluster).sort();
  const user = await startUser(folder);
  expect(user.problem).toContain('was made by PostgreSQL 17');
  expect(readdirSync(cluster).sort()).toEqual(before);
});

test('a creation that was cut off is begun anew', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'postgres/cluster.new/base'), { recursive: true, mode: 0o700 });
  expect((await startUser(folder)).role).toBe('livehouse');
});

// Needs the right to become another user.
test.if(process.getuid?.() === 0)('an ordinary user runs it, and root joins and starts it in that folder', async () => {
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
});
