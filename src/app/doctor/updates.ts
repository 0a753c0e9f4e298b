// A check of the software: whether a newer version is known. What the daily job found is read, and nothing is fetched.
import { isNewer, readUpdateState } from '../../features/updates/state.ts';
import { type Config, readSoftwareVersion } from '../../platform/config/config.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Check } from './check.ts';

const NAME = 'version';
const LOOK = '`livehouse jobs run update.check` looks now';

/** A newer version is a warning, and so is a look that failed. */
export async function checkVersion(config: Config, openObjects: (config: Config) => Objects): Promise<Check> {
  const own = readSoftwareVersion();
  if (config.updateCheck === undefined) return { name: NAME, state: 'ok', detail: `${own}; UPDATE_CHECK is not set` };
  const objects = openObjects(config);
  try {
    const state = await readUpdateState(objects);
    if (state === undefined) return { name: NAME, state: 'ok', detail: `${own}; nobody has looked yet: ${LOOK}` };
    const { version, failure, checkedAt } = state;
    const at = new Date(checkedAt).toISOString();
    if (version !== null && isNewer(version, own)) {
      return { name: NAME, state: 'warn', detail: `${version} is available, and this is ${own}` };
    }
    if (failure !== null) {
      const place = new URL(config.updateCheck).host;
      return { name: NAME, state: 'warn', detail: `${own}; ${place} could not be read at ${at} (${failure}); ${LOOK}` };
    }
    return { name: NAME, state: 'ok', detail: `${own} is the newest version, as of ${at}` };
  } catch {
    return {
      name: NAME,
      state: 'warn',
      detail: `${own}; what was found last could not be read; see the check of the objects`,
    };
  } finally {
    await objects.close();
  }
}
