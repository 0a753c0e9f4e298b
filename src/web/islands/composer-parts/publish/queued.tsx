/** @jsxImportSource preact */
// What stands in place of the form when the post waits for review. Loaded when one does.
import type { VNode } from 'preact';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { sayWaiting } from '../../community-parts/say-waiting.ts';
import type { ComposerSpoken } from '../common/words.ts';

export interface QueuedProps extends Pick<ComposerSpoken, 'say'> {
  readonly reasons: Parameters<typeof sayWaiting>[1];
  /** Address of the post. */
  readonly post: string;
  /** Address of a new composer. */
  readonly compose: string;
}

export function Queued({ say, reasons, post, compose }: QueuedProps): VNode {
  return (
    <Notice tone="warning">
      <h2 tabIndex={-1} ref={(title) => title?.focus()}>
        {sayWaiting(say, reasons)}
      </h2>
      <p>{say('doneQueued')}</p>
      <p class="row">
        <LinkButton href={post}>{say('toPost')}</LinkButton>
        <LinkButton href={compose}>{say('another')}</LinkButton>
      </p>
    </Notice>
  );
}
