// `livehouse work`: runs background jobs only, in a process separate from those that serve. With METRICS_PORT it serves
// metrics too, with the process label `work`.

import { readTextsFolder } from '../../features/instance/common/texts-folder.ts';
import { readModerationRules } from '../../features/moderation/open.ts';
import { createOwnAddress } from '../../http/gates/own-address.ts';
import { prepareDataDirectory, readUnknown } from '../../platform/config/config.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { createProcessMetrics } from '../../platform/telemetry/metrics.ts';
import type { Command } from '../command.ts';
import { openCommunityPlane } from '../community-plane.ts';
import { INIT_HINT, requireInstallation } from '../installation/installation.ts';
import { openObjects } from '../open-objects.ts';
import { requireFinishedImport } from '../serve/import-check.ts';
import { openConfiguredMetrics } from '../serve/serve.ts';
import { announceStart } from '../serve/starting.ts';
import { stopSignal } from '../serve/stop-signal.ts';

const PROCESS_LABEL = 'work';
/** So long commands wait for the database that this process may be making. */
const START_MS = 60_000;

export const workCommand: Command = async ({ terminal, config, flag }) => {
  const checked = config();
  readModerationRules(checked);
  readTextsFolder(checked.instance);
  if (!flag('init')) requireInstallation(checked, 'database', INIT_HINT);
  const log = openLog(checked.logLevel, { format: checked.logFormat });
  prepareDataDirectory(checked);
  for (const text of readUnknown()) log.warn(text);
  using starting = announceStart(checked, log);
  await requireFinishedImport(checked);
  const objects = openObjects(checked);
  const ownAddress = createOwnAddress({ baseUrl: checked.baseUrl, port: () => checked.port });
  const plane = openCommunityPlane({
    config: checked,
    log,
    objects,
    ownAddress,
    work: true,
    // Jobs look up no entities of catalogs, and nobody asks this process how the engines are.
    describeEntity: async () => undefined,
    findThumbnail: async () => undefined,
    isObjectsReachable: () => true,
  });
  try {
    const own = checked.metricsPort === undefined ? undefined : createProcessMetrics(PROCESS_LABEL);
    const measure = async () => [...(own?.measure() ?? []), ...(await plane.measure(PROCESS_LABEL))];
    // Opened before the log line, so that a port in use fails the start.
    const metrics = openConfiguredMetrics(checked, measure, log);
    log.info('working', { metricsPort: metrics?.port });
    const stopped = stopSignal();
    await Promise.race([plane.settle(START_MS), stopped]);
    starting[Symbol.dispose]();
    await stopped;
    log.info('stopping');
    await metrics?.stop();
  } finally {
    await plane.close();
    await objects.close();
  }
  terminal.result({ ok: true });
  return 0;
};
