// `livehouse publish DIR`: runs the publish recipe and prints the result; with `--to`, on another instance.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { publishPath } from '../../features/release/publish/stat-index.ts';
import type { Config } from '../../platform/config/config.ts';
import { prepareStatPool } from '../../platform/objects/ingest/stat-pool.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Command } from '../command.ts';
import { openObjects } from '../open-objects.ts';
import { openQueryFile, readQueriedFields } from '../query-files.ts';
import type { Terminal } from '../terminal.ts';
import { presentPublication } from './output/present-publication.ts';

const STEPS = { scan: 'Scanning', hash: 'Reading', derive: 'Deriving', write: 'Writing', flush: 'Flushing' } as const;

export const publishCommand: Command = async (context) => {
  const { terminal, positionals, flag, option, config } = context;
  const to = option('to');
  if (to !== undefined) return (await import('./elsewhere/publish-to.ts')).publishTo(to, context);
  const settings = config();
  // After an earlier publication, many files are statted and few are read; the remaining modules load while the workers
  // start.
  if (existsSync(publishPath(settings.dataDirectory))) prepareStatPool();
  const { publish } = await import('../../features/release/publish/publish.ts');
  const { describeLease } = await import('../../features/release/store/lease.ts');
  const dryRun = flag('dry-run');
  const objects = openObjects(settings);
  try {
    const result = await publish({
      directory: resolve(positionals[0] ?? '.'),
      objects,
      dataDirectory: settings.dataDirectory,
      // Loaded on demand: an unchanged snapshot derives nothing.
      derivations: [
        async (context) => {
          const { DERIVATIONS } = await import('../derivations.ts');
          for (const derivation of DERIVATIONS) await derivation(context);
        },
      ],
      copyDerivations: [
        async (context) => {
          const { COPY_DERIVATIONS } = await import('../derivations.ts');
          for (const derivation of COPY_DERIVATIONS) await derivation(context);
        },
      ],
      openQueryFile,
      readQueriedFields,
      promote: !flag('no-promote'),
      strict: flag('strict'),
      allowLoss: flag('allow-loss'),
      dryRun,
      onMount: ({ path, realPath, outside }) => {
        if (outside) terminal.note(`${path} reads from outside the snapshot: ${realPath}`);
      },
      onWait: (lease) => terminal.note(describeLease(lease)),
      onProgress: ({ step, done, total }) => terminal.progress(STEPS[step], done, total),
    });
    const isServed = result.promoted && !dryRun;
    const served = isServed ? await tellServed(objects, settings, result.server, terminal) : undefined;
    const rows = served === undefined ? [] : [['service', served] as const];
    // Measured from the start of the process, which is the time that the operator waited.
    presentPublication(result, dryRun, rows, Math.round(performance.now()), terminal);
    return 0;
  } finally {
    await objects.close();
  }
};

async function tellServed(objects: Objects, settings: Config, server: string, terminal: Terminal): Promise<string> {
  const { describeServed } = await import('./releases/served.ts');
  return describeServed(objects, settings.dataDirectory, server, terminal);
}
