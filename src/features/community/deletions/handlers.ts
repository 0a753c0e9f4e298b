import type { Actor } from '../../../http/gates/guard.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { uuid } from '../../../http/routing/declarations.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { eraseAccountAtOnce } from '../../accounts/leaving/deletion.ts';
import { recordAudit } from '../../audit/record.ts';
import { requireMayActOn } from '../../moderation/cases/decisions.ts';
import type { DeletedKind } from '../../moderation/cases/deletions.ts';
import type { deletionsContract, listDeletionContract } from './contract.ts';
import { type DeletionDependencies, deleteByStaff, presentDeleted, restoreByStaff } from './deletions.ts';
import { type ErasureDependencies, eraseContent, readAuthor } from './erasure.ts';

export interface DeletionHandlerDependencies extends DeletionDependencies, ErasureDependencies {
  /** Whether there are lists. */
  readonly lists: boolean;
}

export function deletionsHandlers(dependencies: DeletionHandlerDependencies): Handlers<typeof deletionsContract> {
  const { database, lists } = dependencies;
  const requireKind = (kind: DeletedKind): void => {
    if (kind === 'list' && !lists) throw new Refusal('route_not_found');
  };
  return {
    postStaffDelete: async ({ params, body, actor }) =>
      json(await deleteByStaff(dependencies, actor, 'post', params.id, body)),
    commentStaffDelete: async ({ params, body, actor }) =>
      json(await deleteByStaff(dependencies, actor, 'comment', params.id, body)),
    attachmentStaffDelete: async ({ params, body, actor }) =>
      json(await deleteByStaff(dependencies, actor, 'attachment', params.id, body)),
    deletionRead: async ({ params: { kind, id }, actor }) => {
      requireKind(kind);
      return json(await presentDeleted(database.db, dependencies, actor, kind, id));
    },
    deletionRestore: async ({ params: { kind, id }, actor }) => {
      requireKind(kind);
      return json(await restoreByStaff(dependencies, actor, kind, id));
    },
    erasureCreate: async ({ body, actor }) => {
      const { kind, id, reason } = body;
      await database.transaction((tx) =>
        kind === 'account'
          ? eraseAccount(tx, dependencies, actor, id, reason)
          : eraseOne(tx, dependencies, actor, { kind, id, reason }),
      );
      return { status: 202, body: { erasure: { kind, id } } };
    },
  };
}

export function listDeletionHandlers(dependencies: DeletionHandlerDependencies): Handlers<typeof listDeletionContract> {
  return {
    listStaffDelete: async ({ params, body, actor }) =>
      json(await deleteByStaff(dependencies, actor, 'list', params.id, body)),
  };
}

/** Administrators erase everything but their own content, which the page of the content deletes. */
async function eraseOne(
  tx: Transaction,
  dependencies: DeletionHandlerDependencies,
  actor: Actor,
  { kind, id: given, reason }: { readonly kind: DeletedKind; readonly id: string; readonly reason: string },
): Promise<void> {
  const parsed = uuid.safeParse(given);
  const authorId = parsed.success ? await readAuthor(tx, kind, parsed.data) : undefined;
  if (parsed.data === undefined || authorId === undefined) throw new Refusal(`${kind}_not_found`);
  await requireMayActOn(tx, dependencies.people, actor, authorId);
  await eraseContent(tx, dependencies, { kind, id: parsed.data, by: actor.accountId, reason });
}

async function eraseAccount(
  tx: Transaction,
  { people, enqueue }: DeletionHandlerDependencies,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  const found = /^[1-9]\d{0,14}$/.test(id) ? await people.readByUid(tx, Number(id)) : undefined;
  const person = required(found, 'account_not_found');
  if (person.accountId === actor.accountId) throw new Refusal('self_modification_forbidden');
  await eraseAccountAtOnce({ enqueue }, tx, person.accountId);
  await recordAudit(tx, {
    actorAccountId: actor.accountId,
    action: 'account.erase',
    subjectKind: 'user',
    subjectId: id,
    note: reason,
  });
}
