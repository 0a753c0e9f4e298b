// Handlers of the routes that choose the current release of a server.
import type { Handlers } from '../../../http/routing/contract.ts';
import type { releasesAdministration } from './contract.ts';
import { type FindDoer, readDoers } from './doers.ts';
import { type MoveParts, promote, retire, rollBack } from './moves.ts';
import { type AdministeredServer, listServers } from './servers.ts';

export function releasesAdministrationHandlers(parts: MoveParts): Handlers<typeof releasesAdministration> {
  return {
    adminServerList: async () => {
      const [servers, findDoer] = await Promise.all([listServers(parts.objects), readDoers(parts.database)]);
      return { status: 200, body: { servers: servers.map((server) => presentServer(server, findDoer)) } };
    },
    adminReleasePromote: async ({ params, body, actor }) => ({
      status: 200,
      body: await promote(parts, actor, params.server, body),
    }),
    adminReleaseRollback: async ({ params, body, actor }) => ({
      status: 200,
      body: await rollBack(parts, actor, params.server, body),
    }),
    adminServerRetire: async ({ params, body, actor }) => ({
      status: 200,
      body: await retire(parts, actor, params.server, body),
    }),
  };
}

const presentServer = (
  { id, displayName, region, status, current, ...server }: AdministeredServer,
  findDoer: FindDoer,
) => ({
  ...{ id, displayName, region, status, current },
  previous: server.previous ?? null,
  releases: server.releases,
  history: server.history.map((promotion) => {
    const { kind, releaseId, at } = promotion;
    return { kind, releaseId, at, by: findDoer(id, promotion) ?? null };
  }),
  running: server.running.map(({ kind, startedAt, isDamaged, liveUntil }) => ({
    kind,
    startedAt: isDamaged ? null : startedAt,
    liveUntil,
  })),
});
