// The backups in a target, as their own documents describe them. Needs no database.
import { isBackupName, timeOfName } from './layout.ts';
import { type BackupCheck, type BackupManifest, readCheck, readManifest } from './manifest.ts';
import type { BackupTarget } from './target.ts';

export interface FoundBackup {
  readonly name: string;
  /** When it began; milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined when it is damaged. */
  readonly manifest: BackupManifest | undefined;
  readonly check: BackupCheck | undefined;
  /** `unverified`: complete, but it was not read back. */
  readonly state: 'verified' | 'unverified' | 'damaged';
}

/** All backups, newest first, and the names of folders that are unfinished ones. */
export async function findBackups(
  target: BackupTarget,
): Promise<{ readonly backups: readonly FoundBackup[]; readonly unfinished: readonly string[] }> {
  const backups: FoundBackup[] = [];
  const unfinished: string[] = [];
  for (const name of (await target.folders()).filter(isBackupName).sort().reverse()) {
    const manifest = await readManifest(target, name);
    if (manifest === undefined) {
      unfinished.push(name);
      continue;
    }
    const check = await readCheck(target, name);
    const state = manifest === 'damaged' ? 'damaged' : (check?.state ?? 'unverified');
    const startedAt = timeOfName(name);
    backups.push({ name, startedAt, manifest: manifest === 'damaged' ? undefined : manifest, check, state });
  }
  return { backups, unfinished };
}
