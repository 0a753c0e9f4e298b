// `livehouse backup now` and `livehouse backup list`.
import { findBackups } from '../../features/backups/listing.ts';
import { explain, performBackup, requireTarget } from '../../features/backups/perform.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import type { Command } from '../command.ts';
import { afterStart } from '../installation/database.ts';
import { requireInstallation } from '../installation/installation.ts';
import { openObjects } from '../open-objects.ts';
import { formatBytes, formatCount, formatDuration, formatTable } from '../terminal.ts';

const STEPS = {
  look: 'Reading the target',
  check: 'Checking old objects',
  rows: 'Rows',
  list: 'Listing',
  copy: 'Objects',
  prove: 'Reading back',
  remove: 'Removing old backups',
} as const;

export const backupNowCommand: Command = async ({ terminal, config, flag }) => {
  const settings = config();
  await afterStart(settings, terminal, () => requireInstallation(settings, 'database'));
  const { manifest, sent, checked, lost, removed, damaged } = await performBackup({
    config: settings,
    openObjects,
    log: openLog('error'),
    signal: new AbortController().signal,
    cause: 'command',
    beginAnew: flag('begin'),
    onProgress: (step, done, total) => terminal.progress(STEPS[step], done, total),
  });
  terminal.clear();
  const { name, madeAt, tables, jobs, objects, problems, encryption } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const milliseconds = Math.round(performance.now());
  for (const { key, reason } of problems) {
    terminal.note(`warning  ${key} is ${reason} in the object store (object_${reason})`);
  }
  for (const old of damaged) {
    terminal.note(
      `warning  The backup ${old} is damaged: the target lost or altered some of its files (backup_damaged)`,
    );
  }
  terminal.result({
    ok: true,
    name,
    madeAt,
    rows: { tables: tables.length, count: rows },
    jobs: jobs.rows,
    objects: { count: objects.count, bytes: objects.bytes, sent: sent.objects, sentBytes: sent.bytes },
    checked: { objects: checked.objects, bytes: checked.bytes, lost },
    isEncrypted: encryption !== null,
    problems,
    removed,
    damaged,
    milliseconds,
  });
  terminal.say(`Backup ${name} is complete and was read back`);
  const lines = [
    ['  as of', new Date(madeAt).toISOString()],
    [
      '  rows',
      `${formatCount(rows)} in ${tables.length} tables, ${encryption === null ? 'not encrypted' : 'encrypted'}`,
    ],
    ['  jobs', formatCount(jobs.rows)],
    ['  objects', `${formatCount(objects.count)}, ${formatBytes(objects.bytes)}`],
    ['  sent', `${formatCount(sent.objects)}, ${formatBytes(sent.bytes)}`],
    ['  checked', `${formatCount(checked.objects)} old objects, ${formatCount(lost)} of them lost or altered`],
    ['  removed', removed.length === 0 ? 'none' : removed.join(', ')],
    ['  took', formatDuration(milliseconds)],
  ];
  for (const line of formatTable(lines)) terminal.say(line);
  return 0;
};

export const backupListCommand: Command = async ({ terminal, config }) => {
  const target = requireTarget(config());
  try {
    await target.requireThere();
    const { backups } = await findBackups(target);
    terminal.result({
      ok: true,
      target: target.place,
      backups: backups.map(({ name, state, manifest, check }) => ({
        name,
        state,
        madeAt: manifest?.madeAt ?? null,
        checkedAt: check?.checkedAt ?? null,
        rows: manifest?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? null,
        objects: manifest === undefined ? null : { count: manifest.objects.count, bytes: manifest.objects.bytes },
        isEncrypted: manifest === undefined ? null : manifest.encryption !== null,
        livehouse: manifest?.livehouse ?? null,
      })),
    });
    if (backups.length === 0) terminal.say(`There are no backups in ${target.place}`);
    const lines = backups.map(({ name, state, manifest }) => [
      name,
      state,
      manifest === undefined
        ? ''
        : `${formatCount(manifest.objects.count)} objects, ${formatBytes(manifest.objects.bytes)}`,
    ]);
    for (const line of formatTable(lines)) terminal.say(line);
    return 0;
  } catch (error) {
    throw explain(error);
  } finally {
    target.close();
  }
};
