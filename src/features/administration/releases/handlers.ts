import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { releasesAdministration } from './contract.ts';
import { deleteStored, type MoveDependencies, promote, retire, rollBack } from './moves.ts';
import { type FindPromotionActor, readPromotionActors } from './promotion-actors.ts';
import { type AdministeredServer, listServers } from './servers.ts';

export function releasesAdministrationHandlers(
  dependencies: MoveDependencies,
): Handlers<typeof releasesAdministration> {
  return {
    adminServerList: async ({ actor: { via } }) => {
      const [servers, findDoer] = await Promise.all([
        listServers(dependencies.objects),
        readPromotionActors(dependencies.database),
      ]);
      const shown = via.kind === 'token' ? servers.filter(({ id }) => via.servers.includes(id)) : servers;
      return json({ servers: shown.map((server) => presentServer(server, findDoer)) });
    },
    adminReleasePromote: async ({ params, body, actor }) =>
      json(await promote(dependencies, actor, params.server, body)),
    adminReleaseRollback: async ({ params, body, actor }) =>
      json(await rollBack(dependencies, actor, params.server, body)),
    adminReleaseDelete: async ({ params, actor }) => {
      await deleteStored(dependencies, actor, params.server, params.releaseId);
      return { status: 204 };
    },
    adminServerRetire: async ({ params, body, actor }) => json(await retire(dependencies, actor, params.server, body)),
  };
}

const presentServer = (
  { id, displayName, region, status, current, ...server }: AdministeredServer,
  findDoer: FindPromotionActor,
) => ({
  id,
  displayName,
  region,
  status,
  current,
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
