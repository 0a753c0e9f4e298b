/** @jsxImportSource preact */
// One post, comment, file or list for staff: deletes it with a reason, or says when it is erased and restores it.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { DELETIONS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton, SubmitButton } from '../../ui/button.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { PersonLink } from '../common/audit.tsx';
import { MessageField, ReasonField } from '../common/decision-fields.tsx';
import { moderationPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';

type Found = AnswerBody<'GET /api/v1/moderation/deletions/{kind}/{id}'>;

export const DELETION_FAULTS = faultsOf(DELETIONS_MESSAGES, {
  forbidden: 'faultForbidden',
  already_deleted: 'faultDeleted',
  deletion_not_found: 'faultErased',
  invalid_body: ['message', 'faultText'],
  no_reason: ['reasonCode', 'faultReason'],
});

const sayDone = doneOf(DELETIONS_MESSAGES, { deleted: 'doneDeleted', restored: 'doneRestored' });

export interface DeletionData {
  readonly found: Found;
  readonly done?: string | undefined;
  readonly fault?: string;
  readonly typed?: { readonly reasonCode: string; readonly message: string } | undefined;
}

export function deletionPage(page: PageContext, data: DeletionData): Page {
  const say = page.sayFrom(DELETIONS_MESSAGES);
  const { found, done, fault } = data;
  const { subject, deletion } = found;
  return moderationPage(page, {
    section: 'people',
    title: say(`kind_${subject.kind}`),
    styles: ['moderation', 'administration'],
    done: sayDone(page, done),
    faults: DELETION_FAULTS.list(page, fault),
    children: (
      <div class="staff-acts">
        <Subject page={page} subject={subject} />
        {deletion === null ? (
          <DeleteForm page={page} data={data} />
        ) : (
          <form
            class="card stack"
            method="post"
            action={page.path(`/moderation/deletions/${subject.kind}/${subject.id}/restore`)}
          >
            <h2>{say('deleted')}</h2>
            <p>{fillElements(say('erasedOn'), { time: <Moment page={page} at={deletion.eraseAt} /> })}</p>
            <p class="meta">{say('appealHint')}</p>
            <SubmitButton>{say('restore')}</SubmitButton>
          </form>
        )}
        {page.viewer?.role === 'administrator' && (
          <TitledSection titleId="erase-title" title={say('eraseNow')} class="card stack">
            <p>{say('eraseHint')}</p>
            <p>
              <LinkButton href={page.path(`/admin/erasures/${subject.kind}/${subject.id}`)}>
                {say('eraseNow')}…
              </LinkButton>
            </p>
          </TitledSection>
        )}
      </div>
    ),
  });
}

function Subject({ page, subject }: PageProps & { readonly subject: Found['subject'] }): VNode {
  const say = page.sayFrom(DELETIONS_MESSAGES);
  const { kind, id, title, excerpt, postId, author } = subject;
  const href =
    kind === 'list'
      ? page.path(`/lists/${id}`)
      : kind === 'post'
        ? page.path(`/community/posts/${id}`)
        : postId === null
          ? undefined
          : page.path(`/community/posts/${postId}`, kind === 'comment' ? { comment: id } : {});
  return (
    <section class="card stack" aria-label={say(`kind_${kind}`)}>
      <p>
        {fillElements(say('by'), { person: <PersonLink page={page} person={author} below="/moderation/people" /> })}
      </p>
      {title !== '' && (
        <p dir="auto">
          <strong>{title}</strong>
        </p>
      )}
      {excerpt !== '' && (
        <p class="mod-text" dir="auto">
          {excerpt}
        </p>
      )}
      {href !== undefined && (
        <p>
          <a href={href}>{say('look')}</a>
        </p>
      )}
    </section>
  );
}

function DeleteForm({ page, data }: PageProps & { readonly data: DeletionData }): VNode {
  const say = page.sayFrom(DELETIONS_MESSAGES);
  const { found, fault, typed } = data;
  const { kind, id } = found.subject;
  return (
    <form class="card stack" method="post" action={page.path(`/moderation/deletions/${kind}/${id}`)}>
      <h2>{say('delete')}</h2>
      <p>{say('deleteHint')}</p>
      <ReasonField
        page={page}
        say={say}
        value={typed?.reasonCode}
        error={DELETION_FAULTS.at(page, fault, 'reasonCode')}
      />
      <MessageField label={say('message')} value={typed?.message} error={DELETION_FAULTS.at(page, fault, 'message')} />
      <SubmitButton variant="danger">{say('delete')}</SubmitButton>
    </form>
  );
}
