/** @jsxImportSource preact */
// Asks for notifications of the comments of a post, or of the posts of a person. Without script it is a form.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { iconBell, iconCheck } from '../../ui/icons.ts';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';

export interface SubscribeButtonProps {
  readonly of: { readonly postId: string } | { readonly uid: number };
  readonly isOn: boolean;
  /** Where the form posts to without script. */
  readonly action: string;
  readonly signIn: string;
}

export type SubscribeButtonWords = 'post' | 'postOn' | 'author' | 'authorOn' | FaultWords;

export function SubscribeButton(props: SubscribeButtonProps & Spoken<SubscribeButtonWords>): VNode {
  const { of, action, say } = props;
  const [isOn, setOn] = useState(props.isOn);
  const [isBusy, setBusy] = useState(false);
  const turn = async (active: boolean): Promise<void> => {
    setBusy(true);
    setOn(active);
    const body = { active };
    const outcome =
      'postId' in of
        ? await call('PUT /api/v1/community/posts/{postId}/subscription', { params: of, body })
        : await call('PUT /api/v1/community/users/{uid}/posts-subscription', { params: of, body });
    setBusy(false);
    if (outcome.ok) return;
    setOn(!active);
    tellRefusal(props, outcome);
  };
  const text = 'postId' in of ? (isOn ? 'postOn' : 'post') : isOn ? 'authorOn' : 'author';
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void turn(!isOn);
      }}
    >
      <input type="hidden" name="active" value={String(!isOn)} />
      <Button variant="quiet" icon={isOn ? iconCheck : iconBell}>
        {say(text)}
      </Button>
    </form>
  );
}
