// `livehouse releases list | show | promote | rollback | retire`: published releases, and changing the current one.
import { describeLease, type FoundLease } from '../../../features/release/store/lease.ts';
import {
  type PointerMove,
  promoteRelease,
  retireServer,
  rollbackRelease,
} from '../../../features/release/store/promote.ts';
import { listReleases, requireManifest, requireReleaseId } from '../../../features/release/store/registry.ts';
import { readPointer, readSideManifest } from '../../../features/release/store/store.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Command, CommandContext } from '../../command.ts';
import { withObjects } from '../../open-objects.ts';
import { formatBytes, formatCount, formatTable, formatTime, type Terminal } from '../../terminal.ts';
import { promoteTo, retireTo, rollBackTo } from '../elsewhere/move-releases.ts';
import { describeServed } from './served.ts';
import { withReleases } from './with-releases.ts';

export const listCommand: Command = ({ config, terminal, positionals }) => {
  const settings = config();
  return withObjects(settings, async (objects) => {
    const { dataDirectory, s3 } = settings;
    const servers = await listReleases(objects, positionals[0]);
    terminal.result({ ok: true, servers });
    if (servers.length === 0) {
      const place = s3 === undefined ? dataDirectory : `${s3.endpoint}/${s3.bucket}`;
      terminal.say(`Nothing is published in ${place} yet. Publish a snapshot with "livehouse publish DIR".`);
    }
    for (const server of servers) {
      terminal.say(`${server.id}  ${server.displayName}  (${server.region}, ${server.status})`);
      const rows = server.releases.map((release) => [
        release.releaseId === server.current ? '  *' : '   ',
        release.releaseId,
        release.publishedAt === null ? 'incomplete' : formatTime(release.publishedAt),
        release.entries === null ? '' : `${formatCount(release.entries)} entries`,
        release.bytes === null ? '' : formatBytes(release.bytes),
        release.sourceId ?? '',
      ]);
      for (const line of formatTable(rows, [3, 4])) terminal.say(line);
    }
    return 0;
  });
};

export const showCommand: Command = (context) =>
  withReleases(context, async (objects) => {
    const { terminal, positionals } = context;
    const [server = '', named] = positionals;
    const releaseId = await requireReleaseId(objects, server, named);
    const manifest = await requireManifest(objects, server, releaseId);
    const side = await readSideManifest(objects, server, releaseId);
    const pointer = (await readPointer(objects, server))?.value;
    const roles: Record<string, { entries: number; bytes: number }> = {};
    for (const { role, bytes } of manifest.entries) {
      const sum = roles[role] ?? { entries: 0, bytes: 0 };
      roles[role] = { entries: sum.entries + 1, bytes: sum.bytes + bytes };
    }
    const current = pointer?.releaseId === releaseId;
    terminal.result({
      ok: true,
      server,
      releaseId,
      sourceId: manifest.sourceId,
      current,
      publishedAt: side?.publishedAt ?? null,
      entries: manifest.entryCount,
      bytes: manifest.totalBytes,
      roles,
      history: pointer?.history ?? [],
    });
    const rows = [
      ['  source', manifest.sourceId],
      ['  published', side === undefined ? 'unknown' : `${formatTime(side.publishedAt)} UTC`],
      ['  entries', `${formatCount(manifest.entryCount)}, ${formatBytes(manifest.totalBytes)}`],
      ...Object.entries(roles).map(([role, { entries, bytes }]) => [
        `    ${role}`,
        `${formatCount(entries)}, ${formatBytes(bytes)}`,
      ]),
      ['  history', (pointer?.history ?? []).join(' → ')],
    ];
    terminal.say(`${server} ${releaseId}${current ? ' (current)' : ''}`);
    for (const line of formatTable(rows)) terminal.say(line);
    return 0;
  });

export const promoteCommand: Command = moveCommand(promoteTo, (objects, context) => {
  const [server = '', releaseId = ''] = context.positionals;
  return promoteRelease(objects, server, releaseId, tellWait(context));
});

export const rollbackCommand: Command = moveCommand(rollBackTo, (objects, context) =>
  rollbackRelease(objects, context.positionals[0] ?? '', tellWait(context)),
);

export const retireCommand: Command = moveCommand(retireTo, (objects, { positionals }) =>
  retireServer(objects, positionals[0] ?? ''),
);

/** A command that changes the current release: on another instance with `--to`, otherwise here. */
function moveCommand(
  moveElsewhere: (context: CommandContext, to: string) => Promise<PointerMove>,
  moveHere: (objects: Objects, context: CommandContext) => Promise<PointerMove>,
): Command {
  return async (context) => {
    const { terminal } = context;
    const to = context.option('to');
    if (to !== undefined) {
      presentMove(terminal, await moveElsewhere(context, to));
      return 0;
    }
    return withReleases(context, async (objects) => {
      const move = await moveHere(objects, context);
      const served = await describeServed(objects, context.config().dataDirectory, move.server, terminal);
      presentMove(terminal, move);
      terminal.note(`service  ${served}`);
      return 0;
    });
  };
}

const tellWait =
  ({ terminal }: CommandContext) =>
  (lease: FoundLease): void =>
    terminal.note(describeLease(lease));

function presentMove(terminal: Terminal, move: PointerMove): void {
  terminal.result({ ok: true, ...move });
  if (move.status === 'retired') {
    const when = move.changed ? 'now' : 'already';
    terminal.say(`${move.server} is ${when} removed from the registry. Publishing or promoting restores it.`);
    return;
  }
  const before = move.previous === null || move.previous === move.releaseId ? '' : ` (previous: ${move.previous})`;
  terminal.say(
    move.changed
      ? `The current release of ${move.server} is now ${move.releaseId}${before}`
      : `The current release of ${move.server} is already ${move.releaseId}`,
  );
}
