// `livehouse publish DIR --to ADDRESS`: publishes to another instance, with the token and the known digests of this
// installation.
import { resolve } from 'node:path';
import { type CommandContext, UsageError } from '../../command.ts';
import { knownDigests } from './known-digests.ts';
import { publishElsewhere } from './publish-elsewhere.ts';

/** Runs `livehouse publish DIR --to ADDRESS`. */
export async function publishTo(to: string, { terminal, positionals, flag, config }: CommandContext): Promise<number> {
  if (flag('dry-run')) {
    throw new UsageError(
      '--dry-run tries a publication on this machine; leave out --to, since the other side derives everything',
    );
  }
  return publishElsewhere({
    to,
    directory: resolve(positionals[0] ?? '.'),
    choices: { promote: !flag('no-promote'), strict: flag('strict'), allowLoss: flag('allow-loss') },
    context: { terminal, config },
    hashFiles: (files, facts) => knownDigests(config().dataDirectory, files, facts),
  });
}
