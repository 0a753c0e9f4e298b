/** @jsxImportSource preact */
// What a reader does with a comment: like, reply, report, and change or delete one's own.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { createShared } from '../../client/store.ts';
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconEllipsis, iconFlag, iconHeart, iconPencil, iconTrash } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuAct } from '../community-parts/menu-act.tsx';
import { tellRefusal } from '../community-parts/refused.ts';
import { ReportDialog, type ReportWords } from '../community-parts/report-dialog.tsx';
import { ToggleButton, wish } from '../community-parts/toggle-button.tsx';
import { replyingTo, tellComment } from '../community-parts/written.ts';
import { CommentForm, type CommentFormWords } from './comment-form.tsx';

export interface CommentActionsProps {
  readonly commentId: string;
  readonly postId: string;
  readonly authorName: string;
  readonly version: number;
  readonly liked: boolean;
  readonly likeCount: number;
  readonly canDelete: boolean;
  /** The Markdown of one's own comment that may be changed. */
  readonly source: string | null;
  readonly canReply: boolean;
  readonly isMember: boolean;
  readonly action: string;
  readonly signIn: string;
}

export type CommentWords =
  | ('like' | 'more' | 'reply' | 'edit' | 'remove' | 'removeSure' | 'removedComment')
  | CommentFormWords
  | ReportWords;

interface Liked {
  readonly active: boolean;
  readonly count: number;
}

const likes = createShared<Liked>();

export function CommentActions(props: CommentActionsProps & Spoken<CommentWords>): VNode {
  const { commentId, postId, version, canDelete, source, canReply, isMember, action, signIn, say, locale } = props;
  const liked = likes(commentId, { active: props.liked, count: props.likeCount });
  const isReplying = replyingTo.value === commentId;
  const setReplying = (wanted: boolean): void => {
    // Another one may be answered by now.
    if (wanted || replyingTo.value === commentId) replyingTo.value = wanted ? commentId : undefined;
  };
  const [isEditing, setEditing] = useState(false);
  // What opens only by script is not part of the page: it would take more bytes than most comments.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const report = useRef<HTMLDialogElement>(null);
  const sure = useRef<HTMLDialogElement>(null);
  const params = { commentId };
  const like = (active: boolean): Promise<void> =>
    wish(props, liked, { active, count: liked.value.count + (active ? 1 : -1) }, () =>
      call('PUT /api/v1/community/comments/{commentId}/reaction', { params, body: { active } }),
    );
  const remove = async (): Promise<void> => {
    sure.current?.close();
    const outcome = await call('DELETE /api/v1/community/comments/{commentId}', { params, body: { version } });
    if (!outcome.ok) return tellRefusal(props, outcome);
    const element = document.getElementById(`comment-${commentId}`);
    if (element !== null) element.hidden = true;
    void tellComment(undefined);
    showToast(say('removedComment'));
  };
  const { active, count } = liked.value;
  return (
    <>
      <div class="post-actions">
        <ToggleButton
          icon={iconHeart}
          label={say('like', { count })}
          text={String(count)}
          on={active}
          signIn={isMember ? undefined : signIn}
          onPress={(wanted) => void like(wanted)}
        />
        {canReply && (
          <div class="needs-script">
            <Button
              type="button"
              variant="quiet"
              aria-expanded={isReplying ? 'true' : 'false'}
              onClick={() => setReplying(!isReplying)}
            >
              {say('reply')}
            </Button>
          </div>
        )}
        {isMember && (
          <div class="push needs-script">
            <Menu summary={<Icon shape={iconEllipsis} label={say('more')} />}>
              {isAlive && (
                <>
                  {source !== null && <MenuAct icon={iconPencil} text={say('edit')} onPress={() => setEditing(true)} />}
                  {canDelete ? (
                    <MenuAct icon={iconTrash} text={say('remove')} onPress={() => sure.current?.showModal()} />
                  ) : (
                    <MenuAct icon={iconFlag} text={say('report')} onPress={() => report.current?.showModal()} />
                  )}
                </>
              )}
            </Menu>
            {isAlive && (
              <>
                <ReportDialog
                  say={say}
                  signIn={signIn}
                  locale={locale}
                  id={`report-${commentId}`}
                  target={{ kind: 'comment', id: commentId }}
                  dialogRef={report}
                />
                <Dialog
                  id={`remove-${commentId}`}
                  title={say('remove')}
                  closeLabel={say('close')}
                  dialogRef={sure}
                  actions={
                    <Button type="button" variant="danger" onClick={() => void remove()}>
                      {say('remove')}
                    </Button>
                  }
                >
                  <p>{say('removeSure')}</p>
                </Dialog>
              </>
            )}
          </div>
        )}
      </div>
      {isEditing && source !== null && (
        <CommentForm
          {...{ postId, say, locale, signIn, action }}
          parentId={null}
          edit={{ commentId, version, body: source }}
          onCancel={() => setEditing(false)}
        />
      )}
      {isReplying && (
        <CommentForm
          {...{ postId, say, locale, signIn, action }}
          parentId={commentId}
          replyTo={props.authorName}
          onCancel={() => setReplying(false)}
        />
      )}
    </>
  );
}
