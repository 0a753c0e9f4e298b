/** @jsxImportSource preact */
// Whom one blocks and mutes. What was lifted can be taken back.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { PERSON_ACTIONS_MESSAGES } from '../messages/community.ts';
import { PEOPLE_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { ButtonForm } from '../ui/button-form.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconBan, iconEyeOff } from '../ui/icons.ts';
import { Notice } from '../ui/notice.tsx';
import { OlderLink } from '../ui/pager.tsx';
import { AuthorLine } from '../ui/posts/author-line.tsx';
import { settingsPage } from './common/frame.tsx';

type PeopleList = AnswerBody<'GET /api/v1/community/me/blocks'>;

const RELATIONS = ['block', 'mute'] as const;
type Relation = (typeof RELATIONS)[number];

/** What a form just did, as the address names it. */
export const PEOPLE_ACTS = ['unblocked', 'unmuted', 'blocked', 'muted'] as const;
type PeopleAct = (typeof PEOPLE_ACTS)[number];

export interface PeopleData {
  readonly blocks: PeopleList;
  readonly mutes: PeopleList;
  readonly done?: { readonly act: PeopleAct; readonly uid: number; readonly name: string } | undefined;
}

export function peopleSettingsPage(page: PageContext, { blocks, mutes, done }: PeopleData): Page {
  return settingsPage(page, {
    section: 'people',
    children: (
      <>
        {done !== undefined && <Done page={page} done={done} />}
        <People page={page} relation="block" list={blocks} />
        <People page={page} relation="mute" list={mutes} />
      </>
    ),
  });
}

interface TurnProps extends PageProps {
  readonly relation: Relation;
  readonly uid: number;
  readonly active: boolean;
  readonly label: string;
  /** Says whom it is about, where the label alone does not. */
  readonly fullLabel?: string;
}

function Turn({ page, relation, uid, active, label, fullLabel }: TurnProps): VNode {
  return (
    <ButtonForm
      action={page.path('/settings/people')}
      hidden={{ uid, relation, active: String(active) }}
      aria-label={fullLabel}
    >
      {label}
    </ButtonForm>
  );
}

function Done({ page, done }: PageProps & { readonly done: NonNullable<PeopleData['done']> }): VNode {
  const { act, uid, name } = done;
  const isLifted = act.startsWith('un');
  return (
    <Notice tone="success">
      <div class="row">
        <span>{page.sayFrom(PEOPLE_SETTINGS_MESSAGES)(act, { name })}</span>
        {isLifted && (
          <Turn
            page={page}
            uid={uid}
            relation={act === 'unblocked' ? 'block' : 'mute'}
            active={true}
            label={page.sayFrom(SETTINGS_MESSAGES)('undo')}
          />
        )}
      </div>
    </Notice>
  );
}

interface PeopleProps extends PageProps {
  readonly relation: Relation;
  readonly list: PeopleList;
}

function People({ page, relation, list: { people, nextCursor } }: PeopleProps): VNode {
  const say = page.sayFrom(PEOPLE_SETTINGS_MESSAGES);
  const isBlock = relation === 'block';
  const cursorName = isBlock ? 'blocks' : 'mutes';
  return (
    <section class="stack" aria-labelledby={`${relation}-title`}>
      <h2 id={`${relation}-title`}>{say(cursorName)}</h2>
      <p class="meta">{say(isBlock ? 'blocksLead' : 'mutesLead')}</p>
      {people.length === 0 ? (
        <EmptyState icon={isBlock ? iconBan : iconEyeOff} text={say(isBlock ? 'noBlocks' : 'noMutes')} />
      ) : (
        <ul class="plain-list settings-items">
          {people.map(({ uid, displayName: name, handle, avatarUrl, avatarSeed }) => (
            <li key={uid}>
              <AuthorLine
                name={name}
                handle={handle}
                avatarSeed={avatarSeed}
                avatarUrl={pictureAddress(page, avatarUrl)}
                href={page.path(`/@${handle ?? uid}`)}
              />
              <Turn
                page={page}
                relation={relation}
                uid={uid}
                active={false}
                label={say(isBlock ? 'unblock' : 'unmute')}
                fullLabel={page.sayFrom(PERSON_ACTIONS_MESSAGES)(isBlock ? 'unblock' : 'unmute', { name })}
              />
            </li>
          ))}
        </ul>
      )}
      <OlderLink href={nextCursor === null ? undefined : page.path('/settings/people', { [cursorName]: nextCursor })}>
        {page.sayFrom(SETTINGS_MESSAGES)('older')}
      </OlderLink>
    </section>
  );
}
