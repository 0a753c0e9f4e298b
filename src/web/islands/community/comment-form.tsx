/** @jsxImportSource preact */
// Writes a comment or a reply, or changes one. Without script it is a plain form; what was typed stays in this tab until the
// service has it.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { keepText, readKept } from '../../client/kept-text.ts';
import { showToast } from '../../client/toast.ts';
import { sayWaiting, type WaitingWords } from '../../messages/community/waiting.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';

export interface CommentFormProps {
  readonly postId: string;
  /** The comment that is answered. */
  readonly parentId: string | null;
  /** Where the form posts to without script, and the post's own page. */
  readonly action: string;
  readonly page: string;
  readonly signIn: string;
  /** One's own comment that is changed. */
  readonly edit?: { readonly commentId: string; readonly version: number; readonly body: string };
  readonly onCancel?: () => void;
}

export type CommentFormWords = 'comment' | 'publish' | 'save' | 'cancel' | WaitingWords | FaultWords;

const LETTERS_MAX = 5_000;

export function CommentForm(props: CommentFormProps & Spoken<CommentFormWords>): VNode {
  const { postId, parentId, action, page, signIn, edit, onCancel, words, say } = props;
  const [text, setText] = useState(edit?.body ?? '');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLFormElement>(null);
  const id = edit !== undefined ? `edit-${edit.commentId}` : parentId === null ? 'comment-text' : `reply-${parentId}`;
  const name = `${postId} ${id}`;
  useEffect(() => {
    const kept = readKept(name);
    if (kept !== '') setText(kept);
    // A form that was opened by a press is where one goes on.
    if (onCancel !== undefined) field.current?.querySelector('textarea')?.focus();
  }, []);
  const type = (typed: string): void => {
    setText(typed);
    keepText(name, typed);
  };
  const cancel = (): void => {
    keepText(name, '');
    onCancel?.();
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    const outcome =
      edit === undefined
        ? await call('POST /api/v1/community/posts/{postId}/comments', {
            params: { postId },
            body: { body: text, parentId },
          })
        : await call('PATCH /api/v1/community/comments/{commentId}', {
            params: { commentId: edit.commentId },
            body: { body: text, version: edit.version },
          });
    if (!outcome.ok && outcome.code === 'comment_unchanged') return cancel();
    if (!outcome.ok) {
      setBusy(false);
      return tellRefusal(props, outcome, signIn);
    }
    keepText(name, '');
    if (outcome.body.moderationQueued) showToast(sayWaiting(props, outcome.body.moderationReasons));
    const written = outcome.body.comment.id;
    // The page shows the comment in its place. The fragment alone would not load it.
    location.assign(`${page}${page.includes('?') ? '&' : '?'}comment=${written}#comment-${written}`);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) void send(event);
  };
  return (
    <form
      ref={field}
      class="stack"
      method="post"
      action={action}
      onSubmit={(event) => void send(event)}
      onKeyDown={press}
    >
      {parentId !== null && <input type="hidden" name="parentId" value={parentId} />}
      <TextArea
        id={id}
        name="body"
        label={say(words.comment)}
        rows={3}
        maxLength={LETTERS_MAX * 2}
        required
        dir="auto"
        value={text}
        onInput={({ target }) => {
          if (target instanceof HTMLTextAreaElement) type(target.value);
        }}
      />
      <div class="row">
        <Button look="main" disabled={isBusy}>
          {say(edit === undefined ? words.publish : words.save)}
        </Button>
        {onCancel !== undefined && (
          <Button type="button" look="quiet" onClick={cancel}>
            {say(words.cancel)}
          </Button>
        )}
      </div>
    </form>
  );
}
