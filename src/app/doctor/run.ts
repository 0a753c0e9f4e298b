// Every check of an installation, by a real round trip each: what `livehouse doctor` prints and the page of the
// administration shows. Names hosts and variables, and never a secret.
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { type Config, readUnknown } from '../../platform/config/config.ts';
import { maskUserInfo } from '../../platform/config/values.ts';
import { probeDatabase } from '../../platform/database/probe.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { checkPasskeys, checkStaffTokens } from './accounts.ts';
import { checkBackups } from './backups.ts';
import { type Check, check } from './check.ts';
import { checkClients } from './clients.ts';
import { checkMaintenance, checkOwner, checkRoom } from './data.ts';
import { checkConfinement, checkFonts, checkPictures, checkVideo } from './media.ts';
import {
  checkCaptcha,
  checkClassifier,
  checkMail,
  checkMetrics,
  checkProvider,
  checkSharedLimits,
  checkSignIn,
} from './outside.ts';
import { checkRules, checkSettings } from './settings.ts';
import { checkVersion } from './updates.ts';

/** What a check has at least, if it begins when the time of all is nearly over. */
const LAST_MS = 500;

/**
 * Runs all checks of a valid configuration. Leaves nothing behind except empty folders. What has not ended after `longestMs`
 * is reported as still running, so that a page need not wait for it.
 */
export async function checkAll(
  config: Config,
  openObjects: (config: Config) => Objects,
  longestMs?: number,
): Promise<readonly Check[]> {
  const set = config.variables.flatMap(({ name, isSet }) => (isSet ? [name] : []));
  const detail = set.length === 0 ? 'nothing set, all defaults' : `set: ${set.join(', ')}`;
  const configuration: Check = { name: 'configuration', state: 'ok', detail };
  const foreign = checkOwner(config);
  if (foreign !== undefined) return [configuration, foreign];
  const startedAt = performance.now();
  const limited = (name: string, work: Promise<Check>): Promise<Check> =>
    longestMs === undefined
      ? work
      : withinTime(work, Math.max(LAST_MS, startedAt + longestMs - performance.now()), (): Check => {
          const detail = `still running after ${longestMs / 1000} seconds; run \`livehouse doctor\` to wait for it`;
          return { name, state: 'running', detail };
        });
  // Concurrently, since an unavailable engine takes seconds to time out.
  const engines = await Promise.all([
    limited('database', checkDatabase(config)),
    limited('objects', checkObjects(config, openObjects)),
    limited('backups', checkBackups(config)),
    limited('maintenance', checkMaintenance(config, openObjects)),
    limited('version', checkVersion(config, openObjects)),
    limited('mail', checkMail(config)),
    limited('confinement', checkConfinement()),
    limited('pictures', checkPictures()),
    checkFonts(),
    limited('video', checkVideo(config.ffmpeg)),
    checkClients(config),
    limited('captcha', checkCaptcha(config)),
    limited('limits', checkSharedLimits(config)),
    limited('sign-in', checkSignIn(config)),
    limited('classifier', checkClassifier(config)),
    limited('provider', checkProvider(config)),
  ]);
  // After the others, since it uses the database that `checkDatabase` probes.
  const stored = [
    await limited('settings', checkSettings(config)),
    await limited('rules', checkRules(config)),
    await limited('passkeys', checkPasskeys(config)),
  ];
  const tokens = config.staffSecondFactor ? [await limited('staff-tokens', checkStaffTokens(config))] : [];
  const unknown = readUnknown().map((text): Check => ({ name: 'configuration', state: 'warn', detail: text }));
  const checks = [configuration, ...unknown, checkRoom(config), ...engines, ...stored, ...tokens, checkMetrics(config)];
  return checks.map((found) => ({ ...found, detail: maskUserInfo(found.detail) }));
}

/** A failure is reported with the address, without its secrets. */
function checkDatabase(config: Config): Promise<Check> {
  const place = config.databaseUrl === undefined ? 'embedded' : new URL(config.databaseUrl).host;
  return check('database', place, () => probeDatabase(config));
}

async function checkObjects(config: Config, openObjects: (config: Config) => Objects): Promise<Check> {
  const objects = openObjects(config);
  try {
    const place = config.s3 === undefined ? config.dataDirectory : `${config.s3.endpoint}/${config.s3.bucket}`;
    return await check('objects', place, () => objects.probe());
  } finally {
    await objects.close();
  }
}
