// `livehouse releases promote | rollback | retire | delete --to ADDRESS`: acts on another instance, with a token of the scope
// `releases`. Each is sent once, with the release that was current just before, so that nothing changes twice.
import { z } from 'zod';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import type { PointerMove } from '../../../features/release/store/promote.ts';
import type { CommandContext } from '../../command.ts';
import { type Asked, openTarget, type Target, TargetAway } from './target.ts';

const serversAnswer = z.object({ servers: z.array(z.object({ id: z.string(), current: z.string().nullable() })) });
const moveAnswer = z.object({
  server: z.string(),
  releaseId: z.string(),
  status: z.enum(['active', 'retired']),
  previous: z.string().nullable(),
  changed: z.boolean(),
});

export const promoteTo = async (context: CommandContext, to: string): Promise<PointerMove> => {
  const [server = '', releaseId = ''] = context.positionals;
  const target = openTarget(context, to, 'releases');
  return move(target, server, 'promote', { from: await readCurrent(target, server), to: releaseId });
};

export const rollBackTo = async (context: CommandContext, to: string): Promise<PointerMove> => {
  const [server = ''] = context.positionals;
  const target = openTarget(context, to, 'releases');
  return move(target, server, 'rollback', { from: await requireCurrent(target, server) });
};

export const retireTo = async (context: CommandContext, to: string): Promise<PointerMove> => {
  const [server = ''] = context.positionals;
  const target = openTarget(context, to, 'releases');
  return move(target, server, 'retire', { from: await requireCurrent(target, server) });
};

export const deleteAt = async (context: CommandContext, to: string): Promise<void> => {
  const [server = '', releaseId = ''] = context.positionals.map(encodeURIComponent);
  await send(openTarget(context, to, 'releases'), { method: 'DELETE', path: `/${server}/releases/${releaseId}` });
};

async function readCurrent(target: Target, server: string): Promise<string | null> {
  const { servers } = serversAnswer.parse((await target.ask({ method: 'GET', path: '' })).body);
  return servers.find(({ id }) => id === server)?.current ?? null;
}

async function requireCurrent(target: Target, server: string): Promise<string> {
  const current = await readCurrent(target, server);
  if (current !== null) return current;
  const message = `${target.address}: the server "${server}" has no current release, or the token does not name it.`;
  throw operatorError('release_unavailable', message);
}

async function move(target: Target, server: string, act: string, body: object): Promise<PointerMove> {
  const answer = await send(target, {
    method: 'POST',
    path: `/${encodeURIComponent(server)}/${act}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return moveAnswer.parse(answer);
}

async function send(target: Target, asked: Asked): Promise<unknown> {
  try {
    return (await target.ask({ ...asked, once: true })).body;
  } catch (error) {
    if (!(error instanceof TargetAway)) throw error;
    throw operatorError('target_unavailable', `${target.address}: ${error.message}`);
  }
}
