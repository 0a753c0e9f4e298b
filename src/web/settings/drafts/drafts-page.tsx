/** @jsxImportSource preact */
// What one has begun to write: the newest first, each with the way to go on with it.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf } from '../../forms/faults.ts';
import { draftNameOf } from '../../islands/composer-parts/common/content.ts';
import { DRAFT_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconPencil } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { settingsPage } from '../common/frame.tsx';

type Drafts = AnswerBody<'GET /api/v1/me/drafts'>;
type Draft = Drafts['drafts'][number];

const sayDone = doneOf(DRAFT_SETTINGS_MESSAGES, { deleted: 'done_deleted', changed: 'done_changed' });

export interface DraftsData extends Drafts {
  readonly done?: string | undefined;
}

export function draftsPage(page: PageContext, { drafts, nextCursor, done }: DraftsData): Page {
  const say = page.sayFrom(DRAFT_SETTINGS_MESSAGES);
  return settingsPage(page, {
    section: 'drafts',
    done: sayDone(page, done),
    children: (
      <>
        <p class="meta">{say('lead')}</p>
        {drafts.length === 0 ? (
          <EmptyState icon={iconPencil} text={say('none')} />
        ) : (
          <ul class="plain-list settings-items">
            {drafts.map((draft) => (
              <DraftItem key={draft.id} page={page} draft={draft} />
            ))}
          </ul>
        )}
        <OlderLink href={page.older('/settings/drafts', nextCursor)}>
          {page.sayFrom(SETTINGS_MESSAGES)('older')}
        </OlderLink>
      </>
    ),
  });
}

function DraftItem({ page, draft }: PageProps & { readonly draft: Draft }): VNode {
  const say = page.sayFrom(DRAFT_SETTINGS_MESSAGES);
  const { id, version, content, updatedAt } = draft;
  const { kind, href } = placeOf(page, id);
  const name = draftNameOf({ title: content.title ?? '', body: content.body ?? '' }) ?? say('untitled');
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p class="meta">
          <Time at={updatedAt} text={page.date(updatedAt)} form="ago" />
        </p>
      </div>
      <Chip>{say(kind)}</Chip>
      <LinkButton href={href} aria-label={say('openOf', { name })}>
        {say('openDraft')}
      </LinkButton>
      <ButtonForm
        action={page.path('/settings/drafts')}
        hidden={{ draft: id, version }}
        variant="danger"
        aria-label={say('deleteOf', { name })}
      >
        {say('deleteDraft')}
      </ButtonForm>
    </li>
  );
}

/** What a draft will be, and where one goes on with it. */
function placeOf(page: PageContext, id: string): { readonly kind: 'post' | 'edit' | 'comment'; readonly href: string } {
  const [, kind, postId] = /^(edit|comment)-(.+)$/.exec(id) ?? [];
  if (kind === 'edit') return { kind, href: page.path('/compose', { post: postId }) };
  if (kind === 'comment') return { kind, href: `${page.path(`/community/posts/${postId}`)}#comment-text` };
  return { kind: 'post', href: page.path('/compose', { draft: id }) };
}
