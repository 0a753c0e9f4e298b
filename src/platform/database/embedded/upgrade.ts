// The folders of a change of the embedded PostgreSQL's major version. A second cluster is made and filled beside the first,
// in `{data}/postgres-upgrade`; then the two change places by renaming. The former one is kept as `{data}/postgres-17`.
// While the folder exists no server starts, so that a service never runs on a half of it. Every step can be repeated.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder, writeAtomically } from '../../files/durable.ts';
import { giveToOwner, locateCluster, readMajor } from './cluster.ts';
import { DatabaseSetupError, openPostgresPackage } from './package.ts';

/** Data directory of the new cluster while it is filled. */
const upgradeFolder = (dataDirectory: string): string => join(dataDirectory, 'postgres-upgrade');
/** Exists from the moment when the new cluster is complete. */
const completeMark = (dataDirectory: string): string => join(upgradeFolder(dataDirectory), 'complete');

export interface UpgradeState {
  /** `complete`: only the renaming is left. */
  readonly state: 'current' | 'needed' | 'complete';
  readonly from: number;
  readonly to: number;
}

/** What is to be done. Throws DatabaseSetupError when there is no cluster. */
export function readUpgradeState(dataDirectory: string): UpgradeState {
  const to = openPostgresPackage().major;
  const folder = locateCluster(dataDirectory);
  const isComplete = existsSync(completeMark(dataDirectory));
  const from = existsSync(folder.cluster) || !isComplete ? readMajor(folder) : to;
  if (isComplete) return { state: 'complete', from, to };
  return { state: from === to ? 'current' : 'needed', from, to };
}

/** Refuses to start a server beside an unfinished upgrade. */
export function requireNoUpgrade(dataDirectory: string): void {
  if (!existsSync(upgradeFolder(dataDirectory))) return;
  throw new DatabaseSetupError('The upgrade of the database is not finished: run "livehouse upgrade" again');
}

/** Makes the folder of the new cluster, empty. */
export function beginUpgrade(dataDirectory: string): string {
  const folder = upgradeFolder(dataDirectory);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  giveToOwner(folder, dataDirectory);
  return folder;
}

/** Gives up: the former cluster is used again. */
export const cancelUpgrade = (dataDirectory: string): void =>
  rmSync(upgradeFolder(dataDirectory), { recursive: true, force: true });

/** Records that the new cluster is complete. Neither server may run any more. */
export async function completeUpgrade(dataDirectory: string): Promise<void> {
  writeAtomically(completeMark(dataDirectory), Buffer.from(''));
  await syncFolder(upgradeFolder(dataDirectory));
}

/**
 * Exchanges the clusters and removes what is left over. Returns the folder that the former one is kept in; undefined when
 * an earlier run has renamed it.
 */
export async function exchangeClusters(dataDirectory: string, { from, to }: UpgradeState): Promise<string | undefined> {
  const present = locateCluster(dataDirectory).root;
  const fresh = locateCluster(upgradeFolder(dataDirectory)).root;
  let kept: string | undefined;
  if (existsSync(fresh)) {
    if (existsSync(present) && from !== to) {
      kept = freeName(join(dataDirectory, `postgres-${from}`));
      renameSync(present, kept);
      await syncFolder(dataDirectory);
    }
    renameSync(fresh, present);
    await syncFolder(dataDirectory);
  }
  cancelUpgrade(dataDirectory);
  return kept;
}

function freeName(path: string): string {
  let name = path;
  for (let number = 2; existsSync(name); number += 1) name = `${path}-${number}`;
  return name;
}
