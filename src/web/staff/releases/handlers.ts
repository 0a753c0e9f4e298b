// Handlers of the pages about releases.
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { ReleaseMove, releasesPages } from './contract.ts';
import { isMoveFault, type MoveData, movePage } from './move-page.tsx';
import { PATH, releasesPage } from './releases-page.tsx';

const readServers = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/admin/servers', {})).servers;

/** What a move would change now. `named` is the release of a promotion. */
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
  }
}

export function releasesPageHandlers(shell: Shell): Handlers<typeof releasesPages> {
  const { open, answer } = openingBy(shell);
  return {
    adminReleasesPage: async (call) => {
      const page = await open(call);
      const { done, server } = call.query;
      return answer(page, releasesPage(page, { servers: await readServers(page), done, server }));
    },
    adminReleaseMovePage: async (call) => {
      const page = await open(call);
      const { server, move } = call.params;
      return answer(page, movePage(page, await readMove(page, server, move, call.query.to ?? '')));
    },
    adminReleaseMoveForm: async (call) => {
      const page = await open(call);
      const { server, move } = call.params;
      const { from, to } = call.body;
      const asked = await callMove(page, server, move, from, to);
      if (asked.ok) return shell.lead(call.context, `${PATH}?done=${move}&server=${server}`);
      const { code } = asked;
      if (!isMoveFault(code)) throw asRefusal(asked);
      const data = await readMove(page, server, move, to);
      return answer(page, movePage(page, { ...data, fault: code }), 409);
    },
  };
}
