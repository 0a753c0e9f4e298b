/** @jsxImportSource preact */
// What the composer says of the connection, the session and the draft, above and below the text.
import type { VNode } from 'preact';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { draftNameOf } from '../common/content.ts';
import type { Figures } from '../common/figures.ts';
import { type ComposeStore, isSending } from '../common/store.ts';
import type { ComposerSpoken } from '../common/words.ts';
import type { DraftKeeper } from './draft-keeper.ts';

export interface BandsProps extends Pick<ComposerSpoken, 'say'> {
  readonly store: ComposeStore;
  readonly keeper: DraftKeeper | undefined;
  readonly figures: Figures;
  readonly signIn: string;
  readonly onDiscard: () => void;
}

/** Above the text. */
export function Bands({ store, keeper, figures, signIn, onDiscard, say }: BandsProps): VNode {
  const draft = keeper?.restored.value;
  const offered = keeper?.offered.value;
  const isLost = keeper?.keptAt.value === 0 || keeper?.device.isLasting === false;
  return (
    <>
      {!store.isOnline.value && (
        <Notice tone="warning">
          <p>{say(isLost ? 'offlineLost' : 'offline')}</p>
        </Notice>
      )}
      {store.isSignedOut.value && (
        <Notice tone="warning">
          <p>{say('signedOut')}</p>
          <p class="row">
            <LinkButton href={signIn}>{say('signIn')}</LinkButton>
          </p>
        </Notice>
      )}
      {keeper !== undefined && offered !== undefined && (
        <Notice>
          <div class="row">
            <p>{say('offered', { time: figures.moment(offered.at) })}</p>
            <Button type="button" onClick={() => keeper.switchTo(offered)}>
              {say('restore')}
            </Button>
            <Button
              type="button"
              variant="quiet"
              onClick={() => {
                keeper.offered.value = undefined;
              }}
            >
              {say('notNow')}
            </Button>
          </div>
        </Notice>
      )}
      {draft !== undefined && (
        <Notice>
          <div class="row">
            <p>{say('restored', { time: figures.moment(draft.at) })}</p>
            <Button type="button" variant="quiet" onClick={onDiscard}>
              {say('discard')}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}

export interface DraftLineProps extends Pick<ComposerSpoken, 'say'> {
  readonly keeper: DraftKeeper;
  readonly figures: Figures;
}

/** Whether the draft is kept. */
export function DraftLine({ keeper, figures, say }: DraftLineProps): VNode {
  const at = keeper.keptAt.value;
  if (at === 0) return <p class="field-error">{say('notKept')}</p>;
  const storedAt = keeper.storedAt.value;
  if (storedAt !== undefined)
    return <p class="meta composer-kept">{say('stored', { time: figures.moment(storedAt) })}</p>;
  return <p class="meta composer-kept">{at === undefined ? '' : say('kept', { time: figures.moment(at) })}</p>;
}

/** Drafts that were begun before. */
export function OtherDrafts({ keeper, figures, say }: DraftLineProps): VNode | null {
  const others = keeper.others.value;
  if (others.length === 0) return null;
  return (
    <details class="composer-drafts">
      <summary>{say('otherDrafts')}</summary>
      <ul class="plain-list">
        {others.map((draft) => {
          const name = draftNameOf(draft) ?? say('untitled');
          return (
            <li key={draft.id} class="row">
              <span class="composer-draft-name" dir="auto">
                {name}
              </span>
              <span class="meta">{figures.moment(draft.at)}</span>
              <Button
                type="button"
                variant="quiet"
                aria-label={say('fileOf', { act: say('openDraft'), name })}
                onClick={() => keeper.switchTo(draft)}
              >
                {say('openDraft')}
              </Button>
              <Button
                type="button"
                variant="quiet"
                aria-label={say('fileOf', { act: say('deleteDraft'), name })}
                onClick={() => keeper.removeOther(draft)}
              >
                {say('deleteDraft')}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Asks before the page is left, if something would be lost. */
export function watchLeaving(store: ComposeStore, keeper: () => DraftKeeper | undefined): () => void {
  const leave = (event: BeforeUnloadEvent): void => {
    if (store.publishing.value.kind === 'done') return;
    keeper()?.keep();
    if (keeper()?.keptAt.value === 0 || isSending(store.files.value)) event.preventDefault();
  };
  addEventListener('beforeunload', leave);
  return () => removeEventListener('beforeunload', leave);
}
