// Prints the result of a publication, on this machine or elsewhere.
import type { PublishResult } from '../../../features/release/publish/publish.ts';
import { formatBytes, formatCount, formatDuration, formatTable, type Terminal } from '../../terminal.ts';
import { formatFinding, presentFinding } from './findings.ts';

/** Lines below the result, as name and value. */
type Row = readonly [name: string, value: string];

export function presentPublication(
  result: PublishResult,
  dryRun: boolean,
  more: readonly Row[],
  milliseconds: number,
  terminal: Terminal,
): void {
  const { warnings, objects } = result;
  terminal.clear();
  for (const warning of warnings) terminal.note(formatFinding(warning));
  terminal.result({ ok: true, ...result, warnings: warnings.map(presentFinding), milliseconds });
  if (terminal.json) for (const [name, value] of more) terminal.note(`${name}  ${value}`);
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
    ...more.map(([name, value]) => [`  ${name}`, value]),
    ['  took', formatDuration(milliseconds)],
  ];
  for (const line of [headline, ...formatTable(rows), ...schemaLines(result.schema ?? {})]) terminal.say(line);
}

const FIELDS_SHOWN = 20;

/** What changed in the fields of collections, a line each. */
function schemaLines(schema: NonNullable<PublishResult['schema']>): readonly string[] {
  const lines = Object.entries(schema).flatMap(([resource, { added, removed, changed }]) => [
    ...added.map(({ path, type }) => `  + ${resource}.${path}: ${type}`),
    ...removed.map(({ path, type }) => `  - ${resource}.${path}: ${type}`),
    ...changed.map(({ path, before, after }) => `  ~ ${resource}.${path}: ${before} → ${after}`),
  ]);
  const rest = lines.length - FIELDS_SHOWN;
  return [
    ...(lines.length > 0 ? ['Fields'] : []),
    ...lines.slice(0, FIELDS_SHOWN),
    ...(rest > 0 ? [`  and ${formatCount(rest)} more; see --json`] : []),
  ];
}
