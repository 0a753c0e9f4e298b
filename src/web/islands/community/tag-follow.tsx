/** @jsxImportSource preact */
// Follows a tag, or no longer.
import type { VNode } from 'preact';
import { call } from '../../client/call.ts';
import { createShared } from '../../client/store.ts';
import type { Spoken } from '../../messages/say.ts';
import { iconCheck, iconPlus } from '../../ui/icons.ts';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';
import { ToggleButton, wish } from '../community-parts/toggle-button.tsx';

export interface TagFollowProps {
  readonly tag: string;
  readonly following: boolean;
  readonly isMember: boolean;
  readonly signIn: string;
}

export type TagFollowWords = 'follow' | 'followed' | FaultWords;

const followed = createShared<boolean>();

export function TagFollow(props: TagFollowProps & Spoken<TagFollowWords>): VNode {
  const { tag, isMember, signIn, words, say } = props;
  const following = followed(tag, props.following);
  const turn = (active: boolean): Promise<void> =>
    wish(following, active, async () => {
      const outcome = await call('PUT /api/v1/community/tags/{tag}/preference', {
        params: { tag },
        body: { preference: active ? 'follow' : null },
      });
      if (!outcome.ok) tellRefusal(props, outcome, signIn);
      return outcome.ok;
    });
  const text = say(following.value ? words.followed : words.follow);
  return (
    <ToggleButton
      icon={following.value ? iconCheck : iconPlus}
      look="plain"
      label={`${text} #${tag}`}
      text={text}
      on={following.value}
      signIn={isMember ? undefined : signIn}
      onPress={(active) => void turn(active)}
    />
  );
}
