// Checks of the data: whose directory it is, whether its disk has room, and whether maintenance was forgotten.
import { readMaintenance } from '../../features/maintenance/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { isDiskFull, measureDisk } from '../../platform/files/free-space.ts';
import { describeForeignOwner } from '../../platform/files/owner.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Check } from './check.ts';

const NAME = 'data';

/** Fails for another user than the owner of the data: what that user may do says nothing about the service. */
export function checkOwner({ dataDirectory }: Config): Check | undefined {
  const detail = describeForeignOwner(dataDirectory);
  return detail === undefined ? undefined : { name: NAME, state: 'fail', detail };
}

/** Checks the free space of the disk with the data directory. */
export function checkRoom({ dataDirectory }: Config): Check {
  const space = measureDisk(dataDirectory);
  if (space === undefined) return { name: NAME, state: 'ok', detail: `${dataDirectory} is made at the first start` };
  const detail = `${gibibytes(space.freeBytes)} of ${gibibytes(space.totalBytes)} are free in ${dataDirectory}`;
  return isDiskFull(dataDirectory)
    ? { name: NAME, state: 'fail', detail: `The disk is full (storage_full): ${detail}` }
    : { name: NAME, state: 'ok', detail };
}

/** Maintenance that goes on is a warning: nobody can write. */
export async function checkMaintenance(config: Config, openObjects: (config: Config) => Objects): Promise<Check> {
  const name = 'maintenance';
  const objects = openObjects(config);
  try {
    const found = await readMaintenance(objects);
    if (found === undefined) return { name, state: 'ok', detail: 'off' };
    const since = found.since === null ? '' : ` since ${new Date(found.since).toISOString()}`;
    return { name, state: 'warn', detail: `on${since}: writes are refused; "livehouse maintenance off" ends it` };
  } catch {
    return { name, state: 'warn', detail: 'the switch could not be read; see the check of the objects' };
  } finally {
    await objects.close();
  }
}

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
