/** @jsxImportSource preact */
// What a reader should know of the state of a post: refused just now, waiting, not accepted, hidden, archived, locked.
import type { VNode } from 'preact';
import type { WaitingReason } from '../../../features/moderation/common/vocabulary.ts';
import { sayWaiting } from '../../islands/community-parts/say-waiting.ts';
import { COMMUNITY_MESSAGES, POST_ACTS_MESSAGES, WAITING_MESSAGES } from '../../messages/community.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { ActForm, type Post } from './post-acts.tsx';

export interface BandsProps extends PageProps {
  readonly post: Post;
  readonly isOwn: boolean;
  /** Why one’s own post waits. */
  readonly reasons: readonly WaitingReason[];
  /** Code of an act that was refused. */
  readonly refused: string | undefined;
}

export function Bands({ page, post, isOwn, reasons, refused }: BandsProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const isWaiting = post.moderationStatus === 'pending' || post.moderationStatus === 'review';
  return (
    <>
      {refused !== undefined && <Notice tone="danger">{sayRefusal(page, refused)}</Notice>}
      {isWaiting && (
        <Notice tone="warning">
          <p>
            <strong>{sayWaiting(page.sayFrom(WAITING_MESSAGES), reasons)}</strong>
          </p>
          {isOwn && <p>{say('waiting')}</p>}
        </Notice>
      )}
      {post.moderationStatus === 'rejected' && <Notice tone="danger">{say('rejected')}</Notice>}
      {post.status === 'hidden' && <Notice tone="warning">{say('hidden')}</Notice>}
      {post.state === 'archived' && (
        <Notice>
          <div class="band">
            <span>{say('archived')}</span>
            {isOwn && <ActForm page={page} post={post} act="restore" />}
          </div>
        </Notice>
      )}
      {post.commentsLockedAt !== null && <Notice>{say('locked')}</Notice>}
    </>
  );
}

function sayRefusal(page: PageContext, code: string): string {
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  if (code === 'version_conflict') return say('conflict');
  return say('refused', { code });
}
