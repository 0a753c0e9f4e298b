// `livehouse maintenance on | off`: the switch that makes the service refuse writes. It is an object, so it needs no database and
// leaves no event in the audit trail.
import { existsSync } from 'node:fs';
import {
  beginMaintenance,
  endMaintenance,
  MESSAGE_MAX,
  messageSchema,
  readMaintenance,
} from '../../features/maintenance/store.ts';
import { operatorError } from '../../features/release/common/operator-error.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { INSTALLATION_MISSING } from '../installation/installation.ts';
import { withObjects } from '../open-objects.ts';

export const onCommand: Command = (context) => {
  const message = requireMessage(context);
  return withObjects(requireData(context), async (objects) => {
    const { since } = await beginMaintenance(objects, message);
    context.terminal.result({ ok: true, active: true, message, since });
    context.terminal.say('Maintenance is on. All processes refuse writes within two seconds.');
    return 0;
  });
};

export const offCommand: Command = (context) =>
  withObjects(requireData(context), async (objects) => {
    const wasActive = (await readMaintenance(objects)) !== undefined;
    await endMaintenance(objects);
    context.terminal.result({ ok: true, active: false, wasActive });
    context.terminal.say(wasActive ? 'Maintenance is off.' : 'Maintenance was off already.');
    return 0;
  });

/** A switch in a directory that no service reads would have no effect. */
function requireData(context: CommandContext): Config {
  const config = context.config();
  if (config.s3 === undefined && !existsSync(config.dataDirectory)) {
    throw operatorError(INSTALLATION_MISSING, describeMissing(config.dataDirectory));
  }
  return config;
}

const describeMissing = (directory: string): string =>
  `There is no data directory ${directory}. Run the command with the settings of the service (LIVEHOUSE_DATA or OBJECTS_URL).`;

function requireMessage({ option }: CommandContext): string | null {
  const given = option('message');
  if (given === undefined) return null;
  const read = messageSchema.safeParse(given);
  if (!read.success) throw new UsageError(`--message takes one line of at most ${MESSAGE_MAX} characters`);
  return read.data;
}
