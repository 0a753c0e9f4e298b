/** @jsxImportSource preact */
// Sends a picture of one's own, after its square was chosen. What it becomes is told by the page after the picture was prepared.
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { call } from '../client/call.ts';
import { showToast } from '../client/toast.ts';
import type { Spoken } from '../messages/say.ts';
import { Button } from '../ui/button.tsx';
import { iconUpload } from '../ui/icons.ts';
import { CropDialog, type CropWords } from './avatar-parts/crop-dialog.tsx';
import { type FaultWords, tellRefusal } from './community-parts/refused.ts';

export interface AvatarUploadProps {
  readonly signIn: string;
}

export type AvatarUploadWords = 'choose' | 'sending' | 'sent' | 'unfit' | CropWords | FaultWords;

interface Chosen {
  readonly image: ImageBitmap;
  readonly mediaType: string;
}

export function AvatarUpload(props: AvatarUploadProps & Spoken<AvatarUploadWords>): VNode {
  const { say } = props;
  const input = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      setChosen({ image: await createImageBitmap(file), mediaType: file.type });
      dialog.current?.showModal();
    } catch {
      showToast(say('unfit'), { kind: 'error' });
    }
  };
  const send = async (square: Blob): Promise<void> => {
    dialog.current?.close();
    setSending(true);
    const outcome = await call('PUT /api/v1/account/avatar', { file: square });
    setSending(false);
    if (outcome.ok) showToast(say('sent'));
    else if ([400, 413, 415, 422].includes(outcome.status)) showToast(say('unfit'), { kind: 'error' });
    else tellRefusal(props, outcome);
  };
  return (
    <div class="needs-script">
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={say('choose')}
        onChange={(event) => {
          const { currentTarget } = event;
          void choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button type="button" icon={iconUpload} disabled={isSending} onClick={() => input.current?.click()}>
        {say(isSending ? 'sending' : 'choose')}
      </Button>
      <CropDialog
        image={chosen?.image}
        mediaType={chosen?.mediaType ?? ''}
        say={say}
        dialogRef={dialog}
        onChosen={(square) => void send(square)}
      />
    </div>
  );
}
