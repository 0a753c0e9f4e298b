// Where tests put their files: in memory, where there is room. They create and delete tens of thousands of files, and each
// publication ends with a flush of the file system, which on a disk waits for everything that anybody has written there.
import { chmodSync, lstatSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const MEMORY = '/dev/shm';
/** A whole run keeps less than half a gigabyte of files. */
const ROOM_BYTES = 2 * 1024 ** 3;
/** What the processes of a run need besides. */
const FREE_BYTES = 4 * 1024 ** 3;

/** A folder in memory; undefined when `TMPDIR` names another place, and where there is no room. */
export function chooseTemporaryFolder(): string | undefined {
  if (process.env.TMPDIR !== undefined || freemem() < FREE_BYTES) return undefined;
  const user = process.getuid?.() ?? 0;
  const folder = `${MEMORY}/livehouse-${user}`;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES || !mayExecute()) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const { uid } = lstatSync(folder);
    if (uid !== user) return undefined;
    // Servers that run as another user find their folders below it, whatever the umask is.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}

/** Whether programs may be started from there; containers often forbid it. */
function mayExecute(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
}
