// `livehouse import PLACE`: imports an export or a backup into an empty Livehouse, whose service must not be running.
import { drizzle } from 'drizzle-orm/bun-sql';
import { openImportSource } from '../../features/backups/import-source.ts';
import { importLivehouse } from '../../features/moving/import.ts';
import { IMPORT_CONNECTION } from '../../features/moving/target.ts';
import { restartUploads } from '../../features/uploads/upkeep/moved.ts';
import { prepareDataDirectory } from '../../platform/config/config.ts';
import { type DatabaseSession, openDatabaseSession } from '../../platform/database/session.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Command } from '../command.ts';
import { openObjects } from '../open-objects.ts';
import { formatBytes, formatCount, formatDuration, formatTable } from '../terminal.ts';

const STEPS = { prove: 'Checking', copy: 'Objects', rows: 'Rows', finish: 'Finishing' } as const;

export const importCommand: Command = async ({ terminal, positionals, config }) => {
  const settings = config();
  const log = openLog('error');
  prepareDataDirectory(settings);
  const source = await openImportSource(positionals[0] ?? '.', settings);
  const objects = openObjects(settings);
  let session: DatabaseSession | undefined;
  try {
    const { manifest, kept } = await importLivehouse({
      source,
      objects,
      openSql: async () => {
        session = await openDatabaseSession(settings, IMPORT_CONNECTION, log);
        return session.sql;
      },
      config: settings,
      settle: (tx) => restartUploads(drizzle(tx)),
      log,
      onProgress: (step, done, total) =>
        terminal.progress(step === 'rows' && total === 0 ? 'Indexes' : STEPS[step], done, total),
      onWarning: (message) => terminal.note(`warning  ${message}`),
    });
    terminal.clear();
    const { exportId, madeAt, tables, jobs, problems } = manifest;
    const { count, bytes } = manifest.objects;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const milliseconds = Math.round(performance.now());
    for (const { key, reason } of problems) {
      terminal.note(
        `warning  ${key} was ${reason} in the object store when the ${source.kind} was made (object_${reason})`,
      );
    }
    terminal.result({
      ok: true,
      exportId,
      madeAt,
      rows: { tables: tables.length, count: rows },
      jobs: jobs.rows,
      objects: { count, bytes, kept },
      problems,
      milliseconds,
    });
    terminal.say(`Imported the ${source.kind} of ${new Date(madeAt).toISOString()}`);
    const lines = [
      ['  rows', `${formatCount(rows)} in ${tables.length} tables`],
      ['  jobs', formatCount(jobs.rows)],
      ['  objects', `${formatCount(count)}, ${formatBytes(bytes)} (${formatCount(kept)} from an earlier run)`],
      ['  took', formatDuration(milliseconds)],
    ];
    for (const line of formatTable(lines)) terminal.say(line);
    return 0;
  } finally {
    await session?.close();
    await objects.close();
    await source.close();
  }
};
