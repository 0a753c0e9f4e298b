/** @jsxImportSource preact */
// Beside a post on wide screens: who wrote it, and cards of the entities that it is about or links to. On phones the cards
// stand below the text, and the author above it alone.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { MarkdownView } from '../../markdown/view.tsx';
import { COMMUNITY_MESSAGES } from '../../messages/community.ts';
import { type PageProps, pictureAddress } from '../../shell/page-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkedEntities, type LinkedEntity } from '../../ui/linked-entity.tsx';
import { personPath, signInPath, tagPath } from '../common/post-parts.tsx';

type Author = AnswerBody<'GET /api/v1/community/users/{uid}'>;

const AVATAR_SIZE = 56;

export interface PostSideData {
  /** The author as their own page shows them; undefined where that cannot be read. */
  readonly author: Author | undefined;
  /** Cards of what the post is about and links to. */
  readonly entities: readonly LinkedEntity[];
}

export interface PostSideProps extends PageProps {
  readonly data: PostSideData;
}

export function PostSide({ page, data: { author, entities } }: PostSideProps): VNode | null {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  if (author === undefined && entities.length === 0) return null;
  return (
    <aside class="stack post-side" aria-label={say('side')}>
      {entities.length > 0 && (
        <section class="stack" aria-labelledby="post-entities">
          <h2 id="post-entities" class="side-title">
            {say('entities')}
          </h2>
          <LinkedEntities entities={entities} />
        </section>
      )}
      {author !== undefined && <AuthorCard page={page} author={author} />}
    </aside>
  );
}

function AuthorCard({ page, author }: PageProps & { readonly author: Author }): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const { profile, viewer } = author;
  const href = personPath(page, profile.handle, profile.uid);
  return (
    <section class="card stack author-card" aria-labelledby="post-author">
      <h2 id="post-author" class="side-title">
        {say('author')}
      </h2>
      <div class="author-card-head">
        <Avatar url={pictureAddress(page, profile.avatarUrl)} seed={profile.avatarSeed} size={AVATAR_SIZE} />
        <p>
          <a href={href} dir="auto">
            {profile.displayName}
          </a>
          <br />
          <span class="meta">{say('joinedAt', { date: page.date(profile.joinedAt) })}</span>
        </p>
      </div>
      {profile.bioTree !== undefined && profile.bioTree !== null && (
        <div class="author-bio">
          <MarkdownView
            tree={profile.bioTree}
            links={{ mention: (handle) => personPath(page, handle, 0), tag: (tag) => tagPath(page, tag) }}
          />
        </div>
      )}
      {!profile.owner && (
        <Island
          name="person-actions"
          props={{
            uid: profile.uid,
            name: profile.displayName,
            following: viewer.following,
            muted: viewer.muted,
            blocking: false,
            canInteract: viewer.canInteract,
            isMember: page.viewer !== undefined,
            signIn: signInPath(page),
          }}
        />
      )}
    </section>
  );
}
