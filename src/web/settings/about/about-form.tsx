/** @jsxImportSource preact */
// Banner, favourite entity and links of the own page.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { faultsOf } from '../../forms/faults.ts';
import { PROFILE_ABOUT_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

export type About = AnswerBody<'GET /api/v1/me/about'>['about'];

const LINKS = [1, 2, 3, 4, 5] as const;
type LinkNumber = (typeof LINKS)[number];
type LinkTexts = { readonly [Name in `label${LinkNumber}` | `url${LinkNumber}`]?: string | undefined };

/** What stands in the fields. */
export interface TypedAbout extends LinkTexts {
  readonly banner: string;
  readonly favourite: string;
}

export const ABOUT_FAULTS = faultsOf(PROFILE_ABOUT_MESSAGES, {
  invalid_banner: ['banner', 'invalidBanner'],
  invalid_favourite: ['favourite', 'invalidFavourite'],
  invalid_links: ['label1', 'invalidLinks'],
  version_conflict: 'conflict',
});

const nameOf = (entity: About['banner']): string =>
  entity === null ? '' : `${entity.server}/${entity.resource}/${entity.id}`;

const typedOf = ({ banner, favourite, links }: About): TypedAbout => ({
  banner: nameOf(banner),
  favourite: nameOf(favourite),
  ...Object.fromEntries(
    links.flatMap(({ label, url }, index) => [
      [`label${index + 1}`, label],
      [`url${index + 1}`, url],
    ]),
  ),
});

/** The links that were typed; rows that are empty are left out. */
export const linksOf = (typed: LinkTexts): { readonly label: string; readonly url: string }[] =>
  LINKS.flatMap((number) => {
    const label = (typed[`label${number}`] ?? '').trim();
    const url = (typed[`url${number}`] ?? '').trim();
    return label === '' && url === '' ? [] : [{ label, url }];
  });

export interface AboutFormProps extends PageProps {
  readonly about: About;
  readonly typed?: TypedAbout | undefined;
  readonly fault?: string | undefined;
}

export function AboutForm({ page, about, typed = typedOf(about), fault }: AboutFormProps): VNode {
  const say = page.sayFrom(PROFILE_ABOUT_MESSAGES);
  const hintOf = (entity: About['banner']): string =>
    entity === null ? say('entityHint') : say(entity.gone ? 'chosenGone' : 'chosen', { title: entity.title });
  const status = about.linksStatus === 'pending' ? 'review' : about.linksStatus;
  return (
    <TitledSection titleId="about-title" title={say('title')}>
      <form class="stack" method="post" action={page.path('/settings/profile/about')}>
        <input type="hidden" name="version" value={about.version} />
        {(['banner', 'favourite'] as const).map((part) => (
          <TextField
            key={part}
            id={part}
            label={say(part === 'banner' ? 'banner' : 'favouriteEntry')}
            hint={hintOf(about[part])}
            error={ABOUT_FAULTS.at(page, fault, part)}
            value={typed[part]}
            maxLength={1024}
            spellcheck={false}
            dir="ltr"
          />
        ))}
        <fieldset class="stack settings-group">
          <legend>{say('links')}</legend>
          <p class="meta">{say('linksHint')}</p>
          {status === 'review' && <Notice tone="warning">{say('linksWait')}</Notice>}
          {status === 'rejected' && <Notice tone="warning">{say('linksRejected')}</Notice>}
          {LINKS.map((number) => (
            <div key={number} class="profile-link-fields">
              <TextField
                id={`label${number}`}
                label={say('linkLabel', { number })}
                error={ABOUT_FAULTS.at(page, fault, `label${number}`)}
                value={typed[`label${number}`]}
                maxLength={80}
                dir="auto"
              />
              <TextField
                id={`url${number}`}
                type="url"
                inputMode="url"
                label={say('linkUrl', { number })}
                value={typed[`url${number}`]}
                maxLength={512}
                dir="ltr"
              />
            </div>
          ))}
        </fieldset>
        <div class="row">
          <Button variant="main">{page.sayFrom(SETTINGS_MESSAGES)('save')}</Button>
        </div>
      </form>
    </TitledSection>
  );
}
