// `livehouse publish DIR`: runs the publish recipe and prints the result.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PublishResult } from '../../features/release/publish/publish.ts';
import { publishPath } from '../../features/release/publish/stat-index.ts';
import type { Config } from '../../platform/config/config.ts';
import { prepareStatPool } from '../../platform/objects/ingest/stat-pool.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Command } from '../command.ts';
import { openObjects } from '../open-objects.ts';
import { openQueryFile } from '../query-files.ts';
import { formatBytes, formatCount, formatDuration, formatTable, type Terminal } from '../terminal.ts';
import { formatFinding, presentFinding } from './findings.ts';

const STEPS = { scan: 'Scanning', hash: 'Reading', derive: 'Deriving', write: 'Writing', flush: 'Flushing' } as const;

export const publishCommand: Command = async ({ terminal, positionals, flag, config }) => {
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
      openQueryFile,
      promote: !flag('no-promote'),
      dryRun,
      onMount: ({ path, realPath, outside }) => {
        if (outside) terminal.note(`${path} reads from outside the snapshot: ${realPath}`);
      },
      onWait: (lease) => terminal.note(describeLease(lease)),
      onProgress: ({ step, done, total }) => terminal.progress(STEPS[step], done, total),
    });
    const served =
      result.promoted && !dryRun ? await tellServed(objects, settings, result.server, terminal) : undefined;
    // Measured from the start of the process, which is the time that the operator waited.
    present(result, dryRun, served, Math.round(performance.now()), terminal);
    return 0;
  } finally {
    await objects.close();
  }
};

async function tellServed(objects: Objects, settings: Config, server: string, terminal: Terminal): Promise<string> {
  const { describeServed } = await import('./releases/served.ts');
  return describeServed(objects, settings.dataDirectory, server, terminal);
}

function present(
  result: PublishResult,
  dryRun: boolean,
  served: string | undefined,
  milliseconds: number,
  terminal: Terminal,
): void {
  const { warnings, objects } = result;
  terminal.clear();
  for (const warning of warnings) terminal.note(formatFinding(warning));
  terminal.result({ ok: true, ...result, warnings: warnings.map(presentFinding), milliseconds });
  if (terminal.json && served !== undefined) terminal.note(`service  ${served}`);
  const state = result.promoted ? 'current' : 'stored, not current';
  const headline = dryRun
    ? `Would publish ${result.server} (nothing was written)`
    : result.unchanged
      ? `${result.server} is unchanged`
      : `Published ${result.server}`;
  const rows = [
    ['  release', dryRun && !result.promoted ? result.releaseId : `${result.releaseId} (${state})`],
    ['  source', result.sourceId],
    ['  entries', `${formatCount(result.entries)}, ${formatBytes(result.bytes)}`],
    ['  objects', `${formatCount(objects.written)} written, ${formatCount(objects.reused)} reused`],
    ['  warnings', formatCount(warnings.length)],
    ...(served === undefined ? [] : [['  service', served]]),
    ['  took', formatDuration(milliseconds)],
  ];
  for (const line of [headline, ...formatTable(rows)]) terminal.say(line);
}
