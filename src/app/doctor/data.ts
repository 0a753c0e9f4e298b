// A check of the data directory: whose it is, and whether its disk has room.
import type { Config } from '../../platform/config/config.ts';
import { isDiskFull, measureDisk } from '../../platform/files/free-space.ts';
import { describeForeignOwner } from '../../platform/files/owner.ts';
import type { Check } from './check.ts';

const NAME = 'data';

/** Fails for another user than the owner of the data: what that user may do says nothing about the service. */
export function checkOwner({ dataDirectory }: Config): Check | undefined {
  const detail = describeForeignOwner(dataDirectory);
  return detail === undefined ? undefined : { name: NAME, state: 'fail', detail };
}

export function checkRoom({ dataDirectory }: Config): Check {
  const space = measureDisk(dataDirectory);
  if (space === undefined) return { name: NAME, state: 'ok', detail: `${dataDirectory} is made at the first start` };
  const detail = `${gibibytes(space.freeBytes)} of ${gibibytes(space.totalBytes)} are free in ${dataDirectory}`;
  return isDiskFull(dataDirectory)
    ? { name: NAME, state: 'fail', detail: `The disk is full (storage_full): ${detail}` }
    : { name: NAME, state: 'ok', detail };
}

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
