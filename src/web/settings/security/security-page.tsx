/** @jsxImportSource preact */
// How one signs in, and where one is signed in. Forms that need more than a press have pages of their own.
import type { ComponentChildren, VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { PROVIDER_MESSAGES, SECURITY_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton, SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { Time } from '../../ui/time.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { settingsPage } from '../common/frame.tsx';
import type { SecurityFacts } from './facts.ts';
import { Providers } from './providers.tsx';

/** What a form may have done, as the address says it. */
const DONE = [
  'passwordChanged',
  'addressMailed',
  'sessionEnded',
  'othersEnded',
  'appOff',
  'passkeyAdded',
  'passkeyRenamed',
  'passkeyRemoved',
] as const;
export type SecurityDone = (typeof DONE)[number] | 'providerLinked' | 'providerRemoved';

interface PartProps extends PageProps {
  readonly facts: SecurityFacts;
}

export function securityPage(page: PageContext, facts: SecurityFacts, done: string | undefined, error?: string): Page {
  const say = page.sayFrom(SECURITY_MESSAGES);
  const act = DONE.find((name) => name === done);
  const sayProvider = page.sayFrom(PROVIDER_MESSAGES);
  const provider =
    done === 'providerLinked' ? sayProvider('done') : done === 'providerRemoved' ? sayProvider('removed') : undefined;
  return settingsPage(page, {
    section: 'security',
    done: provider ?? (act && say(act)),
    faults: error === undefined ? [] : [{ field: 'providers', text: sayProvider('failed') }],
    children: (
      <>
        <Way page={page} title={say('address')} name="address" action={say('change')}>
          <strong dir="ltr">{facts.email}</strong>
        </Way>
        <Way page={page} title={say('password')} name="password" action={say(facts.hasPassword ? 'change' : 'setUp')}>
          {say(facts.hasPassword ? 'hasPassword' : 'noPassword')}
        </Way>
        <Way page={page} title={say('app')} name="app" action={say(facts.hasApp ? 'change' : 'setUp')}>
          <Chip tone={facts.hasApp ? 'success' : 'warning'}>{say(facts.hasApp ? 'on' : 'off')}</Chip>
          <p class="meta">{say('appLead')}</p>
        </Way>
        <Passkeys page={page} facts={facts} />
        <Providers page={page} facts={facts} />
        <Sessions page={page} facts={facts} />
      </>
    ),
  });
}

interface WayProps extends PageProps {
  readonly title: string;
  /** Last part of the address of that page. */
  readonly name: 'address' | 'password' | 'app';
  readonly action: string;
  readonly children: ComponentChildren;
}

/** A way to sign in with a link to the page that changes it. */
const Way = ({ page, title, name, action, children }: WayProps): VNode => (
  <section class="settings-way">
    <div class="stack">
      <h2 id={`way-${name}`}>{title}</h2>
      <div>{children}</div>
    </div>
    {/* Called by what it shows and by what it is about, for those who do not see where it stands. */}
    <LinkButton
      id={`change-${name}`}
      href={page.path(`/settings/security/${name}`)}
      aria-labelledby={`change-${name} way-${name}`}
    >
      {action}
    </LinkButton>
  </section>
);

function Passkeys({ page, facts: { passkeys, takesPasskeys } }: PartProps): VNode {
  const say = page.sayFrom(SECURITY_MESSAGES);
  return (
    <TitledSection titleId="passkeys-title" title={say('passkeys')} id="passkeys">
      <p>{say('passkeysLead')}</p>
      {passkeys.length === 0 ? (
        <p class="meta">{say('noPasskeys')}</p>
      ) : (
        <ul class="plain-list settings-items">
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id}>
              <div>
                <strong dir="auto">{name ?? say('unnamed')}</strong>
                {createdAt != null && <p class="meta">{say('added', { date: page.date(Date.parse(createdAt)) })}</p>}
                <details>
                  <summary>{say('rename')}</summary>
                  <form class="stack" method="post" action={page.path('/settings/security/passkeys')}>
                    <HiddenFields values={{ act: 'rename', passkey: id }} />
                    <TextField
                      id={`name-${id}`}
                      name="name"
                      label={say('passkeyName')}
                      value={name ?? ''}
                      required
                      maxLength={80}
                      autocomplete="off"
                      dir="auto"
                    />
                    <SubmitButton>{page.sayFrom(SETTINGS_MESSAGES)('save')}</SubmitButton>
                  </form>
                </details>
              </div>
              <ButtonForm
                action={page.path('/settings/security/passkeys')}
                hidden={{ act: 'remove', passkey: id }}
                variant="danger"
                aria-label={page.sayFrom(SETTINGS_MESSAGES)('removeOf', { name: name ?? say('unnamed') })}
              >
                {page.sayFrom(SETTINGS_MESSAGES)('remove')}
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      {takesPasskeys ? (
        <>
          <Island
            name="passkey-add"
            when="load"
            props={{
              leadsTo: page.path('/settings/security', { done: 'passkeyAdded' }),
              confirmPage: page.path('/settings/confirm', { then: '/settings/security' }),
            }}
          />
          <noscript>
            <p class="meta">{say('passkeysNeedScript')}</p>
          </noscript>
        </>
      ) : (
        <p class="meta">{say('noPasskeysHere')}</p>
      )}
    </TitledSection>
  );
}

function Sessions({ page, facts: { sessions } }: PartProps): VNode {
  const say = page.sayFrom(SECURITY_MESSAGES);
  return (
    <TitledSection titleId="sessions-title" title={say('sessions')} id="sessions">
      <p>{say('sessionsLead')}</p>
      <ul class="plain-list settings-items">
        {sessions.map(({ id, isOwn, signedInAt, seenAt }) => (
          <li key={id}>
            <div>
              <strong>
                {fillElements(say('signedIn'), {
                  time: <Time at={signedInAt} text={page.ago(signedInAt)} form="ago" />,
                })}
              </strong>
              <p class="meta">{fillElements(say('seen'), { time: <Time at={seenAt} text={page.date(seenAt)} /> })}</p>
            </div>
            {isOwn ? (
              <Chip tone="info">{say('thisDevice')}</Chip>
            ) : (
              <ButtonForm
                action={page.path('/settings/security/sessions')}
                hidden={{ session: id }}
                variant="danger"
                aria-label={say('endSessionOf', { date: page.date(signedInAt) })}
              >
                {say('endSession')}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isOwn }) => !isOwn) && (
        <ButtonForm action={page.path('/settings/security/sessions')} hidden={{ session: 'others' }} variant="danger">
          {say('endOthers')}
        </ButtonForm>
      )}
    </TitledSection>
  );
}
