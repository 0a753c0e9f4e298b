/** @jsxImportSource preact */
// Keeps an entry of a catalog for later, or no longer.
import type { VNode } from 'preact';
import { call } from '../../client/call.ts';
import { createShared } from '../../client/store.ts';
import type { Spoken } from '../../messages/say.ts';
import { iconBookmark } from '../../ui/icons.ts';
import { colonIn } from '../../ui/text/punctuation.ts';
import type { FaultWords } from '../community-parts/refused.ts';
import { ToggleButton, wish } from '../community-parts/toggle-button.tsx';

export interface EntityBookmarkProps {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly bookmarked: boolean;
  readonly isMember: boolean;
  readonly signIn: string;
}

export type EntityBookmarkWords = 'bookmark' | 'bookmarked' | FaultWords;

const sharedBookmark = createShared<boolean>();

export function EntityBookmark(props: EntityBookmarkProps & Spoken<EntityBookmarkWords>): VNode {
  const { server, resource, id, title, isMember, signIn, say, locale } = props;
  const bookmarked = sharedBookmark(`${server}/${resource}/${id}`, props.bookmarked);
  const turn = (active: boolean): Promise<void> =>
    wish(props, bookmarked, active, () => call('PUT /api/v1/me/entities', { body: { server, resource, id, active } }));
  const text = say(bookmarked.value ? 'bookmarked' : 'bookmark');
  return (
    <ToggleButton
      icon={iconBookmark}
      variant="plain"
      label={`${text}${colonIn(locale)}${title}`}
      text={text}
      on={bookmarked.value}
      signIn={isMember ? undefined : signIn}
      onPress={(active) => void turn(active)}
    />
  );
}
