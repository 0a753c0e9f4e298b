// Checks that a command may work on the installation that it finds. A command run without the service's environment
// would find an empty data directory; it must report that, and not silently create a second installation there. A command
// run by another user would write files that the service cannot read.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operatorError } from '../../features/release/common/operator-error.ts';
import { SERVERS_PREFIX } from '../../kernel/object-key.ts';
import type { Config } from '../../platform/config/config.ts';
import { locateCluster } from '../../platform/database/embedded/cluster.ts';
import { describeForeignOwner } from '../../platform/files/owner.ts';

/** Code of the refusal. */
export const INSTALLATION_MISSING = 'installation_missing';

/** The part of an installation that a command reads or changes. */
export type InstallationPart = 'database' | 'objects';

/**
 * Throws OperatorError `installation_missing` if the data directory lacks a part of an installation. A part on an
 * external engine is assumed to exist.
 *
 * @param initHint how else a new installation is created, for commands that can
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
    INSTALLATION_MISSING,
    `There is no ${what} in ${dataDirectory}. Run the command with the settings of the service (LIVEHOUSE_DATA or ` +
      `${setting}). "livehouse serve" makes a new installation${initHint}.`,
  );
}

/** The hint of commands with `--init`. */
export const INIT_HINT = ', and so does this command with --init';

/** Throws OperatorError `wrong_user` if the data belongs to another user. */
export function requireOwner({ dataDirectory }: Pick<Config, 'dataDirectory'>): void {
  const reason = describeForeignOwner(dataDirectory);
  if (reason !== undefined) throw operatorError('wrong_user', reason);
}
