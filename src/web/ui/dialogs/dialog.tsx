/** @jsxImportSource preact */
// A dialog on the element of that name: labelled by its title, with a visible close. Islands open it by `showModal`, which
// brings the focus in and back and closes on Escape.
import type { ComponentChildren, Ref, VNode } from 'preact';
import { Button } from '../button.tsx';
import { iconX } from '../icons.ts';

export interface DialogProps {
  readonly id: string;
  readonly title: string;
  /** Label of the closing button. */
  readonly closeLabel: string;
  readonly children: ComponentChildren;
  /** Buttons at the end; the one that acts names its act. */
  readonly actions?: ComponentChildren;
  /** Takes the whole screen of a phone. */
  readonly full?: boolean;
  readonly dialogRef?: Ref<HTMLDialogElement>;
  readonly onClose?: () => void;
}

export function Dialog(props: DialogProps): VNode {
  const { id, title, closeLabel, children, actions, full = false, dialogRef, onClose } = props;
  return (
    <dialog
      ref={dialogRef ?? null}
      onClose={onClose}
      id={id}
      class={full ? 'dialog dialog-full' : 'dialog'}
      aria-labelledby={`${id}-title`}
    >
      <form method="dialog" class="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <Button variant="quiet" icon={iconX} aria-label={closeLabel} />
      </form>
      {children}
      {actions !== undefined && <div class="dialog-actions">{actions}</div>}
    </dialog>
  );
}
