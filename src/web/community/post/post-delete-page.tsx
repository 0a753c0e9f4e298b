/** @jsxImportSource preact */
// Asks the author before a post is deleted, and offers the archive instead.
import { POST_ACTS_MESSAGES } from '../../messages/community.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { iconTrash } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { postPath, titleOf } from '../common/post-parts.tsx';
import { ActForm, type Post } from './post-acts.tsx';

export interface PostDeleteData {
  readonly post: Post;
  /** Whether the post was changed since the page was opened. */
  readonly isStale: boolean;
}

export function postDeletePage(page: PageContext, { post, isStale }: PostDeleteData): Page {
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  const title = say('removeTitle', { title: titleOf(page, post) });
  return {
    title,
    section: 'community',
    width: 'reading',
    styles: ['community'],
    noindex: true,
    content: (
      <div class="stack">
        <h1 dir="auto">{title}</h1>
        {isStale && <Notice tone="danger">{say('conflict')}</Notice>}
        {post.title !== '' && post.body !== '' && (
          <blockquote class="post-excerpt" dir="auto">
            {post.body}
          </blockquote>
        )}
        <p>{say('removeLead')}</p>
        <form class="row" method="post" action={postPath(page, post.id, {}, '/delete')}>
          <input type="hidden" name="version" value={post.version} />
          <Button variant="danger" icon={iconTrash}>
            {say('removeAct')}
          </Button>
          <LinkButton href={postPath(page, post.id)}>{say('keep')}</LinkButton>
        </form>
        {post.state === 'active' && (
          <section class="stack archive-instead">
            <p class="meta">{say('archiveInstead')}</p>
            <ActForm page={page} post={post} act="archive" />
          </section>
        )}
      </div>
    ),
  };
}
