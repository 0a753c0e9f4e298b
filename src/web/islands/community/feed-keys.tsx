/** @jsxImportSource preact */
// Keys of a feed: j and k go from post to post, o opens, l likes, b bookmarks, ? shows this list.
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bindKeys } from '../../client/keys.ts';
import type { Spoken } from '../../messages/say.ts';
import { KeysDialog } from '../../ui/dialogs/keys-dialog.tsx';

export interface FeedKeysProps {
  /** Where single keys are switched off; undefined for strangers. */
  readonly settings: string | undefined;
}

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['o', 'open'],
  ['l', 'like'],
  ['b', 'bookmark'],
  ['?', 'help'],
] as const;

export type FeedKeysWords = (typeof KEYS)[number][1] | 'title' | 'note' | 'settings' | 'close';

const CARDS = 'article[data-post]';

export function FeedKeys({ settings, say }: FeedKeysProps & Spoken<FeedKeysWords>): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(
    () =>
      bindKeys({
        j: () => move(1),
        k: () => move(-1),
        o: () => press('[data-open]'),
        l: () => press('[data-act="like"]'),
        b: () => press('[data-act="bookmark"]'),
        '?': () => dialog.current?.showModal(),
      }),
    [],
  );
  return (
    <KeysDialog
      id="feed-keys"
      title={say('title')}
      closeLabel={say('close')}
      keys={KEYS.map(([key, word]) => [key, say(word)])}
      note={say('note')}
      settings={settings === undefined ? undefined : { href: settings, label: say('settings') }}
      dialogRef={dialog}
    />
  );
}

/** The post that has the focus, itself or within. */
const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(CARDS) ?? null;

/** Goes to the next or previous post; without one, to the first that can be seen. */
function move(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)].filter(({ hidden }) => !hidden);
  const card = current();
  const seen = cards.findIndex((one) => one.getBoundingClientRect().bottom > innerHeight / 4);
  const to = card === null ? seen : cards.indexOf(card) + by;
  const next = cards[Math.max(0, Math.min(cards.length - 1, to))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function press(selector: string): void {
  current()?.querySelector<HTMLElement>(selector)?.click();
}
