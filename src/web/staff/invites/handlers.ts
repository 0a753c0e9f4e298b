// Handlers of the page of invites.
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorOf, openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { invitePages } from './contract.ts';
import { type InvitesData, invitesPage, LASTING_DAYS } from './invites-page.tsx';

const PAGE = '/admin/invites';
const DAY_MS = 86_400_000;

export function inviteHandlers(shell: Shell): Handlers<typeof invitePages> {
  const { open, answer } = openingBy(shell);
  const list = (page: PageContext, cursor?: string) =>
    page.ask('GET /api/v1/admin/invites', { query: cursorOf(cursor) });
  const show = async (page: PageContext, data: Omit<InvitesData, 'invites' | 'nextCursor'>, status = 200) =>
    answer(page, invitesPage(page, { ...requireAsked(await list(page)), ...data }), status);

  return {
    adminInvitesPage: async (call) => {
      const page = await open(call);
      const { done, cursor } = call.query;
      const listed = await list(page, cursor);
      if (isStale(listed)) return shell.lead(call.context, PAGE);
      return answer(page, invitesPage(page, { ...requireAsked(listed), done }));
    },
    adminInviteForm: async (call) => {
      const page = await open(call);
      const typed = call.body;
      const days = LASTING_DAYS.find((one) => String(one) === typed.days);
      const isNumber = /^\d{1,6}$/.test(typed.maxUses.trim());
      if (!isNumber || (days === undefined && typed.days !== '')) return show(page, { typed, isRefused: true }, 422);
      const body = {
        maxUses: Number(typed.maxUses),
        expiresAt: days === undefined ? null : Date.now() + days * DAY_MS,
        note: typed.note.trim() === '' ? null : typed.note,
      };
      const asked = await page.ask('POST /api/v1/admin/invites', { body });
      if (asked.ok) return shell.lead(call.context, `${PAGE}?done=made`);
      if (asked.code !== 'invalid_invite') throw asRefusal(asked);
      return show(page, { typed, isRefused: true }, 422);
    },
    adminInviteEndForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      requireAsked(await page.ask('DELETE /api/v1/admin/invites/{id}', { params: { id } }));
      return shell.lead(call.context, `${PAGE}?done=ended`);
    },
  };
}
