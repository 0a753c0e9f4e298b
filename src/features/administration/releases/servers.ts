// Servers as administrators see them: stored releases, the history of promotions, and the leases that are held now. Reads
// the store, like the commands.
import { type Objects, ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import type { Promotion } from '../../release/store/formats.ts';
import { type FoundLease, readLeases } from '../../release/store/lease.ts';
import { readPromotionLog } from '../../release/store/promotions.ts';
import { type ListedServer, listReleases } from '../../release/store/registry.ts';

const HISTORY_MAX = 50;

export interface AdministeredServer extends ListedServer {
  /** The release that a rollback leads to. */
  readonly previous: string | undefined;
  /** Newest first. */
  readonly history: readonly Promotion[];
  /** Live leases. */
  readonly running: readonly FoundLease[];
}

/** All servers, by id. */
export async function listServers(objects: Objects): Promise<readonly AdministeredServer[]> {
  const leases = (await readLeases(objects)).filter(({ live }) => live);
  const servers: AdministeredServer[] = [];
  for (const server of await listReleases(objects)) {
    // A server that cannot be read is listed as damaged, and is no reason to list nothing.
    const log = await readPromotionLog(objects, server.id).catch((error: unknown) => {
      if (!(error instanceof ObjectsUnavailable) || server.status !== 'damaged') throw error;
    });
    servers.push({
      ...server,
      previous: log?.pointer?.value?.history.at(-2),
      history: log?.entries.slice(-HISTORY_MAX).reverse() ?? [],
      running: leases.filter((lease) => lease.server === server.id),
    });
  }
  return servers;
}
