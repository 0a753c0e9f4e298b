/** @jsxImportSource preact */
// The authenticator app: off, being set up, on; and backup codes, which are shown once.
import type { ComponentChildren, VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { SECOND_FACTOR_MESSAGES } from '../../messages/account.ts';
import { APP_SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { type ButtonVariant, LinkButton, SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { settingsPage } from '../common/frame.tsx';

const PATH = '/settings/security/app';

/** What an app needs, and the codes that replace it. */
export interface AppSetup {
  readonly uri: string;
  readonly codes: readonly string[];
}

export type CodeFault = 'wrong' | { readonly wait: number };

/** The app is on or off. */
export function appPage(page: PageContext, isOn: boolean): Page {
  const say = page.sayFrom(APP_SETTINGS_MESSAGES);
  return framed(
    page,
    isOn ? (
      <>
        <p>{say('onLead')}</p>
        <TitledSection titleId="codes-title" title={say('codes')}>
          <p>{say('renewLead')}</p>
          <Act page={page} act="renew">
            {say('renew')}
          </Act>
        </TitledSection>
        <TitledSection titleId="remove-title" title={say('remove')}>
          <p>{say('removeLead')}</p>
          <Act page={page} act="remove" variant="danger">
            {say('removeAct')}
          </Act>
        </TitledSection>
      </>
    ) : (
      <>
        <p>{say('offLead')}</p>
        <p>{say('endsOthers')}</p>
        <Act page={page} act="begin" variant="main">
          {say('begin')}
        </Act>
      </>
    ),
  );
}

/** The code to scan, and the field for the first code of the app. */
export function appSetupPage(page: PageContext, { uri, codes }: AppSetup, fault?: CodeFault): Page {
  const say = page.sayFrom(APP_SETTINGS_MESSAGES);
  const sayStep = page.sayFrom(SECOND_FACTOR_MESSAGES);
  const error = fault === undefined ? undefined : fault === 'wrong' ? say('wrong') : say('wait', { count: fault.wait });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return framed(
    page,
    <>
      <TitledSection titleId="scan-title" title={say('scan')}>
        <p>{say('scanLead')}</p>
        <QrCode text={uri} label={say('qr')} />
        <p>
          <a href={uri}>{say('openApp')}</a>
        </p>
        <p>{say('byHand')}</p>
        <p>
          <code class="settings-secret">{spaced(secret)}</code>
        </p>
        <Island name="copy-text" props={{ text: secret }} when="load" />
      </TitledSection>
      <TitledSection titleId="first-title" title={say('first')}>
        <form class="stack" method="post" action={page.path(PATH)}>
          <HiddenFields values={{ act: 'code', uri, codes: codes.join(' ') }} />
          <TextField
            id="code"
            label={sayStep('label')}
            hint={say('firstHint')}
            error={error}
            required
            maxLength={16}
            inputMode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
          />
          <SubmitButton variant="main">{say('turnOn')}</SubmitButton>
        </form>
      </TitledSection>
    </>,
    error,
  );
}

/** New backup codes; `isNew`: the app was just turned on. */
export function backupCodesPage(page: PageContext, codes: readonly string[], isNew: boolean): Page {
  const say = page.sayFrom(APP_SETTINGS_MESSAGES);
  return framed(
    page,
    <TitledSection
      titleId="codes-title"
      title={say('codes')}
      class="notice tone-success stack"
      tabIndex={-1}
      data-focus
    >
      <p>{say(isNew ? 'turnedOn' : 'renewed')}</p>
      <p>{say('codesLead')}</p>
      <ul class="plain-list backup-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <Island name="copy-text" props={{ text: codes.join('\n') }} when="load" />
        <LinkButton href={page.path('/settings/security')}>{say('kept')}</LinkButton>
      </div>
    </TitledSection>,
  );
}

const framed = (page: PageContext, children: ComponentChildren, fault?: string): Page =>
  settingsPage(page, {
    section: 'security',
    title: page.sayFrom(APP_SETTINGS_MESSAGES)('title'),
    faults: fault === undefined ? [] : [{ field: 'code', text: fault }],
    children,
  });

interface ActProps extends PageProps {
  readonly act: 'begin' | 'renew' | 'remove';
  readonly variant?: ButtonVariant;
  readonly children: string;
}

const Act = ({ page, act, variant, children }: ActProps): VNode => (
  <ButtonForm action={page.path(PATH)} hidden={{ act }} variant={variant}>
    {children}
  </ButtonForm>
);

/** In groups of four, as people type it. */
const spaced = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
