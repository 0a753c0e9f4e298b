// Handlers of the routes that choose the current release of a server.
import { answerJson } from '../../../http/answer/json.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { releasesAdministration } from './contract.ts';
import { type MoveParts, promote, retire, rollBack } from './moves.ts';
import { type AdministeredServer, listServers } from './servers.ts';

export function releasesAdministrationHandlers(parts: MoveParts): Handlers<typeof releasesAdministration> {
  return {
    adminServerList: async ({ context }) => {
      const servers = await listServers(parts.objects);
      return answerJson(context, { servers: servers.map(presentServer) });
    },
    adminReleasePromote: async ({ context, params, body, actor }) =>
      answerJson(context, await promote(parts, actor, params.server, body)),
    adminReleaseRollback: async ({ context, params, body, actor }) =>
      answerJson(context, await rollBack(parts, actor, params.server, body)),
    adminServerRetire: async ({ context, params, body, actor }) =>
      answerJson(context, await retire(parts, actor, params.server, body)),
  };
}

const presentServer = ({ id, displayName, region, status, current, ...server }: AdministeredServer) => ({
  ...{ id, displayName, region, status, current },
  previous: server.previous ?? null,
  releases: server.releases,
  history: server.history.map(({ kind, releaseId, at }) => ({ kind, releaseId, at })),
  running: server.running.map(({ kind, startedAt, isDamaged, liveUntil }) => ({
    kind,
    startedAt: isDamaged ? null : startedAt,
    liveUntil,
  })),
});
