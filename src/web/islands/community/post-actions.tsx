/** @jsxImportSource preact */
// What a reader does with a post: like, bookmark, and in a menu: not interested, mute the author, report.
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { createSender, createShared } from '../../client/store.ts';
import { showToast } from '../../client/toast.ts';
import { leaveUndoLine } from '../../client/undo-line.ts';
import type { Spoken } from '../../messages/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconBan, iconBookmark, iconEllipsis, iconEyeOff, iconFlag, iconHeart } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuAct } from '../community-parts/menu-act.tsx';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';
import { ReportDialog, type ReportWords } from '../community-parts/report-dialog.tsx';
import { ToggleButton, wish } from '../community-parts/toggle-button.tsx';

export interface PostActionsProps {
  readonly postId: string;
  readonly liked: boolean;
  readonly likeCount: number;
  readonly bookmarked: boolean;
  readonly author: { readonly uid: number; readonly name: string };
  readonly isOwn: boolean;
  /** Whether the post may be put away as not interesting. */
  readonly canPutAway: boolean;
  readonly isMember: boolean;
  /** Where to sign in and come back. */
  readonly signIn: string;
}

export type PostWords =
  | ('like' | 'bookmark' | 'more' | 'notInterested' | 'mute' | 'removed' | 'muted' | 'undo')
  | ReportWords
  | FaultWords;

interface Liked {
  readonly active: boolean;
  readonly count: number;
}

/** All islands of one post show the same. */
const likes = createShared<Liked>();
const bookmarks = createShared<boolean>();

export function PostActions(props: PostActionsProps & Spoken<PostWords>): VNode {
  const { postId, author, isMember, isOwn, canPutAway, signIn, say } = props;
  const liked = likes(postId, { active: props.liked, count: props.likeCount });
  const bookmarked = bookmarks(postId, props.bookmarked);
  const report = useRef<HTMLDialogElement>(null);
  const params = { postId };
  const sendLike = useRef(
    createSender<boolean>(async (_key, active) => {
      const outcome = await call('PUT /api/v1/community/posts/{postId}/reaction', { params, body: { active } });
      if (outcome.ok) liked.value = { active: outcome.body.active, count: outcome.body.likeCount };
      else {
        liked.value = { active: !active, count: liked.value.count + (active ? -1 : 1) };
        tellRefusal(props, outcome);
      }
    }),
  );
  const like = (active: boolean): void => {
    liked.value = { active, count: liked.value.count + (active ? 1 : -1) };
    void sendLike.current(postId, active);
  };
  const bookmark = (active: boolean): Promise<void> =>
    wish(props, bookmarked, active, () =>
      call('PUT /api/v1/community/posts/{postId}/bookmark', { params, body: { active } }),
    );
  const putAway = async (): Promise<void> => {
    const feedback = (kind: 'not_interested' | null) =>
      call('PUT /api/v1/community/posts/{postId}/feedback', { params, body: { feedback: kind } });
    const outcome = await feedback('not_interested');
    if (!outcome.ok) return tellRefusal(props, outcome);
    putBy([document.getElementById(`post-${postId}`)], say('removed'), () => void feedback(null));
  };
  /** Leaves a line in place of the cards; on the page of a post, which stays, a message. */
  const putBy = (cards: readonly (HTMLElement | null)[], text: string, run: () => void): void => {
    const found = cards.filter((card) => card !== null);
    if (found.length > 0) leaveUndoLine(found, { text, undo: say('undo'), run });
    else showToast(text, { act: { text: say('undo'), run } });
  };
  const mute = async (): Promise<void> => {
    const turn = (active: boolean) =>
      call('PUT /api/v1/community/users/{uid}/mute', { params: { uid: author.uid }, body: { active } });
    const outcome = await turn(true);
    if (!outcome.ok) return tellRefusal(props, outcome);
    const own = document.getElementById(`post-${postId}`);
    const others = document.querySelectorAll<HTMLElement>(`[data-author="${author.uid}"]`);
    const cards = own === null ? [] : [own, ...[...others].filter((card) => card !== own && !card.hidden)];
    putBy(cards, say('muted', { name: author.name }), () => void turn(false));
  };
  const { active, count } = liked.value;
  return (
    <>
      <ToggleButton
        icon={iconHeart}
        act="like"
        label={say('like', { count })}
        text={String(count)}
        on={active}
        signIn={isMember ? undefined : signIn}
        onPress={like}
      />
      <ToggleButton
        icon={iconBookmark}
        act="bookmark"
        label={say('bookmark')}
        on={bookmarked.value}
        signIn={isMember ? undefined : signIn}
        onPress={(wanted) => void bookmark(wanted)}
      />
      {isMember && !isOwn && (
        <div class="push needs-script">
          <Menu summary={<Icon shape={iconEllipsis} label={say('more')} />}>
            {canPutAway && <MenuAct icon={iconEyeOff} text={say('notInterested')} onPress={() => void putAway()} />}
            <MenuAct icon={iconBan} text={say('mute', { name: author.name })} onPress={() => void mute()} />
            <MenuAct icon={iconFlag} text={say('report')} onPress={() => report.current?.showModal()} />
          </Menu>
          <ReportDialog
            say={say}
            signIn={signIn}
            locale={props.locale}
            id={`report-${postId}`}
            target={{ kind: 'post', id: postId }}
            dialogRef={report}
          />
        </div>
      )}
    </>
  );
}
