/** @jsxImportSource preact */
// The own profile: name, handle, text, and the picture.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { doneOf, faultsOf } from '../forms/faults.ts';
import { Island } from '../islands/island.tsx';
import { AVATAR_UPLOAD_MESSAGES, PROFILE_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../messages/settings.ts';
import { joinMessages } from '../messages/tables.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, type PageProps, pictureAddress } from '../shell/page-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { ABOUT_FAULTS, type About, AboutForm, type TypedAbout } from './about/about-form.tsx';
import { settingsPage } from './common/frame.tsx';

export type Profile = AnswerBody<'GET /api/v1/account/profile'>['profile'];

export interface TypedProfile {
  readonly displayName: string;
  readonly handle: string;
  readonly bio: string;
}

export interface ProfileData {
  readonly profile: Profile;
  readonly about: About;
  readonly typed?: TypedProfile;
  readonly typedAbout?: TypedAbout;
  /** Code of the refused form of banner, favourite and links. */
  readonly aboutFault?: string;
  readonly fault?: string;
  readonly done?: string | undefined;
  /** A picture that was sent by the form does not fit. */
  readonly isPictureUnfit?: boolean;
}

export const PROFILE_FAULTS = faultsOf(PROFILE_SETTINGS_MESSAGES, {
  invalid_display_name: ['displayName', 'invalidName'],
  invalid_handle: ['handle', 'invalidHandle'],
  handle_unavailable: ['handle', 'handleTaken'],
  invalid_bio: ['bio', 'invalidBio'],
  unsafe_bio: ['bio', 'unsafeBio'],
  profile_conflict: undefined,
});
const sayDone = doneOf(joinMessages(SETTINGS_MESSAGES, PROFILE_SETTINGS_MESSAGES, AVATAR_UPLOAD_MESSAGES), {
  saved: 'saved',
  'picture-removed': 'pictureRemoved',
  'picture-sent': 'sent',
});

/** The profile as its fields show it. */
export const typedOf = ({ displayName, handle, bio }: Profile): TypedProfile => ({
  displayName,
  handle: handle ?? '',
  bio: bio ?? '',
});

/** The form of the profile. */
export function profilePage(page: PageContext, data: ProfileData): Page {
  const sayFrame = page.sayFrom(SETTINGS_MESSAGES);
  const say = page.sayFrom(PROFILE_SETTINGS_MESSAGES);
  const { profile, about, typed = typedOf(profile), fault, typedAbout, aboutFault, done } = data;
  const errorOf = (field: string): string | undefined => PROFILE_FAULTS.at(page, fault, field);
  return settingsPage(page, {
    section: 'profile',
    done: sayDone(page, done),
    faults: [...PROFILE_FAULTS.list(page, fault), ...ABOUT_FAULTS.list(page, aboutFault)],
    children: (
      <>
        {fault === 'profile_conflict' && <Conflict page={page} profile={profile} />}
        <NameVerdict page={page} profile={profile} />
        <form class="stack" method="post" action={page.path('/settings/profile')}>
          <input type="hidden" name="version" value={profile.version} />
          <TextField
            id="displayName"
            label={say('name')}
            hint={say('nameHint')}
            error={errorOf('displayName')}
            value={typed.displayName}
            required
            maxLength={160}
            autocomplete="nickname"
            dir="auto"
          />
          <TextField
            id="handle"
            label={say('handle')}
            hint={say('handleHint')}
            error={errorOf('handle')}
            value={typed.handle}
            maxLength={32}
            autocomplete="username"
            spellcheck={false}
            dir="ltr"
          />
          <TextArea
            id="bio"
            label={say('bio')}
            hint={say('bioHint')}
            error={errorOf('bio')}
            value={typed.bio}
            rows={5}
            dir="auto"
          />
          <div class="row">
            <Button variant="main">{sayFrame('save')}</Button>
            {page.hasPage('/@{handle}') && (
              <a href={page.path(`/@${profile.handle ?? profile.publicUid}`)}>{say('see')}</a>
            )}
          </div>
        </form>
        <PictureForm page={page} profile={profile} isUnfit={data.isPictureUnfit === true} />
        <AboutForm page={page} about={about} typed={typedAbout} fault={aboutFault} />
      </>
    ),
  });
}

interface PartProps extends PageProps {
  readonly profile: Profile;
}

/** What changed elsewhere while the reader typed. */
function Conflict({ page, profile }: PartProps): VNode {
  const say = page.sayFrom(PROFILE_SETTINGS_MESSAGES);
  const stored = typedOf(profile);
  const rows = [
    ['name', stored.displayName],
    ['handle', stored.handle],
    ['bio', stored.bio],
  ] as const;
  return (
    <div class="notice tone-warning stack" role="alert" tabIndex={-1} data-focus>
      <p>{say('conflict')}</p>
      <p>
        <strong>{say('storedNow')}</strong>
      </p>
      <dl class="settings-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{say(name)}</dt>
            <dd dir="auto">{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A name that is not public. */
function NameVerdict({ page, profile }: PartProps): VNode | null {
  const say = page.sayFrom(PROFILE_SETTINGS_MESSAGES);
  const { candidateDisplayName: name, displayName: old, displayNameStatus: status } = profile;
  if (name === null) return null;
  const text = say(status === 'rejected' ? 'nameRejected' : 'nameWaits', { name, old });
  return <Notice tone="warning">{text}</Notice>;
}

function PictureForm({ page, profile, isUnfit }: PartProps & { readonly isUnfit: boolean }): VNode {
  const say = page.sayFrom(PROFILE_SETTINGS_MESSAGES);
  const sayUpload = page.sayFrom(AVATAR_UPLOAD_MESSAGES);
  const { avatarUrl, avatarSeed } = profile;
  return (
    <TitledSection titleId="picture-title" title={say('picture')}>
      {isUnfit && <Notice tone="danger">{sayUpload('unfit')}</Notice>}
      <div class="row">
        <Avatar url={pictureAddress(page, avatarUrl)} seed={avatarSeed} size={96} />
        <div class="stack">
          <Island name="avatar-upload" props={{ signIn: page.path('/sign-in', { then: page.own }) }} when="load" />
          <noscript>
            <form
              class="stack"
              method="post"
              enctype="multipart/form-data"
              action={page.path('/settings/profile/picture/file')}
            >
              <label class="field">
                <span class="field-label">{sayUpload('choose')}</span>
                <input type="file" name="picture" accept="image/jpeg,image/png,image/webp" required />
              </label>
              <Button>{page.sayFrom(SETTINGS_MESSAGES)('save')}</Button>
            </form>
          </noscript>
          {avatarUrl !== null && (
            <ButtonForm action={page.path('/settings/profile/picture')} variant="danger">
              {say('removePicture')}
            </ButtonForm>
          )}
        </div>
      </div>
      <p class="meta">{say('pictureHint')}</p>
    </TitledSection>
  );
}
