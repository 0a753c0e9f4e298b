// Handlers of the page of invites.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked, showList } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { invitePages } from './contract.ts';
import { invitesPage, LASTING_DAYS, type TypedInvite } from './invites-page.tsx';

const PAGE = '/admin/invites';
const DAY_MS = 86_400_000;

const list = (page: PageContext, cursor?: string) => page.ask('GET /api/v1/admin/invites', { query: { cursor } });

const showAgain = async (page: PageContext, typed: TypedInvite) =>
  invitesPage(page, { ...requireAsked(await list(page)), typed, fault: 'invalid_invite' });

export function inviteHandlers(shell: Shell): Handlers<typeof invitePages> {
  const { signedIn } = openingBy(shell);
  return {
    adminInvitesPage: signedIn(async (page, { query: { done, cursor } }) =>
      showList(await list(page, cursor), PAGE, (invites) => invitesPage(page, { ...invites, done })),
    ),
    adminInviteForm: signedIn(async (page, { body: typed }) => {
      const days = LASTING_DAYS.find((one) => String(one) === typed.days);
      const isNumber = /^\d{1,6}$/.test(typed.maxUses.trim());
      if (!isNumber || (days === undefined && typed.days !== '')) {
        return withStatus(422, showAgain(page, typed));
      }
      const body = {
        maxUses: Number(typed.maxUses),
        expiresAt: days === undefined ? null : Date.now() + days * DAY_MS,
        note: typed.note.trim() === '' ? null : typed.note,
      };
      const asked = await page.ask('POST /api/v1/admin/invites', { body });
      return submit(asked, `${PAGE}?done=made`, ({ code }) => code === 'invalid_invite' && showAgain(page, typed));
    }),
    adminInviteEndForm: signedIn(async (page, { params }) =>
      submit(await page.ask('DELETE /api/v1/admin/invites/{id}', { params }), `${PAGE}?done=ended`),
    ),
  };
}
