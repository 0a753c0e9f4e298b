// `livehouse setup-link`: prints the link by which an instance without an administrator gets one. The service prints it on a
// terminal only.

import { prepareSetup } from '../../features/instance/setup/first-run.ts';
import { findSetupCode, setupFile } from '../../features/instance/setup/token.ts';
import { operatorError } from '../../features/release/common/operator-error.ts';
import { setupLink } from '../banner.ts';
import type { Command } from '../command.ts';
import { openCommandDatabase } from '../installation/database.ts';

export const setupLinkCommand: Command = async ({ terminal, config }) => {
  const settings = config();
  const { dataDirectory, databaseUrl, port } = settings;
  const database = await openCommandDatabase(settings, terminal);
  try {
    const state = await prepareSetup({ database, dataDirectory, isEmbedded: databaseUrl === undefined });
    if (state === 'complete') throw operatorError('setup_over', 'This instance has an administrator already.');
    const code = findSetupCode(dataDirectory);
    if (state === 'remote-code' || code === undefined) {
      throw operatorError(
        'setup_elsewhere',
        'Another data directory has the code: run the command where the process runs that started first.',
      );
    }
    const link = setupLink(settings, port, code);
    terminal.result({ ok: true, link, file: setupFile(dataDirectory) });
    terminal.say(link);
    return 0;
  } finally {
    await database.close();
  }
};
