// Whose data it is. Files of the service are readable by its own user only, so what another user writes beside it, root
// above all, is out of its reach.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface DataOwner {
  readonly uid: number;
  /** Name of the user, or `id 1000` where it has none. */
  readonly name: string;
}

/** What a service creates as itself, in any kind of installation; else the folder, which may have been made for it. */
const TRACES = ['objects', 'serving', 'auth-secret', '.'] as const;

/** The owner of a data directory if that is another user than this process's; undefined where there is no directory. */
function findForeignOwner(dataDirectory: string): DataOwner | undefined {
  const own = process.getuid?.();
  const trace = TRACES.map((name) => join(dataDirectory, name)).find((path) => existsSync(path));
  if (own === undefined || trace === undefined) return undefined;
  const { uid } = statSync(trace);
  return uid === own ? undefined : { uid, name: userName(uid) };
}

/** Why this process must not write into a data directory; undefined if it may. */
export function describeForeignOwner(dataDirectory: string): string | undefined {
  const owner = findForeignOwner(dataDirectory);
  if (owner === undefined) return undefined;
  return (
    `${dataDirectory} belongs to ${owner.name}, and this command runs as ${userName(process.getuid?.() ?? 0)}: the service ` +
    `could not read what it writes. Run it as that user, such as: sudo -u ${owner.name.replace('id ', '#')} …`
  );
}

/** Name of a user, as `/etc/passwd` has it. */
function userName(uid: number): string {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return new RegExp(`^([^:\\n]+):[^:\\n]*:${uid}:`, 'm').exec(users)?.[1] ?? `id ${uid}`;
}
