/** @jsxImportSource preact */
// The composer: a form that works without script, and with it an editor with a preview, files, and a draft that is kept on
// this device and on the server. Its parts are in composer-parts/ and share a store. It is larger than other islands, since it is the whole
// page; files come in chunks of their own.

import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { type ComponentType, Fragment } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../client/call.ts';
import { showToast } from '../client/toast.ts';
import type { DraftContent } from './composer-parts/common/content.ts';
import { createFigures } from './composer-parts/common/figures.ts';
import { createComposeStore, type StoredPost, writeContent } from './composer-parts/common/store.ts';
import { type ComposerSpoken, explainFault } from './composer-parts/common/words.ts';
import type { DraftConflictProps } from './composer-parts/draft/draft-conflict.tsx';
import { type DraftKeeper, openDraftKeeper } from './composer-parts/draft/draft-keeper.ts';
import { Bands, DraftLine, OtherDrafts, watchLeaving } from './composer-parts/draft/draft-notices.tsx';
import { FileGate, type FileRules } from './composer-parts/files/file-gate.tsx';
import type { ConflictProps } from './composer-parts/publish/conflict.tsx';
import { PublishBar } from './composer-parts/publish/publish-bar.tsx';
import { createPublisher, type PublishedPost } from './composer-parts/publish/publishing.ts';
import type { QueuedProps } from './composer-parts/publish/queued.tsx';
import { Editor } from './composer-parts/text/editor.tsx';
import { Options } from './composer-parts/text/options.tsx';
import { Preview } from './composer-parts/text/preview.tsx';
import { Tags } from './composer-parts/text/tags.tsx';
import { TitleField } from './composer-parts/text/title-field.tsx';

export interface ComposerProps {
  /** Public uid of the author. */
  readonly account: string;
  readonly initial: DraftContent;
  /** The post that is edited. */
  readonly post: (PublishedPost & { readonly version: number }) | null;
  /** What files may be added; null: none. */
  readonly files: FileRules | null;
  /** Whether the address named a tag or a subject. */
  readonly isPrefilled: boolean;
  /** The draft that the address names; null: the newest is opened. */
  readonly draftId: string | null;
  /** What the post is about, as people know it. */
  readonly about: { readonly title: string; readonly href: string } | null;
  /** Patterns of addresses; names in braces are filled in. */
  readonly paths: {
    readonly action: string;
    readonly signIn: string;
    readonly post: string;
    readonly compose: string;
    readonly mention: string;
    readonly tag: string;
  };
  /** Code of what the form refused without script. */
  readonly fault: string | null;
}

const FAULT_FIELDS: Readonly<Record<string, 'body' | 'title' | 'tags'>> = {
  empty: 'body',
  too_long: 'body',
  invalid_title: 'title',
  invalid_tags: 'tags',
};
const fill = (pattern: string, name: string, value: string): string =>
  pattern.replace(`{${name}}`, () => encodeURIComponent(value));

export function Composer(props: ComposerProps & ComposerSpoken): VNode {
  const { account, initial, post, files, isPrefilled, draftId, about, paths, say, locale } = props;
  const store = useMemo(() => createComposeStore(initial, post, files !== null), []);
  const figures = useMemo(() => createFigures(locale), []);
  const [keeper, setKeeper] = useState<DraftKeeper | undefined>(undefined);
  const [Conflict, setConflict] = useState<ComponentType<ConflictProps> | undefined>(undefined);
  const [DraftConflict, setDraftConflict] = useState<ComponentType<DraftConflictProps> | undefined>(undefined);
  const [Queued, setQueued] = useState<ComponentType<QueuedProps> | undefined>(undefined);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const form = useRef<HTMLFormElement>(null);
  const finish = useRef<DraftKeeper['finish'] | (() => undefined)>(() => undefined);
  const publisher = useMemo(() => createPublisher(store, post ?? undefined, () => finish.current()), []);
  const isAlive = keeper !== undefined;

  useEffect(() => {
    let opened: DraftKeeper | undefined;
    let isGone = false;
    void openDraftKeeper({ store, account, initial, postId: post?.id, isPrefilled, draftId }).then((made) => {
      if (isGone) return made.close();
      opened = made;
      finish.current = made.finish;
      setKeeper(made);
      const draft = made.restored.value;
      if (post !== null && draft?.version !== undefined && draft.version < post.version) {
        store.publishing.value = { kind: 'conflict', stored: storedOf(initial, post.version) };
      }
    });
    const unwatch = [
      watchLeaving(store, () => opened),
      watchConnection(store.isOnline),
      effect(() => {
        store.files.value;
        store.recalled.value;
        store.arriving.value;
        publisher.proceed();
      }),
      effect(() => {
        const state = store.publishing.value;
        if (state.kind === 'done' && !state.isQueued) location.assign(fill(paths.post, 'id', state.postId));
      }),
      watchSession(store.isSignedOut, account),
    ];
    return () => {
      isGone = true;
      opened?.close();
      for (const stop of unwatch) stop();
    };
  }, []);

  const state = store.publishing.value;
  useEffect(() => {
    // Few posts are edited twice at once or wait for review, so what these show is loaded when it is needed.
    if (state.kind === 'conflict') {
      void import('./composer-parts/publish/conflict.tsx').then((parts) => setConflict(() => parts.Conflict));
    } else if (state.kind === 'done' && state.isQueued) {
      void import('./composer-parts/publish/queued.tsx').then((parts) => setQueued(() => parts.Queued));
    }
  }, [state.kind]);
  const draftConflict = keeper?.conflict.value;
  useEffect(() => {
    if (draftConflict === undefined) return;
    void import('./composer-parts/draft/draft-conflict.tsx').then((parts) =>
      setDraftConflict(() => parts.DraftConflict),
    );
  }, [draftConflict === undefined]);
  useEffect(() => focusOutcome(form.current, state), [state.kind, Conflict]);
  const code = state.kind === 'refused' ? state.code : state.kind === 'idle' ? (props.fault ?? undefined) : undefined;
  const faultOf = (field: string): string | undefined =>
    code !== undefined && FAULT_FIELDS[code] === field ? explainFault(code, say) : undefined;
  const submit = (event: Event): void => {
    event.preventDefault();
    publisher.publish();
  };
  const discard = (): void => {
    const content = keeper?.discard();
    if (content === undefined) return;
    store.publishing.value = { kind: 'idle' };
    showToast(say('discarded'), { act: { text: say('undo'), run: () => writeContent(store, content) } });
  };
  const links = {
    mention: (handle: string) => fill(paths.mention, 'handle', handle),
    tag: (tag: string) => fill(paths.tag, 'tag', tag),
  };

  if (state.kind === 'done' && state.isQueued && Queued !== undefined) {
    const { reasons, postId } = state;
    return <Queued say={say} reasons={reasons} post={fill(paths.post, 'id', postId)} compose={paths.compose} />;
  }
  const spoken = { say };
  return (
    <form
      ref={form}
      class="composer stack"
      method="post"
      action={paths.action}
      data-view={view}
      noValidate={isAlive}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit(event);
      }}
    >
      <Bands {...{ store, keeper, figures, ...spoken }} signIn={paths.signIn} onDiscard={discard} />
      {state.kind === 'conflict' && Conflict !== undefined && (
        <Conflict
          {...spoken}
          locale={locale}
          stored={state.stored}
          title={store.title.value}
          body={store.body.value}
          onMine={() => {
            store.version.value = state.stored.version;
            store.publishing.value = { kind: 'idle' };
            publisher.publish();
          }}
          onTheirs={() => {
            const { version, ...text } = state.stored;
            store.version.value = version;
            // One that comes from the text is none; an empty field keeps a title that was given.
            store.title.value = text.body.includes(text.title) ? '' : text.title;
            store.body.value = text.body;
            store.tags.value = text.tags;
            store.tagLine.value = '';
            store.choices.value = { ...store.choices.value, visibility: text.visibility };
            store.publishing.value = { kind: 'idle' };
          }}
        />
      )}
      {draftConflict !== undefined && DraftConflict !== undefined && keeper !== undefined && (
        <DraftConflict
          {...spoken}
          locale={locale}
          stored={draftConflict}
          own={{ title: store.title.value, body: store.body.value }}
          onMine={() => keeper.settle(true)}
          onTheirs={() => keeper.settle(false)}
        />
      )}
      <div class="composer-views needs-script">
        {(['write', 'preview'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="composer-view"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {say(name)}
          </button>
        ))}
      </div>
      <div class="composer-columns">
        <div class="composer-write stack">
          {about !== null && store.subject.value !== null && (
            <div class="row composer-about">
              <input type="hidden" name="subject" value={store.subject.value} />
              <span class="field-label">{say('about')}</span>
              <a href={about.href}>{about.title}</a>
              <button
                type="button"
                class="button button-quiet needs-script"
                onClick={() => {
                  store.subject.value = null;
                }}
              >
                {say('removeSubject')}
              </button>
            </div>
          )}
          <TitleField {...{ store, ...spoken }} error={faultOf('title')} />
          <Editor {...{ store, isAlive, ...spoken }} error={faultOf('body')} />
          {files !== null && (
            <FileGate {...{ store, account, ...spoken, locale }} rules={files} device={keeper?.device} />
          )}
          <Tags {...{ store, isAlive, ...spoken }} error={faultOf('tags')} />
          <Options {...{ store, ...spoken }} isEdit={post !== null} />
          {post !== null && <input type="hidden" name="version" value={store.version.value} />}
          <PublishBar
            {...{ store, ...spoken }}
            isEdit={post !== null}
            fault={
              props.fault === null || FAULT_FIELDS[props.fault] !== undefined || state.kind !== 'idle'
                ? undefined
                : explainFault(props.fault, say)
            }
          />
          {keeper === undefined ? <Fragment /> : <DraftLine {...{ keeper, figures, ...spoken }} />}
          {keeper !== undefined && <OtherDrafts {...{ keeper, figures, ...spoken }} />}
        </div>
        <Preview {...{ store, links, ...spoken }} />
      </div>
    </form>
  );
}

const storedOf = ({ title, body, tags, visibility }: DraftContent, version: number): StoredPost => ({
  version,
  title,
  body,
  tags,
  visibility,
});

/** Brings the reader to what has to be mended. */
function focusOutcome(form: HTMLFormElement | null, { kind }: { readonly kind: string }): void {
  if (kind === 'conflict') form?.querySelector<HTMLElement>('[data-conflict]')?.focus();
  if (kind === 'refused') form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function watchConnection(isOnline: { value: boolean }): () => void {
  const presentation = (): void => {
    isOnline.value = navigator.onLine;
  };
  presentation();
  addEventListener('online', presentation);
  addEventListener('offline', presentation);
  return () => {
    removeEventListener('online', presentation);
    removeEventListener('offline', presentation);
  };
}

/** After the session has ended: looks for a new one when the reader comes back from signing in. */
function watchSession(isSignedOut: { value: boolean }, account: string): () => void {
  const presentation = async (): Promise<void> => {
    if (!isSignedOut.value) return;
    const answer = await call('GET /api/v1/account/profile', {});
    if (answer.ok && String(answer.body.profile.publicUid) === account) isSignedOut.value = false;
  };
  const onFocus = (): void => void presentation();
  addEventListener('focus', onFocus);
  return () => removeEventListener('focus', onFocus);
}
