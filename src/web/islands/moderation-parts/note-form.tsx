/** @jsxImportSource preact */
// The form for a note about a case, which only staff can read.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import { call } from '../../client/call.ts';
import { showToast } from '../../client/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { sayFault } from './faults.ts';
import type { DeskSpoken } from './shapes.ts';

export interface NoteFormProps {
  readonly caseId: string;
  readonly onNoted: () => void;
}

export function NoteForm({ caseId, onNoted, ...spoken }: NoteFormProps & DeskSpoken): VNode {
  const { say } = spoken;
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    const outcome = await call('POST /api/v1/moderation/cases/{id}/notes', {
      params: { id: caseId },
      body: { body: text },
    });
    setBusy(false);
    if (!outcome.ok) return showToast(sayFault(spoken, outcome), { kind: 'error' });
    setText('');
    onNoted();
  };
  return (
    <form class="stack needs-script" onSubmit={(event) => void send(event)}>
      <TextArea
        id="desk-note"
        label={say('note')}
        rows={2}
        maxLength={NOTE_MAX}
        dir="auto"
        value={text}
        onInput={({ target }) => {
          if (target instanceof HTMLTextAreaElement) setText(target.value);
        }}
      />
      <div>
        <Button disabled={isBusy}>{say('addNote')}</Button>
      </div>
    </form>
  );
}
