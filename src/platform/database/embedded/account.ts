// The operating system user that runs the embedded PostgreSQL. PostgreSQL refuses to run as root, so a root process
// starts it as the owner of the data directory, or as `nobody`. The data directory is closed to `nobody`; the server
// therefore gets CAP_DAC_OVERRIDE through setpriv. Without setpriv, permissions on the path to the cluster are widened.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSetupError } from './package.ts';

export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
  /**
   * `self`: this process's own user. `setpriv`: another user with CAP_DAC_OVERRIDE. `switch`: another user without it.
   */
  readonly way: 'self' | 'setpriv' | 'switch';
}

export interface PostgresCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** CAP_DAC_OVERRIDE, bit 1 of a capability set (linux/capability.h). */
const DAC_OVERRIDE = 2n;
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/** Chooses the account for a cluster folder, which may not exist yet, below `parent`. */
export function choosePostgresAccount(cluster: string, parent: string): PostgresAccount {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const owner = [cluster, parent].filter((path) => existsSync(path)).map((path) => statSync(path))[0];
  if (own.uid !== 0) {
    if (owner !== undefined && owner.uid !== own.uid) {
      throw new DatabaseSetupError(
        `${parent} belongs to another user (id ${owner.uid}): run as that user, or give it away with "chown -R"`,
      );
    }
    return { ...own, way: 'self' };
  }
  const way = SETPRIV !== undefined && mayOverrideAccess() ? 'setpriv' : 'switch';
  return owner === undefined || owner.uid === 0 ? { ...readNobody(), way } : { uid: owner.uid, gid: owner.gid, way };
}

/** The command line that runs `program` under the account. */
export function commandAs(account: PostgresAccount, program: string, args: readonly string[]): PostgresCommand {
  if (account.way === 'self') return { program, args };
  if (account.way === 'switch' || SETPRIV === undefined) return { program, args, uid: account.uid, gid: account.gid };
  const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'];
  const capabilities = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  return { program: SETPRIV, args: [...ids, ...capabilities, '--', program, ...args] };
}

/** The folders above `path` that the account may not enter, outermost first. */
export function listClosedFolders(account: PostgresAccount, path: string): readonly string[] {
  if (account.way !== 'switch') return [];
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.filter((folder) => {
    if (!existsSync(folder)) return false;
    const { mode, uid, gid } = statSync(folder);
    return (mode & (uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001)) === 0;
  });
}

function mayOverrideAccess(): boolean {
  try {
    const match = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return match?.[1] !== undefined && (BigInt(`0x${match[1]}`) & DAC_OVERRIDE) !== 0n;
  } catch {
    return false;
  }
}

function readNobody(): { readonly uid: number; readonly gid: number } {
  const line = existsSync('/etc/passwd')
    ? /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
    : null;
  if (line === null) {
    throw new DatabaseSetupError(
      'PostgreSQL refuses to run as root, and there is no user "nobody" to run it as: start Livehouse as an ordinary user, or set DATABASE_URL',
    );
  }
  // macOS writes the ids of nobody as -2.
  return { uid: Number(line[1]) >>> 0, gid: Number(line[2]) >>> 0 };
}
