/** @jsxImportSource preact */
// A button that copies a text. Without a secure context there is no clipboard, and it says so.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { copyText } from '../client/clipboard.ts';
import { showToast } from '../client/toast.ts';
import type { Spoken } from '../messages/say.ts';
import { Button } from '../ui/button.tsx';
import { iconCheck, iconCopy } from '../ui/icons.ts';

export interface CopyTextProps {
  readonly text: string;
}

export function CopyText({ text, say }: CopyTextProps & Spoken<'copy' | 'copied' | 'failed'>): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setCopied(done);
    if (done) showToast(say('copied'));
    else showToast(say('failed'), { kind: 'error' });
  };
  return (
    <span class="needs-script">
      <Button type="button" icon={isCopied ? iconCheck : iconCopy} onClick={() => void copy()}>
        {say(isCopied ? 'copied' : 'copy')}
      </Button>
    </span>
  );
}
