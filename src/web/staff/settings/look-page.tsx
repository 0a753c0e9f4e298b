/** @jsxImportSource preact */
// How the instance looks: accent, sentence and picture of the home page, icon, menu. The page itself is the preview of an accent.
import type { VNode } from 'preact';
import { HERO_CHARACTERS_MAX, HOME_PARTS, MENU_PLACES } from '../../../features/instance/common/settings.ts';
import { colourDigits } from '../../../kernel/colours.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { LANGUAGE_NAMES, SHELL_MESSAGES } from '../../messages/shell.ts';
import { ADMIN_LOOK_MESSAGES, ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LOOK } from './contract.ts';
import { Meanwhile, Reset, settingsPage } from './frame.tsx';
import type { Fields, Merged } from './merge.ts';
import type { Settings, SettingsView } from './view.ts';

export interface LookData {
  readonly view: SettingsView;
  readonly done?: string | undefined;
  /** A colour to show in place of the stored accent. */
  readonly accent?: string | undefined;
  readonly merged?: Merged;
  readonly fault?: string;
}

type PictureName = 'favicon' | 'hero';

export const LOOK_FAULTS = faultsOf(ADMIN_LOOK_MESSAGES, {
  invalid_accent: ['accent', 'invalidAccent'],
  invalid_hero_text: ['hero-en', 'invalidHeroText', { count: HERO_CHARACTERS_MAX }],
  favicon: ['favicon', 'unfitPicture'],
  hero: ['hero', 'unfitPicture'],
});

const sayDone = doneOf(ADMIN_LOOK_MESSAGES, { uploaded: 'done_uploaded', removed: 'done_removed' });

/** The look as the fields of the form. */
export const lookFieldsOf = ({ accent, heroText, menu, home }: Settings): Fields =>
  Object.fromEntries([
    ['accent', accent ?? ''],
    ...LOCALES.map((locale) => [`hero-${locale}`, heroText[locale] ?? '']),
    ...MENU_PLACES.map((_, index) => [`menu-${index + 1}`, menu[index] ?? '']),
    ...HOME_PARTS.map((_, index) => [`home-${index + 1}`, home[index] ?? '']),
  ]);

/** Names at the positions of a form; the same name twice counts once. */
const listAt = <N extends string>(fields: Fields, kind: string, names: readonly N[]): N[] => {
  const chosen = names.map((_, index) => fields[`${kind}-${index + 1}`]);
  return [...new Set(chosen)].flatMap((value) => names.find((name) => name === value) ?? []);
};

/** What the interface is sent for the fields that changed. */
export function lookChange({ changes, shown }: Merged, { heroText }: Settings) {
  const isChanged = (kind: string): boolean => changes.some((name) => name.startsWith(kind));
  const accent = shown.accent ?? '';
  const digits = colourDigits(accent.startsWith('#') ? accent : `#${accent}`);
  const texts = LOCALES.flatMap((locale) => {
    const text = isChanged(`hero-${locale}`) ? shown[`hero-${locale}`] : heroText[locale];
    return text === undefined || text === '' ? [] : [[locale, text] as const];
  });
  return {
    ...(isChanged('accent') && { accent: accent === '' ? null : digits === undefined ? accent : `#${digits}` }),
    ...(isChanged('hero-') && { heroText: Object.fromEntries(texts) }),
    ...(isChanged('menu-') && { menu: listAt(shown, 'menu', MENU_PLACES) }),
    ...(isChanged('home-') && { home: listAt(shown, 'home', HOME_PARTS) }),
  };
}

const LOOK_SETTINGS = ['accent', 'heroText', 'menu', 'home'] as const;

/** The page. */
export function lookPage(page: PageContext, { view, done, accent, merged, fault }: LookData): Page {
  const say = page.sayFrom(ADMIN_LOOK_MESSAGES);
  const sayFrame = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const stored = lookFieldsOf(view.settings);
  const digits = accent === undefined ? undefined : colourDigits(accent.startsWith('#') ? accent : `#${accent}`);
  const preview = digits === undefined ? undefined : `#${digits}`;
  const shown = merged?.shown ?? (accent === undefined ? stored : { ...stored, accent: preview ?? accent });
  const unfit = accent !== undefined && accent !== '' && preview === undefined ? 'invalid_accent' : fault;
  return {
    ...settingsPage(page, {
      tab: 'look',
      done: sayDone(page, done) ?? done,
      faults: LOOK_FAULTS.list(page, unfit),
      children: (
        <>
          {merged !== undefined && merged.conflicts.length > 0 && (
            <Meanwhile page={page}>
              <ul>
                {merged.conflicts.map((name) => (
                  <li key={name} dir="auto">
                    {stored[name] === '' ? '–' : stored[name]}
                  </li>
                ))}
              </ul>
            </Meanwhile>
          )}
          <p>{say('lead_look')}</p>
          {preview !== undefined && <Notice>{say('previewShown')}</Notice>}
          <LookForm page={page} shown={shown} stored={stored} fault={unfit} />
          <PictureForm page={page} name="favicon" address={view.settings.faviconUrl} fault={unfit} />
          <PictureForm page={page} name="hero" address={view.settings.heroUrl} fault={unfit} />
          <Reset
            page={page}
            title={sayFrame('defaultTitle')}
            lead={sayFrame('defaultLead')}
            act={sayFrame('defaultAct')}
            names={LOOK_SETTINGS.flatMap((name) => (view.stored.includes(name) ? [{ name, label: say(name) }] : []))}
          />
        </>
      ),
    }),
    accent: preview,
  };
}

interface FormProps extends PageProps {
  readonly shown: Fields;
  readonly stored: Fields;
  readonly fault: string | undefined;
}

function LookForm({ page, shown, stored, fault }: FormProps): VNode {
  const say = page.sayFrom(ADMIN_LOOK_MESSAGES);
  const places = {
    catalog: say('catalog'),
    community: say('community'),
    play: page.sayFrom(SHELL_MESSAGES)('play'),
  };
  const parts = {
    now: say('part_now'),
    new: say('part_new'),
    posts: say('part_posts'),
    people: say('part_people'),
  };
  return (
    <form class="stack settings-form" method="post" action={page.path('/admin/settings/look')}>
      {LOOK.map((name) => (
        <input key={name} type="hidden" name={`was-${name}`} value={stored[name]} />
      ))}
      <TextField
        id="accent"
        label={say('accent')}
        hint={say('accentHint')}
        value={shown.accent}
        error={LOOK_FAULTS.at(page, fault, 'accent')}
        maxLength={7}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <div class="row">
        <Button type="submit" formmethod="get" formaction={page.path('/admin/settings/look')}>
          {say('preview')}
        </Button>
        <span class="button button-main">{say('sampleButton')}</span>
        <a href={page.path('/')}>{say('sampleLink')}</a>
      </div>
      <fieldset class="settings-group stack">
        <legend>{say('heroText')}</legend>
        <p class="field-hint">{say('heroTextHint', { count: HERO_CHARACTERS_MAX })}</p>
        {LOCALES.map((locale) => (
          <TextField
            key={locale}
            id={`hero-${locale}`}
            label={LANGUAGE_NAMES[locale]}
            value={shown[`hero-${locale}`]}
            error={LOOK_FAULTS.at(page, fault, `hero-${locale}`)}
            lang={locale}
            maxLength={HERO_CHARACTERS_MAX}
            autocomplete="off"
            dir="auto"
          />
        ))}
      </fieldset>
      <Positions page={page} kind="menu" label={say('menu')} names={places} shown={shown} />
      <Positions page={page} kind="home" label={say('home')} names={parts} shown={shown} />
      <SubmitButton variant="main">{say('save')}</SubmitButton>
    </form>
  );
}

interface PositionsProps extends PageProps {
  readonly kind: 'menu' | 'home';
  readonly label: string;
  /** Name → word, in the default order. */
  readonly names: Readonly<Record<string, string>>;
  readonly shown: Fields;
}

/** What stands first, second and so on; a position may be empty. */
function Positions({ page, kind, label, names, shown }: PositionsProps): VNode {
  const say = page.sayFrom(ADMIN_LOOK_MESSAGES);
  const choices = [['', '–'] as const, ...Object.entries(names)].map(([value, text]) => ({ value, label: text }));
  return (
    <fieldset class="settings-group settings-positions">
      <legend>{label}</legend>
      {Object.keys(names).map((_, index) => {
        const id = `${kind}-${index + 1}`;
        return (
          <SelectField
            key={id}
            id={id}
            label={say('position', { count: index + 1 })}
            value={shown[id]}
            choices={choices}
          />
        );
      })}
    </fieldset>
  );
}

interface PictureProps extends PageProps {
  readonly name: PictureName;
  readonly address: string | null;
  readonly fault: string | undefined;
}

function PictureForm({ page, name, address, fault }: PictureProps): VNode {
  const say = page.sayFrom(ADMIN_LOOK_MESSAGES);
  const action = `/admin/settings/look/${name}`;
  return (
    <section class="stack" aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{say(name)}</h2>
      {address === null ? (
        <p class="meta">{say('noPicture')}</p>
      ) : (
        <img class={`settings-${name}`} src={`${page.basePath}${address}`} alt={say('pictureNow')} />
      )}
      <form class="stack settings-form" method="post" enctype="multipart/form-data" action={page.path(action)}>
        <TextField
          id={name}
          name="picture"
          type="file"
          label={say(name)}
          hint={say(name === 'favicon' ? 'faviconSize' : 'heroSize')}
          error={LOOK_FAULTS.at(page, fault, name)}
          accept="image/jpeg,image/png,image/webp"
          required
        />
        <SubmitButton>{say('send')}</SubmitButton>
      </form>
      {address !== null && (
        <ButtonForm action={page.path(`${action}/removal`)} variant="danger">
          {say('remove')}
        </ButtonForm>
      )}
    </section>
  );
}
