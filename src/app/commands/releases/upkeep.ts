// `livehouse releases verify | gc | delete`: verifying, collecting and deleting releases.

import { publishPath } from '../../../features/release/publish/stat-index.ts';
import { deleteRelease } from '../../../features/release/store/delete-release.ts';
import { describeLease } from '../../../features/release/store/lease.ts';
import { collectContent, collectReleases, KEEP_DEFAULT, KEEP_MIN } from '../../../features/release/store/retention.ts';
import { verifyRelease } from '../../../features/release/store/verify.ts';
import { sweepLeftovers } from '../../../platform/files/leftovers.ts';
import { noticesPath } from '../../../platform/files/service-notices.ts';
import { locksPath } from '../../../platform/objects/s3/writer-lock.ts';
import { type Command, UsageError } from '../../command.ts';
import { formatBytes, formatCount, formatTable } from '../../terminal.ts';
import { deleteAt } from '../elsewhere/move-releases.ts';
import { withReleases } from './with-releases.ts';

export const verifyCommand: Command = (context) =>
  withReleases(context, async (objects) => {
    const { terminal, positionals } = context;
    const { releaseId, checked, problems } = await verifyRelease(
      objects,
      positionals[0] ?? '',
      positionals[1],
      (done, total) => terminal.progress('Reading', done, total),
    );
    const ok = problems.length === 0;
    terminal.result({ ok, checked, problems });
    for (const line of formatTable(problems.map(({ key, code }) => [`  ${code}`, key]))) terminal.say(line);
    terminal.say(
      ok
        ? `${releaseId} is complete: checked ${formatCount(checked)} objects and documents.`
        : `${releaseId} has ${formatCount(problems.length)} problems. Remove the damaged objects and publish again.`,
    );
    return ok ? 0 : 1;
  });

export const collectCommand: Command = (context) => {
  const keep = readKeep(context.option('keep'));
  return withReleases(context, async (objects) => {
    const { terminal, positionals } = context;
    const { dataDirectory } = context.config();
    const dryRun = context.flag('dry-run');
    const remove = dryRun ? 'Checking objects' : 'Removing';
    const labels = { read: 'Reading releases', list: 'Listing objects', remove } as const;
    const result = await collectReleases({
      objects,
      server: positionals[0],
      keep,
      dryRun,
      retired: context.flag('retired'),
      onProgress: (step) => terminal.progress(labels[step], 0, 0),
      onDamagedLease: (lease) => terminal.note(describeLease(lease)),
    });
    let leftovers = await objects.sweepLeftovers(dryRun);
    for (const folder of [
      publishPath(dataDirectory),
      locksPath(dataDirectory),
      noticesPath(dataDirectory, 'serving'),
      noticesPath(dataDirectory, 'starting'),
    ]) {
      leftovers += await sweepLeftovers(folder, dryRun);
    }
    terminal.result({ ok: true, ...result });
    terminal.say(
      `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(result.releases)} releases, ` +
        `${formatCount(result.objects)} objects, ${formatBytes(result.bytes)}.`,
    );
    if (leftovers > 0)
      terminal.note(
        `${formatCount(leftovers)} temporary files and locks of dead processes${dryRun ? ' would be removed' : ' were removed'}.`,
      );
    return 0;
  });
};

export const deleteCommand: Command = async (context) => {
  const { terminal, positionals } = context;
  const [server = '', releaseId = ''] = positionals;
  const to = context.option('to');
  if (to !== undefined) {
    await deleteAt(context, to);
    terminal.result({ ok: true, server, releaseId });
    terminal.say(`Deleted ${releaseId} of ${server}. What only it needed is removed in the background.`);
    return 0;
  }
  return withReleases(context, async (objects) => {
    await deleteRelease(objects, server, releaseId);
    terminal.progress('Removing', 0, 0);
    const { objects: count, bytes } = await collectContent(objects);
    terminal.result({ ok: true, server, releaseId, objects: count, bytes });
    terminal.say(
      `Deleted ${releaseId} of ${server}, and ${formatCount(count)} objects (${formatBytes(bytes)}) that only it needed.`,
    );
    return 0;
  });
};

function readKeep(text: string | undefined): number {
  if (text === undefined) return KEEP_DEFAULT;
  if (!/^\d{1,6}$/.test(text) || Number(text) < KEEP_MIN) {
    throw new UsageError(`--keep takes a whole number of at least ${KEEP_MIN}.`);
  }
  return Number(text);
}
