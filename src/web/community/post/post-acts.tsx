/** @jsxImportSource preact */
// What the author and the staff do with a post: a menu of links and small forms, which works without script.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { POST_ACTS_MESSAGES } from '../../messages/community.ts';
import { isStaff, type PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  type IconShape,
  iconArchive,
  iconClock,
  iconEllipsis,
  iconPin,
  iconRotateCcw,
  iconShield,
  iconTrash,
} from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { postPath } from '../common/post-parts.tsx';
import type { PostAct } from './contract.ts';

type PostDetail = AnswerBody<'GET /api/v1/community/posts/{postId}'>;
export type Post = NonNullable<PostDetail['post']>;
export type PostViewer = NonNullable<PostDetail['viewer']>;

const ICONS: Readonly<Record<PostAct, IconShape>> = {
  pin: iconPin,
  unpin: iconPin,
  feature: iconPin,
  unfeature: iconPin,
  archive: iconArchive,
  restore: iconRotateCcw,
};

interface ActFormProps extends PageProps {
  readonly post: Post;
  readonly act: PostAct;
}

/** One act as a form with a button. Within a menu the button looks like the others of the menu. */
export function ActForm({ page, post, act, inMenu = false }: ActFormProps & { readonly inMenu?: boolean }): VNode {
  const text = page.sayFrom(POST_ACTS_MESSAGES)(act);
  return (
    <form method="post" action={postPath(page, post.id, {}, '/acts')}>
      <HiddenFields values={{ version: post.version, act }} />
      {inMenu ? (
        <button type="submit">
          <Icon shape={ICONS[act]} />
          {text}
        </button>
      ) : (
        <Button icon={ICONS[act]}>{text}</Button>
      )}
    </form>
  );
}

interface PostMenuProps extends PageProps {
  readonly post: Post;
  readonly viewer: PostViewer;
}

const isOpen = ({ state, status }: Post): boolean => state === 'active' && status === 'published';

/** The menu of the author; nothing for others. */
export function AuthorMenu({ page, post, viewer }: PostMenuProps): VNode | null {
  if (!viewer.canEdit) return null;
  const say = page.sayFrom(POST_ACTS_MESSAGES);
  return (
    <div class="push">
      <Menu summary={<Icon shape={iconEllipsis} label={say('manage')} />}>
        {post.pinnedAt === null
          ? viewer.canPin && <ActForm page={page} post={post} act="pin" inMenu />
          : isOpen(post) && <ActForm page={page} post={post} act="unpin" inMenu />}
        {isStaff(page) && <FeatureForm page={page} post={post} />}
        <RevisionsLink page={page} post={post} />
        <ActForm page={page} post={post} act={post.state === 'archived' ? 'restore' : 'archive'} inMenu />
        {viewer.canDelete && (
          <a href={postPath(page, post.id, {}, '/delete')}>
            <Icon shape={iconTrash} />
            {say('remove')}
          </a>
        )}
      </Menu>
    </div>
  );
}

/** The menu of the staff on posts of others. */
export function StaffMenu({ page, post, viewer }: PostMenuProps): VNode | null {
  if (!isStaff(page) || viewer.canEdit) return null;
  return (
    <Menu summary={<Icon shape={iconShield} label={page.sayFrom(POST_ACTS_MESSAGES)('staff')} />}>
      <FeatureForm page={page} post={post} />
      <RevisionsLink page={page} post={post} />
      <a href={page.path(`/moderation/deletions/post/${post.id}`)}>
        <Icon shape={iconTrash} />
        {page.sayFrom(POST_ACTS_MESSAGES)('remove')}
      </a>
    </Menu>
  );
}

const FeatureForm = ({ page, post }: Omit<ActFormProps, 'act'>): VNode | null =>
  isOpen(post) ? (
    <ActForm page={page} post={post} act={post.featuredAt === null ? 'feature' : 'unfeature'} inMenu />
  ) : null;

const RevisionsLink = ({ page, post }: Omit<ActFormProps, 'act'>): VNode => (
  <a href={postPath(page, post.id, {}, '/revisions')}>
    <Icon shape={iconClock} />
    {page.sayFrom(POST_ACTS_MESSAGES)('revisions')}
  </a>
);
