/** @jsxImportSource preact */
// Writes comments or replies, or changes one. Without script it is a plain form. What was typed stays in this tab until the
// service has it, and a new comment has a draft like that of a post; one may go on typing while comments are on their way, which
// are sent one after the other.
import type { ComponentType, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import { readSavedText, saveText } from '../../client/saved-text.ts';
import { showToast } from '../../client/toast.ts';
import type { DRAFT_CONFLICT_MESSAGES } from '../../messages/compose.ts';
import { type Spoken, sayFrom } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';
import { sayWaiting, type WaitingWords } from '../community-parts/say-waiting.ts';
import { replyingTo, tellComment } from '../community-parts/written.ts';
import type { CommentDraft } from '../composer-parts/draft/comment-draft.ts';
import type { DraftConflictProps } from '../composer-parts/draft/draft-conflict.tsx';
import type { DraftKeeper } from '../composer-parts/draft/draft-keeper.ts';

export interface CommentFormProps {
  readonly postId: string;
  /** The comment that is answered. */
  readonly parentId: string | null;
  /** Who wrote it. */
  readonly replyTo?: string;
  /** Where the form posts to without script. */
  readonly action: string;
  readonly signIn: string;
  /** One's own comment that is changed. */
  readonly edit?: { readonly commentId: string; readonly version: number; readonly body: string };
  readonly onCancel?: () => void;
  /** Where the draft of a new comment is. Answers and changes stay in the tab until they are sent. */
  readonly draft?: {
    readonly account: string;
    /** How its name begins in the storage of a browser. */
    readonly place: string;
    readonly isStored: boolean;
    readonly words: (typeof DRAFT_CONFLICT_MESSAGES)['en'];
  };
}

export type CommentFormWords =
  | ('comment' | 'replyTo' | 'publish' | 'save' | 'cancel' | 'sending' | 'restore')
  | WaitingWords
  | FaultWords;

const LETTERS_MAX = 5_000;

function isOnDevice(place: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(place));
  } catch {
    return false;
  }
}

const join = (texts: readonly string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n');

export function CommentForm(props: CommentFormProps & Spoken<CommentFormWords>): VNode {
  const { postId, parentId, replyTo, action, edit, onCancel, say, locale } = props;
  const id = edit !== undefined ? `edit-${edit.commentId}` : parentId === null ? 'comment-text' : `reply-${parentId}`;
  const name = `${postId} ${id}`;
  const [text, setText] = useState(edit?.body ?? '');
  /** What was typed before a reload, until it stands in the field. */
  const [kept, setKept] = useState(() => readSavedText(name));
  const [isBusy, setBusy] = useState(false);
  const typed = useRef(text);
  const before = useRef(kept);
  const unsent = useRef<string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useRef<CommentDraft | 'loading' | undefined>(undefined);
  const [keeper, setKeeper] = useState<DraftKeeper | undefined>(undefined);
  const [DraftConflict, setDraftConflict] = useState<ComponentType<DraftConflictProps> | undefined>(undefined);
  /** What must not be lost. */
  const written = (): string => join([before.current, ...unsent.current, typed.current]);
  const save = (): void => {
    saveText(name, written());
    if (typeof draft.current === 'object') draft.current.write(written());
    else if (written() !== '') void openDraft(false);
  };
  const type = (now: string): void => {
    typed.current = now;
    setText(now);
    save();
  };
  /** Keeps a draft from now on. */
  const openDraft = async (isStored: boolean): Promise<void> => {
    if (props.draft === undefined || draft.current !== undefined) return;
    draft.current = 'loading';
    const parts = await import('../composer-parts/draft/comment-draft.ts').catch(() => undefined);
    if (parts === undefined) {
      // The tab has it; the next change tries again.
      draft.current = undefined;
      return;
    }
    const made = parts.openCommentDraft({ account: props.draft.account, postId, isStored, text: written() });
    draft.current = made;
    const { keeper: opened, offered } = await made.opened;
    if (offered !== '') {
      before.current = join([offered, before.current]);
      setKept(before.current);
      save();
    } else if (written() === '') type(made.read());
    setKeeper(opened);
  };
  const restore = (now: string): void => {
    before.current = '';
    setKept('');
    type(now);
  };
  useEffect(() => {
    // Only into a field where nothing else was typed meanwhile.
    const isUntouched = typed.current === (edit?.body ?? '');
    if (kept !== '' && (isUntouched || typed.current === kept)) restore(kept);
    // A form that was opened by a press is where one goes on.
    if (onCancel !== undefined) field.current?.focus();
    if (props.draft === undefined) return;
    const isStored = props.draft.isStored || isOnDevice(props.draft.place);
    if (isStored || written() !== '') void openDraft(isStored);
  }, []);
  const conflict = keeper?.conflict.value;
  useEffect(() => {
    if (conflict === undefined) return;
    void import('../composer-parts/draft/draft-conflict.tsx').then((parts) =>
      setDraftConflict(() => parts.DraftConflict),
    );
  }, [conflict === undefined]);
  const settle = (isMine: boolean): void => {
    keeper?.settle(isMine);
    if (isMine || typeof draft.current !== 'object') return;
    before.current = '';
    setKept('');
    type(draft.current.read());
  };
  const cancel = (): void => {
    saveText(name, '');
    onCancel?.();
  };
  /** Sends a text and tells the page of the comment. */
  const send = async (body: string): Promise<string | undefined> => {
    const [outcome, read] = await Promise.all([
      edit === undefined
        ? call('POST /api/v1/community/posts/{postId}/comments', { params: { postId }, body: { body, parentId } })
        : call('PATCH /api/v1/community/comments/{commentId}', {
            params: { commentId: edit.commentId },
            body: { body, version: edit.version },
          }),
      call('POST /api/v1/community/markdown', { body: { body } }),
    ]);
    if (!outcome.ok) {
      if (outcome.code === 'comment_unchanged') cancel();
      else tellRefusal(props, outcome);
      return undefined;
    }
    const { comment, moderationQueued, moderationReasons } = outcome.body;
    if (moderationQueued) showToast(sayWaiting(say, moderationReasons));
    await tellComment({ ...comment, bodyTree: read.ok ? read.body.tree : [{ type: 'paragraph', children: [body] }] });
    return comment.id;
  };
  /** The form is done with; the comment is where one goes on. */
  const leave = (commentId: string): void => {
    const isOpen = field.current !== null;
    cancel();
    if (isOpen) document.getElementById(`comment-${commentId}`)?.focus();
  };
  const sendEdit = async (): Promise<void> => {
    const saved = await send(typed.current);
    if (saved !== undefined) leave(saved);
  };
  const sendUnsent = async (): Promise<void> => {
    for (let [body] = unsent.current; body !== undefined; [body] = unsent.current) {
      const written = await send(body);
      if (written === undefined) {
        // Back into the field, before what was typed meanwhile.
        type(join([...unsent.current.splice(0), typed.current]));
        return;
      }
      unsent.current.shift();
      type(typed.current);
      if (onCancel !== undefined && unsent.current.length === 0 && typed.current === '') leave(written);
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (typed.current.trim() === '' || (edit !== undefined && isBusy)) return;
    if (edit === undefined) {
      unsent.current.push(typed.current);
      type('');
      // The others follow it.
      if (unsent.current.length > 1) return;
    }
    setBusy(true);
    void (edit === undefined ? sendUnsent() : sendEdit()).then(() => setBusy(false));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit(event);
  };
  return (
    <form
      class="stack"
      method="post"
      action={action}
      hidden={onCancel === undefined && replyingTo.value !== undefined}
      onSubmit={submit}
      onKeyDown={press}
    >
      {parentId !== null && <input type="hidden" name="parentId" value={parentId} />}
      {kept !== '' && text !== '' && (
        <p>
          <Button type="button" variant="quiet" onClick={() => restore(join([kept, typed.current]))}>
            {say('restore')}
          </Button>
        </p>
      )}
      {conflict !== undefined && DraftConflict !== undefined && props.draft !== undefined && (
        <DraftConflict
          stored={conflict}
          own={{ title: '', body: written() }}
          say={sayFrom(props.draft.words, locale)}
          locale={locale}
          onMine={() => settle(true)}
          onTheirs={() => settle(false)}
        />
      )}
      <TextArea
        id={id}
        name="body"
        label={replyTo === undefined ? say('comment') : say('replyTo', { name: replyTo })}
        rows={2}
        maxLength={LETTERS_MAX * 2}
        required
        disabled={edit !== undefined && isBusy}
        dir="auto"
        value={text}
        areaRef={field}
        onInput={({ target }) => {
          if (target instanceof HTMLTextAreaElement) type(target.value);
        }}
      />
      <div class="row">
        <Button variant="main">{say(edit === undefined ? 'publish' : 'save')}</Button>
        {onCancel !== undefined && (
          <Button type="button" variant="quiet" onClick={cancel}>
            {say('cancel')}
          </Button>
        )}
        <span class="meta" role="status">
          {isBusy ? say('sending') : ''}
        </span>
      </div>
    </form>
  );
}
