/** @jsxImportSource preact */
// The keys of the desk: binds them, and shows their list.
import type { RefObject, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { bindKeys } from '../../client/keys.ts';
import { KeysDialog } from '../../ui/dialogs/keys-dialog.tsx';
import type { Desk } from './desk.ts';
import type { DeskPaths, DeskSpoken } from './shapes.ts';

const KEYS = [
  ['J', 'key_next'],
  ['K', 'key_previous'],
  ['A', 'key_allow'],
  ['R', 'key_reject'],
  ['1–9', 'key_reason'],
  ['Enter', 'key_confirm'],
  ['E', 'key_context'],
  ['U', 'key_author'],
  ['Z', 'key_other'],
  ['Space', 'key_show'],
  ['?', 'key_help'],
] as const;

export interface DeskKeysProps {
  readonly desk: Desk;
  readonly paths: DeskPaths;
}

export function DeskKeys({ desk, paths, say }: DeskKeysProps & DeskSpoken): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useDeskKeys(desk, dialog);
  return (
    <KeysDialog
      id="desk-keys"
      title={say('keys')}
      closeLabel={say('closeDialog')}
      keys={KEYS.map(([key, word]) => [key, say(word)])}
      note={say('keysNote')}
      settings={{ href: paths.settings, label: say('keysSettings') }}
      dialogRef={dialog}
    />
  );
}

/** All keys are bound once, so that none is lost between two of them. */
function useDeskKeys(desk: Desk, dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const digits = Object.fromEntries(
      REASON_CODES.map((reason, index) => [
        String(index + 1),
        () => {
          if (desk.isRejecting) desk.reason.value = reason;
        },
      ]),
    );
    const step = (by: number): void => {
      if (!desk.isSingle) desk.step(by);
    };
    // One press decides one thing.
    const once =
      (act: () => void) =>
      ({ repeat }: KeyboardEvent): void => {
        if (!repeat && desk.isCalm) act();
      };
    return bindKeys({
      ...digits,
      j: () => step(1),
      k: () => step(-1),
      a: once(() => {
        if (!desk.isRejecting) void desk.decideVisible('allow');
      }),
      r: once(() => desk.startRejecting()),
      enter: once(() => {
        if (desk.isRejecting) void desk.decideVisible('rejected');
      }),
      escape: () => {
        desk.rejecting.value = 'nothing';
      },
      z: once(() => void desk.decideOtherwise()),
      e: () => {
        const context = document.getElementById('desk-context');
        context?.scrollIntoView({ block: 'nearest' });
        context?.focus({ preventScroll: true });
      },
      u: () => document.querySelector<HTMLElement>('[data-act="author"]')?.click(),
      ' ': () => {
        desk.isShown.value = !desk.isShown.value;
      },
      '?': () => dialog.current?.showModal(),
    });
  }, [desk]);
}
