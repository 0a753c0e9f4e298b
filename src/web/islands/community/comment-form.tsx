/** @jsxImportSource preact */
// Writes a comment or a reply. Without script it is a plain form; what was typed stays until the service has it.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { showToast } from '../../client/toast.ts';
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
  readonly onCancel?: () => void;
}

export type CommentFormWords = 'comment' | 'publish' | 'cancel' | 'queued' | FaultWords;

const LETTERS_MAX = 5_000;

export function CommentForm(props: CommentFormProps & Spoken<CommentFormWords>): VNode {
  const { postId, parentId, action, page, signIn, onCancel, words, say } = props;
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const id = parentId === null ? 'comment-text' : `reply-${parentId}`;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    const outcome = await call('POST /api/v1/community/posts/{postId}/comments', {
      params: { postId },
      body: { body: text, parentId },
    });
    if (!outcome.ok) {
      setBusy(false);
      return tellRefusal(props, outcome, signIn);
    }
    if (outcome.body.moderationQueued) showToast(say(words.queued));
    const written = outcome.body.comment.id;
    // The page shows the comment in its place. The fragment alone would not load it.
    location.assign(`${page}${page.includes('?') ? '&' : '?'}comment=${written}#comment-${written}`);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) void send(event);
  };
  return (
    <form class="stack" method="post" action={action} onSubmit={(event) => void send(event)} onKeyDown={press}>
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
          if (target instanceof HTMLTextAreaElement) setText(target.value);
        }}
      />
      <div class="row">
        <Button look="main" disabled={isBusy}>
          {say(words.publish)}
        </Button>
        {onCancel !== undefined && (
          <Button type="button" look="quiet" onClick={onCancel}>
            {say(words.cancel)}
          </Button>
        )}
      </div>
    </form>
  );
}
