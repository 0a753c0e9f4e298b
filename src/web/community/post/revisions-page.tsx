/** @jsxImportSource preact */
// The revisions of a post, newest first, and what one of them changed. One is compared at a time, since comparing is work.
import type { VNode } from 'preact';
import { isDerivedTitle } from '../../../features/community/common/text.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { POST_ACTS_MESSAGES } from '../../messages/community.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { LineDiff } from '../../ui/diff/line-diff.tsx';
import { OlderLink } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { postPath, titleOf } from '../common/post-parts.tsx';
import type { Post } from './post-acts.tsx';

export type Revision = AnswerBody<'GET /api/v1/community/posts/{postId}/revisions'>['revisions'][number];

export interface RevisionsData {
  readonly post: Post;
  readonly revisions: readonly Revision[];
  /** The one before the last of `revisions`; undefined when that is the first version. */
  readonly before: Revision | undefined;
  /** Number of the revision that is compared. */
  readonly chosen: number | undefined;
  readonly cursor: string | undefined;
  readonly nextCursor: string | null;
}

export function revisionsPage(page: PageContext, data: RevisionsData): Page {
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  const { post, revisions, before, cursor, nextCursor } = data;
  const title = say('title', { title: titleOf(page, post) });
  const chosen = revisions.find(({ revision }) => revision === data.chosen) ?? revisions[0];
  const pathOf = (query: Readonly<Record<string, string>>): string => postPath(page, post.id, query, '/revisions');
  return {
    title,
    section: 'community',
    width: 'reading',
    styles: ['community'],
    noindex: true,
    content: (
      <div class="stack">
        <h1 dir="auto">{title}</h1>
        <p>
          <a href={postPath(page, post.id)}>{say('back')}</a>
        </p>
        <p class="meta">{say('whoSees')}</p>
        <ol class="revisions">
          {revisions.map((one, index) => {
            const isChosen = one === chosen;
            const of = cursor === undefined ? {} : { cursor };
            return (
              <li key={one.revision} id={`revision-${one.revision}`}>
                <div class="row">
                  <a
                    href={`${pathOf({ ...of, revision: String(one.revision) })}#revision-${one.revision}`}
                    aria-current={isChosen ? 'true' : undefined}
                  >
                    {say('revision', { number: one.revision })}
                  </a>
                  <span class="meta">
                    <Time at={one.createdAt} text={page.date(one.createdAt)} form="ago" />
                  </span>
                  {cursor === undefined && index === 0 && <Chip>{say('current')}</Chip>}
                </div>
                {one.editReason !== null && (
                  <p class="meta" dir="auto">
                    {say('reason', { reason: one.editReason })}
                  </p>
                )}
                {isChosen && <Change page={page} one={one} before={revisions[index + 1] ?? before} />}
              </li>
            );
          })}
        </ol>
        {cursor !== undefined && (
          <p>
            <a href={pathOf({})}>{say('newest')}</a>
          </p>
        )}
        <OlderLink href={nextCursor === null ? undefined : pathOf({ cursor: nextCursor })}>{say('older')}</OlderLink>
      </div>
    ),
  };
}

const textOf = ({ title, body }: Revision): string =>
  title === '' || isDerivedTitle(title, body) ? body : `${title}\n\n${body}`;

interface ChangeProps extends PageProps {
  readonly one: Revision;
  readonly before: Revision | undefined;
}

/** What a revision changed; of the first one its text. */
function Change({ page, one, before }: ChangeProps): VNode {
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  if (before === undefined) {
    return (
      <>
        <p class="meta">{say('first')}</p>
        <div class="line-diff" dir="auto">
          {textOf(one)}
        </div>
      </>
    );
  }
  const tagsOf = ({ tags }: Revision): string => tags.map((tag) => `#${tag}`).join(' ') || say('none');
  const facts = [
    ['visibility', say(before.visibility), say(one.visibility)],
    ['tags', tagsOf(before), tagsOf(one)],
  ] as const;
  const changed = facts.filter(([, old, fresh]) => old !== fresh);
  return (
    <>
      {changed.length > 0 && (
        <dl class="revision-facts">
          {changed.map(([name, old, fresh]) => (
            <div key={name}>
              <dt>{say(name)}</dt>
              <dd dir="auto">{say('was', { before: old, after: fresh })}</dd>
            </div>
          ))}
        </dl>
      )}
      {textOf(before) === textOf(one) ? (
        <p class="meta">{say('sameText')}</p>
      ) : (
        <LineDiff
          locale={page.locale}
          before={textOf(before)}
          after={textOf(one)}
          added={say('added')}
          removed={say('removed')}
        />
      )}
    </>
  );
}
