/** @jsxImportSource preact */
// Sends a picture of one's own. What it becomes is told by the page after the picture was prepared.
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sendFile } from '../client/call.ts';
import { showToast } from '../client/toast.ts';
import type { Spoken } from '../messages/say.ts';
import { Button } from '../ui/button.tsx';
import { iconUpload } from '../ui/icons.ts';
import { type FaultWords, tellRefusal } from './community-parts/refused.ts';

export interface AvatarUploadProps {
  readonly signIn: string;
}

export type AvatarUploadWords = 'choose' | 'sending' | 'sent' | 'unfit' | FaultWords;

export function AvatarUpload(props: AvatarUploadProps & Spoken<AvatarUploadWords>): VNode {
  const { signIn, words, say } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setSending(true);
    const outcome = await sendFile('PUT /api/v1/account/avatar', file);
    setSending(false);
    if (outcome.ok) showToast(say(words.sent));
    else if ([400, 413, 415, 422].includes(outcome.status)) showToast(say(words.unfit), { kind: 'error' });
    else tellRefusal(props, outcome, signIn);
  };
  return (
    <div class="needs-script">
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={say(words.choose)}
        onChange={(event) => {
          const { currentTarget } = event;
          void send(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button type="button" icon={iconUpload} disabled={isSending} onClick={() => input.current?.click()}>
        {say(isSending ? words.sending : words.choose)}
      </Button>
    </div>
  );
}
