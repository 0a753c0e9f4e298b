/** @jsxImportSource preact */
// The first page of the settings: what the instance is called, whom to write to, who may register, its logo, and mail.
import type { VNode } from 'preact';
import { LOCALES } from '../../../kernel/names.ts';
import { REGISTRATION_MODES } from '../../../platform/config/instance.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { GENERAL, type GeneralName } from './contract.ts';
import { Meanwhile, Reset, settingsPage } from './frame.tsx';
import type { Fields, Merged } from './merge.ts';
import type { Settings, SettingsView } from './view.ts';

/** What this page can reset. */
const RESETTABLE = [...GENERAL, 'logoUrl'] as const;

export interface GeneralData {
  readonly view: SettingsView;
  readonly done?: string | undefined;
  /** What a form sent that was not stored. */
  readonly merged?: Merged;
  readonly fault?: string;
}

export const GENERAL_FAULTS = faultsOf(ADMIN_SETTINGS_MESSAGES, {
  invalid_instance_name: ['name', 'invalidName'],
  invalid_instance_description: ['description', 'invalidDescription'],
  invalid_instance_contact: ['contact', 'invalidContact'],
  invalid_body: ['locale', 'invalidChoice'],
  // A logo that does not fit, and a test mail that was not accepted.
  logo: ['logo', 'unfitLogo'],
  mail: ['mail', 'mailFailed'],
});

/** The settings as the fields of the form. */
export const generalFields = ({ name, description, locale, contact, registration }: Settings): Fields => ({
  name,
  locale,
  registration,
  description: description ?? '',
  contact: contact ?? '',
});

const sayDone = doneOf(ADMIN_SETTINGS_MESSAGES, {
  logo: 'done_logo',
  'logo-removed': 'done_logo-removed',
  mailed: 'done_mailed',
  written: 'done_written',
});

/** The page. */
export function generalPage(page: PageContext, { view, done, merged, fault }: GeneralData): Page {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const stored = generalFields(view.settings);
  return settingsPage(page, {
    tab: 'general',
    done: sayDone(page, done) ?? done,
    faults: GENERAL_FAULTS.list(page, fault),
    children: (
      <>
        {merged !== undefined && merged.conflicts.length > 0 && (
          <Conflict page={page} stored={stored} names={merged.conflicts} />
        )}
        <HiddenVariables page={page} view={view} />
        <GeneralForm page={page} shown={merged?.shown ?? stored} stored={stored} fault={fault} />
        <Logo page={page} logoUrl={view.settings.logoUrl} fault={fault} />
        <Mail page={page} view={view} />
        <Reset
          page={page}
          title={say('resetTitle')}
          lead={say('resetLead')}
          act={say('resetAct')}
          names={RESETTABLE.flatMap((name) => (view.stored.includes(name) ? [{ name, label: say(name) }] : []))}
        />
      </>
    ),
  });
}

/** Which variables have no effect, so that nobody changes them in vain. */
function HiddenVariables({ page, view }: PageProps & { readonly view: SettingsView }): VNode | null {
  const names = view.environment.flatMap(({ name, hiddenBy }) =>
    RESETTABLE.some((setting) => hiddenBy.includes(setting)) ? [name] : [],
  );
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(page.locale).format(names);
  return <Notice tone="warning">{page.sayFrom(ADMIN_SETTINGS_MESSAGES)('hiddenLead', { names: list })}</Notice>;
}

interface ConflictProps extends PageProps {
  readonly stored: Fields;
  readonly names: readonly string[];
}

/** What somebody else stored in the fields that were typed into. */
function Conflict({ page, stored, names }: ConflictProps): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  return (
    <Meanwhile page={page}>
      <dl class="staff-facts">
        {GENERAL.filter((name) => names.includes(name)).map((name) => (
          <div key={name}>
            <dt>{say(name)}</dt>
            <dd dir="auto">{wordOf(page, name, stored[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </Meanwhile>
  );
}

/** A value as the form says it. */
function wordOf(page: PageContext, name: GeneralName, value: string): string {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const locale = LOCALES.find((each) => each === value);
  if (name === 'locale' && locale !== undefined) return LANGUAGE_NAMES[locale];
  const mode = REGISTRATION_MODES.find((each) => each === value);
  if (name === 'registration' && mode !== undefined) return say(mode);
  return value === '' ? '–' : value;
}

interface FormProps extends PageProps {
  readonly shown: Fields;
  readonly stored: Fields;
  readonly fault: string | undefined;
}

function GeneralForm({ page, shown, stored, fault }: FormProps): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const field = (name: GeneralName) => ({
    id: name,
    label: say(name),
    value: shown[name],
    error: GENERAL_FAULTS.at(page, fault, name),
  });
  return (
    <form class="stack settings-form" method="post" action={page.path('/admin/settings')}>
      {GENERAL.map((name) => (
        <input key={name} type="hidden" name={`was-${name}`} value={stored[name]} />
      ))}
      <TextField {...field('name')} hint={say('nameHint')} autocomplete="off" maxLength={60} required dir="auto" />
      <TextField
        {...field('description')}
        hint={say('descriptionHint')}
        autocomplete="off"
        maxLength={300}
        dir="auto"
      />
      <SelectField
        {...field('locale')}
        hint={say('localeHint')}
        choices={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale], lang: locale }))}
      />
      <TextField {...field('contact')} hint={say('contactHint')} autocomplete="off" maxLength={200} dir="auto" />
      <SelectField
        {...field('registration')}
        hint={say('registrationHint')}
        choices={REGISTRATION_MODES.map((mode) => ({ value: mode, label: say(mode) }))}
      />
      <SubmitButton variant="main">{say('save')}</SubmitButton>
    </form>
  );
}

interface LogoProps extends PageProps {
  readonly logoUrl: string | null;
  readonly fault: string | undefined;
}

/** A picture of another site is not shown: the policy of the pages loads none. */
function Logo({ page, logoUrl, fault }: LogoProps): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const isOwn = logoUrl?.startsWith('/') ?? false;
  return (
    <TitledSection titleId="logo-title" title={say('logoUrl')}>
      <div class="settings-logo">
        {isOwn ? <img src={`${page.basePath}${logoUrl}`} width={64} height={64} alt={say('logoNow')} /> : <Mark />}
        <p class="meta">{say(logoUrl === null ? 'noLogo' : isOwn ? 'logoHint' : 'foreignLogo')}</p>
      </div>
      <form
        class="stack settings-form"
        method="post"
        enctype="multipart/form-data"
        action={page.path('/admin/settings/logo')}
      >
        <TextField
          id="logo"
          type="file"
          label={say('logoChoose')}
          hint={say('logoSize')}
          error={GENERAL_FAULTS.at(page, fault, 'logo')}
          accept="image/jpeg,image/png,image/webp"
          required
        />
        <SubmitButton>{say('logoSend')}</SubmitButton>
      </form>
      {logoUrl !== null && (
        <ButtonForm action={page.path('/admin/settings/logo/removal')} variant="danger">
          {say('logoRemove')}
        </ButtonForm>
      )}
    </TitledSection>
  );
}

function Mail({ page, view }: PageProps & { readonly view: SettingsView }): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const hasServer = view.environment.some(({ name, isSet }) => name === 'SMTP_URL' && isSet);
  return (
    <section class="stack" aria-labelledby="mail">
      <h2 id="mail" tabIndex={-1}>
        {say('mail')}
      </h2>
      <p>{say(hasServer ? 'mailServer' : 'mailFiles')}</p>
      <ButtonForm action={page.path('/admin/settings/mail-test')}>{say('mailTest')}</ButtonForm>
    </section>
  );
}
