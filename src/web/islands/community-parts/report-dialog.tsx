/** @jsxImportSource preact */
// The dialog of a report to the staff: a reason, and details where the reason needs them.
import type { RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isReasonCode, REASON_CODES, type ReasonCode } from '../../../kernel/reason-code.ts';
import { call } from '../../client/call.ts';
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { type FaultWords, tellRefusal } from './refused.ts';

type ReasonWords = `reason_${ReasonCode}`;
export type ReportWords =
  | ('report' | 'reportTitle' | 'reason' | 'chooseReason' | 'details' | 'send' | 'reported' | 'close')
  | ReasonWords
  | FaultWords;

export interface ReportDialogProps {
  readonly id: string;
  readonly target: { readonly kind: 'post' | 'comment' | 'user'; readonly id: string };
  readonly signIn: string;
  readonly dialogRef: RefObject<HTMLDialogElement | null>;
}

export function ReportDialog(props: ReportDialogProps & Spoken<ReportWords>): VNode {
  const { id, target, dialogRef, say } = props;
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const [details, setDetails] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason === '') return;
    setBusy(true);
    const outcome = await call('POST /api/v1/community/reports', {
      body: {
        targetKind: target.kind,
        targetId: target.id,
        reasonCode: reason,
        details: details.trim() === '' ? null : details,
      },
    });
    setBusy(false);
    if (!outcome.ok) return tellRefusal(props, outcome);
    dialogRef.current?.close();
    setReason('');
    setDetails('');
    showToast(say('reported'));
  };
  return (
    <Dialog id={id} title={say('reportTitle')} closeLabel={say('close')} dialogRef={dialogRef}>
      <form class="stack" onSubmit={(event) => void send(event)}>
        <SelectField
          id={`${id}-reason`}
          label={say('reason')}
          value={reason}
          required
          choices={[
            { value: '', label: say('chooseReason') },
            ...REASON_CODES.map((value) => ({ value, label: say(`reason_${value}`) })),
          ]}
          onChange={({ target: select }) => {
            if (select instanceof HTMLSelectElement) setReason(isReasonCode(select.value) ? select.value : '');
          }}
        />
        <TextArea
          id={`${id}-details`}
          label={say('details')}
          rows={4}
          maxLength={2000}
          required={reason === 'other'}
          value={details}
          onInput={({ target: area }) => {
            if (area instanceof HTMLTextAreaElement) setDetails(area.value);
          }}
        />
        <Button variant="main" disabled={isBusy}>
          {say('send')}
        </Button>
      </form>
    </Dialog>
  );
}
