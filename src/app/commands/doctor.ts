// `livehouse doctor`: checks the configuration and every configured engine by a real round trip. Exits with 1 when a
// check fails; a missing optional part is a warning. Leaves nothing behind except empty folders.

import { readTextsFolder } from '../../features/instance/texts-folder.ts';
import { readModerationRules } from '../../features/moderation/open.ts';
import { type Config, ConfigError, checkConfig, readEnvironment, VARIABLES } from '../../platform/config/config.ts';
import { probeDatabase } from '../../platform/database/probe.ts';
import type { Command } from '../command.ts';
import { checkPasskeys } from '../doctor/accounts.ts';
import { type Check, check } from '../doctor/check.ts';
import { checkConfinement, checkFonts, checkPictures, checkVideo } from '../doctor/media.ts';
import { checkCaptcha, checkClassifier, checkMail, checkProvider, checkSignIn } from '../doctor/outside.ts';
import { openObjects } from '../open-objects.ts';
import { formatTable } from '../terminal.ts';

const WORDS: Readonly<Record<Check['state'], string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

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
  const environment = readEnvironment();
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  try {
    const config = checkConfig(environment);
    readModerationRules(config);
    readTextsFolder(config.instance);
    const set = Object.keys(VARIABLES).filter(isSet);
    const detail = set.length === 0 ? 'nothing set, all defaults' : `set: ${set.join(', ')}`;
    // Concurrently, since an unavailable engine takes seconds to time out.
    const engines = await Promise.all([
      checkDatabase(config),
      checkObjects(config),
      checkMail(config),
      checkConfinement(),
      checkPictures(),
      checkFonts(),
      checkVideo(config.ffmpeg),
      checkCaptcha(config),
      checkSignIn(config),
      checkClassifier(config),
      checkProvider(config, isSet('PROVIDER_URL')),
    ]);
    // After the others, since it uses the database that `checkDatabase` probes.
    const passkeys = await checkPasskeys(config);
    return [{ name: 'configuration', state: 'ok', detail }, ...engines, passkeys];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((detail) => ({ name: 'configuration', state: 'fail', detail }));
  }
}

/** A failure is reported with the address, without its secrets. */
function checkDatabase(config: Config): Promise<Check> {
  const place = config.databaseUrl === undefined ? 'embedded' : new URL(config.databaseUrl).host;
  return check('database', place, () => probeDatabase(config));
}

async function checkObjects(config: Config): Promise<Check> {
  const objects = openObjects(config);
  try {
    const place = config.s3 === undefined ? config.dataDirectory : `${config.s3.endpoint}/${config.s3.bucket}`;
    return await check('objects', place, () => objects.probe());
  } finally {
    await objects.close();
  }
}
