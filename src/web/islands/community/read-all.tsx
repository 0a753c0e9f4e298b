/** @jsxImportSource preact */
// Marks all notifications as read.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { iconCheck } from '../../ui/icons.ts';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';

export interface ReadAllProps {
  readonly signIn: string;
}

export type ReadAllWords = 'markAll' | FaultWords;

export function ReadAll(props: ReadAllProps & Spoken<ReadAllWords>): VNode {
  const { signIn, words, say } = props;
  const [isDone, setDone] = useState(false);
  const mark = async (): Promise<void> => {
    const outcome = await call('PUT /api/v1/community/notifications/read-all', {});
    if (!outcome.ok) return tellRefusal(props, outcome, signIn);
    setDone(true);
    for (const element of document.querySelectorAll('.notification-new')) element.classList.remove('notification-new');
  };
  return (
    <span class="needs-script">
      <Button type="button" icon={iconCheck} disabled={isDone} onClick={() => void mark()}>
        {say(words.markAll)}
      </Button>
    </span>
  );
}
