// `livehouse provider sync REGION [--what LIST]`: fills the provider cache, so that a region can be served without
// upstream.

import { isRegion, REGIONS } from '../../features/provider/common/rules.ts';
import { openProvider } from '../../features/provider/mirror/provider.ts';
import { DEFAULT_PARTS, SYNC_PARTS, type SyncPart, type SyncResult, syncRegion } from '../../features/provider/sync.ts';
import { operatorError } from '../../features/release/common/operator-error.ts';
import { headerNames, publicCors } from '../../http/answer/headers.ts';
import { prepareDataDirectory } from '../../platform/config/config.ts';
import { openLog } from '../../platform/telemetry/log.ts';
import { type Command, UsageError } from '../command.ts';
import { formatBytes, formatCount, formatDuration, formatTable, type Terminal } from '../terminal.ts';

export const syncCommand: Command = async ({ terminal, positionals, option, config }) => {
  const [region = ''] = positionals;
  if (!isRegion(region)) throw new UsageError(`The region is one of: ${REGIONS.join(', ')}`);
  const parts = readParts(option('what'));
  const settings = config();
  if (settings.providerUrl === undefined) {
    throw operatorError('provider_off', 'PROVIDER_URL is off: there is nothing to fetch from.');
  }
  prepareDataDirectory(settings);
  const style = { cors: publicCors(headerNames(settings.headerPrefix)) };
  const provider = openProvider(settings, style, openLog('silent'));
  try {
    const result = await syncRegion(provider, {
      region,
      parts,
      concurrency: settings.providerConcurrency,
      onProgress: (part, done, total) => terminal.progress(part, done, total),
    });
    const cacheBytes = await provider.cache.measure();
    present(result, region, cacheBytes, settings.cacheBytes, terminal);
    return isGood(result) ? 0 : 1;
  } finally {
    provider.close();
  }
};

function readParts(text: string | undefined): readonly SyncPart[] {
  if (text === undefined) return DEFAULT_PARTS;
  return text.split(',').map((word) => {
    const part = SYNC_PARTS.find((name) => name === word.trim());
    if (part === undefined) throw new UsageError(`--what takes a comma-separated list of: ${SYNC_PARTS.join(', ')}`);
    return part;
  });
}

const isGood = ({ complete, parts }: SyncResult): boolean =>
  complete && Object.values(parts).every((count) => count.failed === 0);

function present(result: SyncResult, region: string, cacheBytes: number, cacheLimit: number, terminal: Terminal): void {
  const milliseconds = Math.round(performance.now());
  terminal.clear();
  terminal.result({ ok: isGood(result), region, ...result, cacheBytes, milliseconds });
  terminal.say(result.complete ? `Mirrored ${region}` : `Stopped mirroring ${region}: the provider does not answer`);
  const rows = Object.entries(result.parts).map(([part, count]) => [
    `  ${part}`,
    formatCount(count.brought),
    'fetched,',
    formatCount(count.held),
    'fresh,',
    formatCount(count.missing),
    'missing,',
    formatCount(count.failed),
    'failed',
  ]);
  for (const line of formatTable(rows, [1, 3, 5, 7])) terminal.say(line);
  terminal.say(`  cache ${formatBytes(cacheBytes)}, took ${formatDuration(milliseconds)}`);
  for (const path of result.failures) terminal.note(`failed  ${path}`);
  if (cacheBytes > cacheLimit * 0.8) {
    terminal.note(
      'warning  the cache is nearly full: raise CACHE_BYTES, or the least recently used files will be removed',
    );
  }
}
