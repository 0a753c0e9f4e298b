// `livehouse migrate`: migrates the database without serving, as `serve` does at its start. With `--init` it also
// creates the database of a new data directory.
import { listMigrations } from '../../platform/database/migrate.ts';
import type { Command } from '../command.ts';
import { openCommandDatabase } from '../installation/database.ts';
import { INIT_HINT } from '../installation/installation.ts';

export const migrateCommand: Command = async ({ terminal, config, flag }) => {
  const options = { makes: flag('init'), migrates: true, initHint: INIT_HINT };
  const database = await openCommandDatabase(config(), terminal, options);
  try {
    const migrations = listMigrations();
    terminal.result({ ok: true, migrations });
    terminal.say(`The database is up to date: ${migrations.at(-1) ?? 'nothing to apply'}.`);
    return 0;
  } finally {
    await database.close();
  }
};
