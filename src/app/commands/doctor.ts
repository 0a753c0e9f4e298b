// `livehouse doctor`: checks the configuration and every configured engine by a real round trip. Exits with 1 when a
// check fails; a missing optional part is a warning. Leaves nothing behind except empty folders.

import { readTextsFolder } from '../../features/instance/common/texts-folder.ts';
import { readModerationRules } from '../../features/moderation/open.ts';
import { ConfigError, checkConfig, readEnvironment } from '../../platform/config/config.ts';
import type { Command } from '../command.ts';
import type { Check } from '../doctor/check.ts';
import { checkAll } from '../doctor/run.ts';
import { openObjects } from '../open-objects.ts';
import { formatTable } from '../terminal.ts';

const WORDS: Readonly<Record<Check['state'], string>> = {
  ok: 'ok  ',
  folder: 'note',
  running: '…   ',
  warn: 'warn',
  fail: 'FAIL',
};

export const doctorCommand: Command = async ({ terminal }) => {
  const checks = await runChecks();
  const ok = checks.every(({ state }) => state !== 'fail');
  terminal.result({
    ok,
    checks: checks.map(({ name, state, detail }) => ({ name, ok: state !== 'fail', state, detail })),
  });
  for (const line of formatTable(checks.map(({ name, state, detail }) => [WORDS[state], name, detail]))) {
    terminal.say(line);
  }
  return ok ? 0 : 1;
};

async function runChecks(): Promise<readonly Check[]> {
  try {
    const config = checkConfig(readEnvironment());
    readModerationRules(config);
    readTextsFolder(config.instance);
    return await checkAll(config, openObjects);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((detail) => ({ name: 'configuration', state: 'fail', detail }));
  }
}
