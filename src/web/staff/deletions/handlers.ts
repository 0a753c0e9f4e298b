// Handlers of the pages that delete, restore and erase. They call the same routes as programs.

import { ERASED_KINDS } from '../../../features/community/deletions/contract.ts';
import type { DELETED_KINDS } from '../../../features/moderation/cases/deletions.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { isUuid } from '../../../kernel/names.ts';
import { isReasonCode, type ReasonCode } from '../../../kernel/reason-code.ts';
import { optional } from '../../forms/lines.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { type Refused, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { deletionPages } from './contract.ts';
import { DELETION_FAULTS, type DeletionData, deletionPage } from './deletion-page.tsx';
import { ERASURE_FAULTS, type ErasureData, erasurePage, erasuresPage } from './erasure-page.tsx';

type Named = { readonly kind: (typeof DELETED_KINDS)[number]; readonly id: string };
type Erased = { readonly kind: (typeof ERASED_KINDS)[number]; readonly id: string };

function callDelete(
  page: PageContext,
  { kind, id }: Named,
  body: { readonly reasonCode: ReasonCode; readonly message?: string | undefined },
) {
  const params = { id };
  switch (kind) {
    case 'post':
      return page.ask('DELETE /api/v1/moderation/posts/{id}', { params, body });
    case 'comment':
      return page.ask('DELETE /api/v1/moderation/comments/{id}', { params, body });
    case 'attachment':
      return page.ask('DELETE /api/v1/moderation/attachments/{id}', { params, body });
    case 'list':
      return page.ask('DELETE /api/v1/moderation/lists/{id}', { params, body });
  }
}

export function deletionPageHandlers(shell: Shell): Handlers<typeof deletionPages> {
  const { signedIn } = openingBy(shell);

  const show = async (page: PageContext, params: Named, data: Omit<DeletionData, 'found'>) => {
    const found = requireAsked(await page.ask('GET /api/v1/moderation/deletions/{kind}/{id}', { params }));
    return deletionPage(page, { found, ...data });
  };
  const again =
    (page: PageContext, params: Named, typed?: DeletionData['typed']) =>
    ({ code, status }: Refused) =>
      DELETION_FAULTS.has(code) && withStatus(status, show(page, params, { fault: code, typed }));

  /** What is to be erased, as far as staff may read it: what is private, or deleted, is named by its id alone. */
  const showErasure = async (page: PageContext, { kind, id }: Erased, data: Pick<ErasureData, 'fault' | 'typed'>) => {
    if (kind === 'account') {
      const uid = Number(id);
      const asked = Number.isSafeInteger(uid)
        ? await page.ask('GET /api/v1/admin/accounts/{uid}', { params: { uid } })
        : undefined;
      const name = asked?.ok ? asked.body.account.displayName : '';
      return erasurePage(page, { kind, id, name, excerpt: '', ...data });
    }
    const asked = isUuid(id)
      ? await page.ask('GET /api/v1/moderation/deletions/{kind}/{id}', { params: { kind, id } })
      : undefined;
    const subject = asked?.ok ? asked.body.subject : undefined;
    const excerpt = [subject?.title, subject?.excerpt].filter((part) => part !== undefined && part !== '').join(' · ');
    return erasurePage(page, { kind, id, name: subject?.author.displayName ?? '', excerpt, ...data });
  };

  return {
    moderationDeletionPage: signedIn((page, { params, query }) => show(page, params, query)),
    moderationDeletionForm: signedIn(async (page, { params, body: typed }) => {
      const { reasonCode, message } = typed;
      if (!isReasonCode(reasonCode)) return withStatus(422, show(page, params, { fault: 'no_reason', typed }));
      return submit<unknown>(
        await callDelete(page, params, { reasonCode, message: optional(message) }),
        `/moderation/deletions/${params.kind}/${params.id}?done=deleted`,
        again(page, params, typed),
      );
    }),
    moderationRestoreForm: signedIn(async (page, { params }) =>
      submit<unknown>(
        await page.ask('POST /api/v1/moderation/deletions/{kind}/{id}/restore', { params }),
        `/moderation/deletions/${params.kind}/${params.id}?done=restored`,
        again(page, params),
      ),
    ),
    adminErasuresPage: signedIn((page, { query: { kind = '', id = '', done } }) => {
      const named = ERASED_KINDS.find((one) => one === kind);
      const given = id.trim();
      if (named !== undefined && given !== '') {
        return { redirectTo: `/admin/erasures/${named}/${encodeURIComponent(given)}` };
      }
      return erasuresPage(page, { kind: named, done });
    }),
    adminErasurePage: signedIn((page, { params }) => showErasure(page, params, {})),
    adminErasureForm: signedIn(async (page, { params: { kind, id }, body: { reason } }) => {
      const asked = await page.ask('POST /api/v1/admin/erasures', { body: { kind, id, reason } });
      return submit(
        asked,
        `/admin/erasures?done=${kind}`,
        ({ code, status }) =>
          ERASURE_FAULTS.has(code) &&
          withStatus(status, showErasure(page, { kind, id }, { fault: code, typed: reason })),
      );
    }),
  };
}
