/** @jsxImportSource preact */
// The button that publishes, and what keeps it from doing so.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ComposeStore } from '../common/store.ts';
import { type ComposerSay, explainFault } from '../common/words.ts';

export interface PublishBarProps {
  readonly say: ComposerSay;
  readonly store: ComposeStore;
  readonly isEdit: boolean;
  /** A fault of the form that was sent without script. */
  readonly fault: string | undefined;
}

/** Codes whose sentence stands at their field. */
const AT_FIELD: ReadonlySet<string> = new Set(['empty', 'too_long', 'invalid_title', 'invalid_tags']);

/** The button that publishes, and what keeps it from doing so. */
export function PublishBar({ store, isEdit, fault, say }: PublishBarProps): VNode {
  const { publishing } = store;
  const state = publishing.value;
  const seconds = useCountdown(state.kind === 'refused' ? state.until : 0);
  const code = state.kind === 'refused' && !AT_FIELD.has(state.code) ? state.code : undefined;
  const isBusy = state.kind === 'sending' || state.kind === 'waiting';
  const label = isEdit ? 'save' : 'publish';
  return (
    <div class="composer-publish">
      {(code ?? fault) !== undefined && code !== 'authentication_required' && (
        <Notice tone="danger">
          <p>{code === undefined ? fault : explainFault(code, say)}</p>
        </Notice>
      )}
      {state.kind === 'unknown' && (
        <Notice tone="warning">
          <p>{say('unknown')}</p>
        </Notice>
      )}
      {state.kind === 'waiting' && (
        <Notice>
          <div class="row">
            <p>{say('waitingForFiles')}</p>
            <Button
              type="button"
              variant="quiet"
              onClick={() => {
                publishing.value = { kind: 'idle' };
              }}
            >
              {say('stopWaiting')}
            </Button>
          </div>
        </Notice>
      )}
      <Button variant="main" aria-busy={isBusy} aria-disabled={isBusy || seconds > 0 ? 'true' : undefined}>
        {seconds > 0 ? say('waitSeconds', { count: seconds }) : say(state.kind === 'sending' ? 'sending' : label)}
      </Button>
    </div>
  );
}

/** Seconds until a moment, counted down. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(() => (until === 0 ? 0 : Date.now()));
  useEffect(() => {
    if (until <= Date.now()) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
