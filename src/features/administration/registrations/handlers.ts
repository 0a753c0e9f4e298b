// Handlers of registrations that wait. accounts/staff decides.
import { z } from 'zod';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf, cursorTime } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import type { AccountAdministration } from '../../accounts/staff/administration.ts';
import type { registrationsAdministration } from './contract.ts';

const LIST = 'registrations';
const cursors = cursorsOf(z.strictObject({ list: z.string(), time: cursorTime, uid: z.int().min(1) }));

export function registrationsAdministrationHandlers(
  accounts: AccountAdministration,
): Handlers<typeof registrationsAdministration> {
  return {
    adminRegistrationList: async ({ query }) => {
      const { limit = PAGE_LIMIT_DEFAULT } = query;
      const found = await accounts.listRegistrations(cursors.read(LIST, query.cursor), limit + 1);
      const { rows, nextCursor } = cursors.cut(LIST, found, limit, ({ waitingSince, uid }) => ({
        time: waitingSince.getTime(),
        uid,
      }));
      const registrations = rows.map(({ uid, createdAt, waitingSince, providers, ...rest }) => ({
        ...rest,
        id: String(uid),
        providers: [...providers],
        createdAt: createdAt.getTime(),
        waitingSince: waitingSince.getTime(),
      }));
      return json({ registrations, nextCursor });
    },
    adminRegistrationDecide: async ({ params, body, actor }) => {
      await accounts.decideRegistration(actor, params.id, body.verdict);
      return { status: 204 };
    },
  };
}
