// Whether there is an installation where a command was told to look. A command that is run without the service's environment
// finds an empty data directory; it must say so, and must not make a second installation there in silence.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operatorError } from '../features/release/common/operator-error.ts';
import { SERVERS_PREFIX } from '../kernel/object-key.ts';
import type { Config } from '../platform/config/config.ts';
import { locateCluster } from '../platform/database/embedded/cluster.ts';

/** What a command reads or changes. */
export type InstallationPart = 'database' | 'objects';

/**
 * Throws OperatorError `installation_missing` where the data directory lacks a part of an installation. A part that an outside
 * engine keeps is taken to be there.
 * @param initHint what else makes a new installation, for commands that can
 */
export function requireInstallation(config: Config, part: InstallationPart, initHint = ''): void {
  const { dataDirectory, databaseUrl, s3 } = config;
  const { what, setting, place } =
    part === 'database'
      ? { what: 'database', setting: 'DATABASE_URL', place: locateCluster(dataDirectory).cluster }
      : { what: 'published release', setting: 'OBJECTS_URL', place: join(dataDirectory, 'objects', SERVERS_PREFIX) };
  const isOutside = part === 'database' ? databaseUrl !== undefined : s3 !== undefined;
  if (isOutside || existsSync(place)) return;
  throw operatorError(
    'installation_missing',
    `There is no ${what} in ${dataDirectory}. Run the command with the settings of the service (LIVEHOUSE_DATA or ` +
      `${setting}). "livehouse serve" makes a new installation${initHint}.`,
  );
}

/** The hint of commands that take `--init`. */
export const INIT_HINT = ', and so does this command with --init';
