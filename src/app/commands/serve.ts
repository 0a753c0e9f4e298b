// `livehouse serve`: runs the service in this process, or in several that this one supervises.

import { readTextsFolder } from '../../features/instance/common/texts-folder.ts';
import { readModerationRules } from '../../features/moderation/open.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Command, UsageError } from '../command.ts';
import { serve } from '../serve/serve.ts';
import { serveWithWorkers } from '../serve/workers.ts';

const MOST_WORKERS = 64;

export const serveCommand: Command = async ({ config, flag, option }) => {
  const options = { work: !flag('no-worker') };
  const workers = option('workers');
  const checked = (): Config => {
    const read = config();
    // Part of the configuration check: the service must not start with unusable rules or texts.
    readModerationRules(read);
    readTextsFolder(read.instance);
    return read;
  };
  if (workers === undefined) return serve(checked(), options);
  const count = Number(workers);
  if (!/^\d+$/.test(workers) || count < 1 || count > MOST_WORKERS) {
    throw new UsageError(`--workers takes a number from 1 to ${MOST_WORKERS}`);
  }
  return serveWithWorkers(checked(), count, options);
};
