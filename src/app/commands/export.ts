// `livehouse export DIR`: exports everything into a folder while the service keeps running.
import { resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sql';
import { writeMark } from '../../features/instance/common/checklist-marks.ts';
import { exportLivehouse } from '../../features/moving/export.ts';
import { fetchedPath } from '../../features/moving/folder.ts';
import { describeLease } from '../../features/release/store/lease.ts';
import { findAuthSecret } from '../../platform/config/auth-secret.ts';
import { readSoftwareVersion } from '../../platform/config/config.ts';
import { openDatabaseSession } from '../../platform/database/session.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Command } from '../command.ts';
import { afterStart } from '../installation/database.ts';
import { requireInstallation } from '../installation/installation.ts';
import { openObjects } from '../open-objects.ts';
import { formatBytes, formatCount, formatDuration, formatTable } from '../terminal.ts';

const STEPS = { rows: 'Rows', list: 'Listing', copy: 'Objects', prove: 'Finishing' } as const;
const CONNECTION = 'livehouse export';

export const exportCommand: Command = async ({ terminal, positionals, config }) => {
  const settings = config();
  await afterStart(settings, terminal, () => requireInstallation(settings, 'database'));
  const folder = resolve(positionals[0] ?? '.');
  const secret = findAuthSecret(settings);
  // Copies of remote objects are stored next to the export, so that they do not evict the service's cache.
  const objects = openObjects({ ...settings, cacheDirectory: fetchedPath(folder) });
  const session = await openDatabaseSession(settings, CONNECTION, openLog('error')).catch(async (error: unknown) => {
    await objects.close();
    throw error;
  });
  try {
    const { manifest, kept } = await exportLivehouse({
      folder,
      objects,
      sql: session.sql,
      secret,
      livehouse: readSoftwareVersion(),
      onWait: (lease) => terminal.note(describeLease(lease)),
      onProgress: (step, done, total) => terminal.progress(STEPS[step], done, total),
    });
    terminal.clear();
    await writeMark(drizzle(session.sql), 'exported').catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      terminal.note(`warning  The administration does not show this export: its time could not be stored (${reason})`);
    });
    const { exportId, madeAt, tables, jobs, problems } = manifest;
    const { count, bytes } = manifest.objects;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const rowBytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    const milliseconds = Math.round(performance.now());
    if (secret === undefined) {
      terminal.note('warning  The export does not contain the secret that signs sessions: keep AUTH_SECRET with it');
    }
    for (const { key, reason } of problems) {
      terminal.note(`warning  ${key} is ${reason} in the object store (object_${reason})`);
    }
    terminal.result({
      ok: true,
      folder,
      exportId,
      madeAt,
      rows: { tables: tables.length, count: rows, bytes: rowBytes },
      jobs: jobs.rows,
      objects: { count, bytes, kept },
      secret: manifest.secret.kept,
      problems,
      milliseconds,
    });
    terminal.say(`Exported to ${folder}`);
    const lines = [
      ['  as of', new Date(madeAt).toISOString()],
      ['  rows', `${formatCount(rows)} in ${tables.length} tables, ${formatBytes(rowBytes)}`],
      ['  jobs', formatCount(jobs.rows)],
      ['  objects', `${formatCount(count)}, ${formatBytes(bytes)} (${formatCount(kept)} from an earlier run)`],
      ['  problems', formatCount(problems.length)],
      ['  took', formatDuration(milliseconds)],
    ];
    for (const line of formatTable(lines)) terminal.say(line);
    return 0;
  } finally {
    await session.close();
    await objects.close();
  }
};
