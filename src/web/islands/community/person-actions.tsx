/** @jsxImportSource preact */
// How one stands to a person: follow, and in a menu mute, block, report.
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Outcome } from '../../client/endpoints.ts';
import { createShared } from '../../client/store.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconBan, iconCheck, iconEllipsis, iconEyeOff, iconFlag, iconPlus } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuAct } from '../community-parts/menu-act.tsx';
import { tellRefusal } from '../community-parts/refused.ts';
import { ReportDialog, type ReportWords } from '../community-parts/report-dialog.tsx';
import { wish } from '../community-parts/toggle-button.tsx';

interface Relation {
  readonly following: boolean;
  readonly muted: boolean;
  readonly blocking: boolean;
}

export interface PersonActionsProps extends Relation {
  readonly uid: number;
  readonly name: string;
  readonly canInteract: boolean;
  readonly isMember: boolean;
  readonly signIn: string;
}

export type PersonWords = 'follow' | 'followed' | 'more' | 'mute' | 'unmute' | 'block' | 'unblock' | ReportWords;

const standings = createShared<Relation>();

export function PersonActions(props: PersonActionsProps & Spoken<PersonWords>): VNode {
  const { uid, name, canInteract, isMember, signIn, say, locale } = props;
  const { following, muted, blocking } = props;
  const standing = standings(String(uid), { following, muted, blocking });
  const report = useRef<HTMLDialogElement>(null);
  if (!isMember) {
    return (
      <LinkButton variant="main" icon={iconPlus} href={signIn}>
        {say('follow')}
      </LinkButton>
    );
  }
  const params = { uid };
  const act = (change: Partial<Relation>, send: () => Promise<Outcome<unknown>>) =>
    wish(props, standing, { ...standing.value, ...change }, send);
  const turnFollow = (active: boolean) =>
    call('PUT /api/v1/community/users/{uid}/follow', { params, body: { active } });
  const turnMute = (active: boolean) => call('PUT /api/v1/community/users/{uid}/mute', { params, body: { active } });
  const block = async (active: boolean): Promise<void> => {
    const outcome = await call('PUT /api/v1/community/users/{uid}/block', { params, body: { active } });
    if (!outcome.ok) return tellRefusal(props, outcome);
    // What the page shows of the person changes with it.
    location.reload();
  };
  const now = standing.value;
  return (
    <div class="row needs-script">
      {!now.blocking && canInteract && (
        <Button
          type="button"
          variant={now.following ? 'plain' : 'main'}
          icon={now.following ? iconCheck : iconPlus}
          aria-pressed={now.following ? 'true' : 'false'}
          onClick={() => void act({ following: !now.following }, () => turnFollow(!now.following))}
        >
          {say(now.following ? 'followed' : 'follow')}
        </Button>
      )}
      {now.blocking && (
        <Button type="button" onClick={() => void block(false)}>
          {say('unblock', { name })}
        </Button>
      )}
      <Menu summary={<Icon shape={iconEllipsis} label={say('more')} />}>
        <MenuAct
          icon={iconEyeOff}
          text={say(now.muted ? 'unmute' : 'mute', { name })}
          onPress={() => void act({ muted: !now.muted }, () => turnMute(!now.muted))}
        />
        <MenuAct
          icon={iconBan}
          text={say(now.blocking ? 'unblock' : 'block', { name })}
          onPress={() => void block(!now.blocking)}
        />
        <MenuAct icon={iconFlag} text={say('report')} onPress={() => report.current?.showModal()} />
      </Menu>
      <ReportDialog
        say={say}
        signIn={signIn}
        locale={locale}
        id={`report-user-${uid}`}
        target={{ kind: 'user', id: String(uid) }}
        dialogRef={report}
      />
    </div>
  );
}
