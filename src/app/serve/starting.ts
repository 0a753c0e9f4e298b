// Tells commands that a service is starting on this data directory, and may still be making its database.
import type { Config } from '../../platform/config/config.ts';
import { openServiceNotice } from '../../platform/files/service-notices.ts';
import type { Log } from '../../platform/telemetry/log.ts';

const WRITE_AGAIN_MS = 10_000;

/** Until it is disposed of. */
export function announceStart({ dataDirectory }: Pick<Config, 'dataDirectory'>, log: Log): Disposable {
  const notice = openServiceNotice(dataDirectory, 'starting');
  const write = (): void => {
    try {
      notice.write('{}');
    } catch (error) {
      log.warn('commands could not be told that the service is starting', { error });
    }
  };
  write();
  const timer = setInterval(write, WRITE_AGAIN_MS);
  timer.unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      notice.remove();
    },
  };
}
