/** @jsxImportSource preact */
// What the community's pages show of a post in the same way: its author, its files, and what a reader does with it.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { Island } from '../../islands/island.tsx';
import { COMMUNITY_MESSAGES } from '../../messages/community.ts';
import { type PageContext, type PageProps, pictureAddress } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { LinkedEntities, type LinkedEntity } from '../../ui/linked-entity.tsx';
import type { AuthorLineProps } from '../../ui/posts/author-line.tsx';
import type { GalleryItem } from '../../ui/posts/gallery.tsx';
import { PostCard } from '../../ui/posts/post-card.tsx';
import { Time } from '../../ui/time.tsx';

type ListedPost = AnswerBody<'GET /api/v1/community/posts'>['posts'][number];
type Attachment = ListedPost['attachments'][number];

interface Authored {
  readonly authorUid: number;
  readonly authorName: string;
  readonly authorHandle: string | null;
  readonly authorImage: string | null;
  readonly avatarSeed: string;
}

/** The page of a person: by handle, or by number where there is none. */
export const personPath = (page: PageContext, handle: string | null, uid: number): string =>
  page.path(`/@${handle ?? uid}`);

export const postPath = (
  page: PageContext,
  id: string,
  query: Readonly<Record<string, string>> = {},
  below = '',
): string => page.path(`/community/posts/${id}${below}`, query);

/** The title of a post, or whose it is. */
export const titleOf = (page: PageContext, post: { readonly title: string; readonly authorName: string }): string =>
  post.title === '' ? page.sayFrom(COMMUNITY_MESSAGES)('untitled', { name: post.authorName }) : post.title;

export const tagPath = (page: PageContext, tag: string): string =>
  page.path(`/community/tags/${encodeURIComponent(tag)}`);

/** Tags, each of which leads to its posts. */
export const TagChips = ({ page, tags }: PageProps & { readonly tags: readonly string[] }): VNode => (
  <ul class="plain-list row row-tight">
    {tags.map((tag) => (
      <li key={tag}>
        <Chip href={tagPath(page, tag)}>{`#${tag}`}</Chip>
      </li>
    ))}
  </ul>
);

/** Where a stranger signs in and comes back to this page. */
export const signInPath = (page: PageContext): string => page.path('/sign-in', { then: page.own });

export const authorOf = (page: PageContext, post: Authored): Omit<AuthorLineProps, 'children' | 'size'> => ({
  name: post.authorName,
  handle: post.authorHandle,
  avatarUrl: pictureAddress(page, post.authorImage),
  avatarSeed: post.avatarSeed,
  href: personPath(page, post.authorHandle, post.authorUid),
});

const DEFAULT_SIDE = 512;

/** The files of a post as a gallery. Addresses are those of the service, below its base path. */
export function galleryOf(page: PageContext, attachments: readonly Attachment[]): readonly GalleryItem[] {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  return attachments.map((file, index): GalleryItem => {
    const isVideo = (file.displayMediaType ?? file.mediaType).startsWith('video/');
    const isDescribed = file.alt !== null && file.alt !== '';
    return {
      id: file.id,
      isVideo,
      url: pictureAddress(page, file.playbackUrl ?? file.previewUrl ?? file.contentUrl) ?? '',
      thumbnailUrl: pictureAddress(page, file.thumbnailUrl),
      posterUrl: pictureAddress(page, file.posterUrl),
      width: file.displayWidth ?? file.width ?? DEFAULT_SIDE,
      height: file.displayHeight ?? file.height ?? DEFAULT_SIDE,
      alt: isDescribed ? (file.alt ?? '') : say('picture', { number: index + 1, count: attachments.length }),
      isDescribed,
    };
  });
}

export interface PostItemProps extends PageProps {
  readonly post: ListedPost;
  /** The card of what it is about, where it can be shown. */
  readonly subject?: LinkedEntity | undefined;
}

/** A post of a list. */
export function PostItem({ page, post, subject }: PostItemProps): VNode {
  const say = page.sayFrom(COMMUNITY_MESSAGES);
  const reason = post.recommendationReason;
  return (
    <PostCard
      id={post.id}
      href={postPath(page, post.id)}
      title={post.title}
      excerpt={post.excerpt}
      authorUid={post.authorUid}
      author={authorOf(page, post)}
      time={<Time at={post.createdAt} text={page.date(post.createdAt)} form="ago" />}
      marks={
        <>
          {post.featuredAt !== null && <Chip tone="special">{say('featured')}</Chip>}
          {reason !== undefined && <Chip>{say(`reason_${reason}`)}</Chip>}
        </>
      }
      tags={post.tags.map((name) => ({ name, href: tagPath(page, name) }))}
      gallery={galleryOf(page, post.attachments)}
      about={subject === undefined ? undefined : <LinkedEntities entities={[subject]} />}
      spoiler={post.spoiler ? say('spoiler') : undefined}
      comments={{
        count: page.numbers.format(post.commentCount),
        label: say('comments', { count: post.commentCount }),
      }}
      actions={
        <Island
          name="post-actions"
          props={{
            postId: post.id,
            liked: post.viewer.liked,
            likeCount: post.likeCount,
            bookmarked: post.viewer.bookmarked,
            author: { uid: post.authorUid, name: post.authorName },
            isOwn: post.viewer.canEdit,
            canPutAway: post.viewer.canGiveFeedback,
            isMember: page.viewer !== undefined,
            signIn: signInPath(page),
          }}
        />
      }
    />
  );
}
