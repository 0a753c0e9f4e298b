/** @jsxImportSource preact */
// Follows a tag or mutes it: one of both, or neither.
import type { VNode } from 'preact';
import { call } from '../../client/call.ts';
import { createShared } from '../../client/store.ts';
import type { Spoken } from '../../messages/say.ts';
import { iconCheck, iconEyeOff, iconPlus } from '../../ui/icons.ts';
import type { FaultWords } from '../community-parts/refused.ts';
import { ToggleButton, wish } from '../community-parts/toggle-button.tsx';

type Preference = 'follow' | 'mute' | null;

export interface TagFollowProps {
  readonly tag: string;
  readonly preference: Preference;
  readonly isMember: boolean;
  readonly signIn: string;
}

type Turn = 'follow' | 'followed' | 'mute' | 'muted';
export type TagFollowWords = Turn | `${Turn}Of` | FaultWords;

const preferences = createShared<Preference>();

export function TagFollow(props: TagFollowProps & Spoken<TagFollowWords>): VNode {
  const { tag, isMember, signIn, say } = props;
  const preference = preferences(tag, props.preference);
  const turn = (wanted: Preference): Promise<void> =>
    wish(props, preference, wanted, () =>
      call('PUT /api/v1/community/tags/{tag}/preference', {
        params: { tag },
        body: { preference: wanted },
      }),
    );
  const [isFollowed, isMuted] = [preference.value === 'follow', preference.value === 'mute'];
  const follow = isFollowed ? 'followed' : 'follow';
  const mute = isMuted ? 'muted' : 'mute';
  return (
    <span class="row row-tight">
      <ToggleButton
        icon={isFollowed ? iconCheck : iconPlus}
        variant="plain"
        label={say(`${follow}Of`, { tag })}
        text={say(follow)}
        on={isFollowed}
        signIn={isMember ? undefined : signIn}
        onPress={(active) => void turn(active ? 'follow' : null)}
      />
      {isMember && (
        <ToggleButton
          icon={iconEyeOff}
          label={say(`${mute}Of`, { tag })}
          text={say(mute)}
          on={isMuted}
          signIn={undefined}
          onPress={(active) => void turn(active ? 'mute' : null)}
        />
      )}
    </span>
  );
}
