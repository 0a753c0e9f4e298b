// Handlers of the pages about releases.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { ReleaseMove, releasesPages } from './contract.ts';
import { MOVE_FAULTS, type MoveData, movePage } from './move-page.tsx';
import { PATH, releasesPage } from './releases-page.tsx';

const readServers = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/admin/servers', {})).servers;

/** What a move would change now. `named` is the release of a promotion or a deletion. */
async function readMove(page: PageContext, id: string, move: ReleaseMove, named: string): Promise<MoveData> {
  const server = (await readServers(page)).find((one) => one.id === id);
  if (server === undefined) throw new Refusal('server_not_found');
  if (move === 'retire') return { server, move, to: undefined };
  if (move === 'rollback' && server.previous === null) throw new Refusal('nothing_to_roll_back');
  const wanted = move === 'rollback' ? server.previous : named;
  const to = server.releases.find(({ releaseId }) => releaseId === wanted);
  if (to === undefined) throw new Refusal('release_not_found');
  return { server, move, to };
}

function callMove(page: PageContext, server: string, move: ReleaseMove, from: string, to: string) {
  const params = { server };
  switch (move) {
    case 'promote':
      return page.ask('POST /api/v1/admin/servers/{server}/promote', {
        params,
        body: { from: from === '' ? null : from, to },
      });
    case 'rollback':
      return page.ask('POST /api/v1/admin/servers/{server}/rollback', { params, body: { from, to } });
    case 'retire':
      return page.ask('POST /api/v1/admin/servers/{server}/retire', { params, body: { from } });
    case 'delete':
      return page.ask('DELETE /api/v1/admin/servers/{server}/releases/{releaseId}', {
        params: { server, releaseId: to },
      });
  }
}

export function releasesPageHandlers(shell: Shell): Handlers<typeof releasesPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminReleasesPage: signedIn(async (page, { query }) =>
      releasesPage(page, { servers: await readServers(page), ...query }),
    ),
    adminReleaseMovePage: signedIn(async (page, { params: { server, move }, query }) =>
      movePage(page, await readMove(page, server, move, query.to ?? '')),
    ),
    adminReleaseMoveForm: signedIn(async (page, { params: { server, move }, body: { from, to } }) => {
      const again = async (fault: string) => movePage(page, { ...(await readMove(page, server, move, to)), fault });
      return submit(
        await callMove(page, server, move, from, to),
        `${PATH}?done=${move}&server=${server}`,
        ({ code }) => MOVE_FAULTS.has(code) && withStatus(409, again(code)),
      );
    }),
  };
}
