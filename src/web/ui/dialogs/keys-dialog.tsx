/** @jsxImportSource preact */
// A button that opens the list of the keys of a page, and that list in a dialog.
import type { RefObject, VNode } from 'preact';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export interface KeysDialogProps {
  readonly id: string;
  /** Label of the button and title of the dialog. */
  readonly title: string;
  readonly closeLabel: string;
  /** Keys as they are shown, each with what it does. */
  readonly keys: readonly (readonly [key: string, meaning: string])[];
  readonly note: string;
  /** Where single keys are switched off; undefined for strangers. */
  readonly settings: { readonly href: string; readonly label: string } | undefined;
  /** For the key that opens the dialog. */
  readonly dialogRef: RefObject<HTMLDialogElement | null>;
}

export function KeysDialog(props: KeysDialogProps): VNode {
  const { id, title, closeLabel, keys, note, settings, dialogRef } = props;
  return (
    <div class={`needs-script ${id}`}>
      <Button type="button" variant="quiet" onClick={() => dialogRef.current?.showModal()}>
        {title}
      </Button>
      <Dialog id={id} title={title} closeLabel={closeLabel} dialogRef={dialogRef}>
        <dl class="key-list">
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p class="meta">{note}</p>
        {settings !== undefined && (
          <p>
            <a href={settings.href}>{settings.label}</a>
          </p>
        )}
      </Dialog>
    </div>
  );
}
