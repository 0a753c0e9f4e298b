import { z } from 'zod';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cursorsOf } from '../../../kernel/cursor.ts';
import { PAGE_LIMIT_DEFAULT } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { invitesContract } from './contract.ts';
import { createInvite, findInvite, type Invite, listInvites, removeInvite } from './invites.ts';

export interface InviteHandlerDependencies {
  readonly database: Database;
  /** Address of links in an answer, without trailing slash. */
  readonly linksFor: (request: Request) => string;
}

const LIST = 'invites';
const cursors = cursorsOf(z.strictObject({ list: z.string(), id: z.uuid() }));

export function inviteHandlers({ database, linksFor }: InviteHandlerDependencies): Handlers<typeof invitesContract> {
  const present = (request: Request, { id, code, maxUses, uses, expiresAt, note, createdAt }: Invite) => ({
    id,
    code,
    url: `${linksFor(request)}/register?invite=${code}`,
    maxUses,
    uses,
    note,
    expiresAt: expiresAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    isUsable: uses < maxUses && (expiresAt === null || expiresAt.getTime() > Date.now()),
  });
  return {
    adminInviteCreate: {
      create: async ({ context, actor, body }) => {
        const { maxUses, expiresAt = null, note = null } = body;
        const end = expiresAt === null ? null : new Date(expiresAt);
        if (end !== null && !(end.getTime() > Date.now())) throw new Refusal('invalid_invite');
        const plan = { maxUses, expiresAt: end, note: note === '' ? null : note };
        const invite = await createInvite(database, actor, plan);
        return { status: 201, body: { invite: present(context.request, invite) } };
      },
      readCreated: async ({ context, id }) => {
        const invite = await findInvite(database.db, id);
        return invite && { invite: present(context.request, invite) };
      },
    },
    adminInviteList: async ({ context, query }) => {
      const { limit = PAGE_LIMIT_DEFAULT } = query;
      const before = cursors.read(LIST, query.cursor);
      const found = await listInvites(database.db, before?.id, limit + 1);
      const { rows, nextCursor } = cursors.cut(LIST, found, limit, ({ id }) => ({ id }));
      return json({ invites: rows.map((row) => present(context.request, row)), nextCursor });
    },
    adminInviteDelete: async ({ actor, params }) => {
      await removeInvite(database, actor, params.id);
      return { status: 204 };
    },
  };
}
