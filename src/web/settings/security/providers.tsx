/** @jsxImportSource preact */
// Services with which one signs in: those that are linked, those that can be, and the page that leads to one of them.
import type { VNode } from 'preact';
import { nameProvider, PROVIDER_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip } from '../../ui/chip.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { settingsPage } from '../common/frame.tsx';
import { PASSWORD_METHOD, type SecurityFacts } from './facts.ts';

export interface ProvidersProps extends PageProps {
  readonly facts: SecurityFacts;
}

/** Nothing where no service is configured and none is linked. */
export function Providers({ page, facts: { methods, providers } }: ProvidersProps): VNode | null {
  const say = page.sayFrom(PROVIDER_MESSAGES);
  const linked = methods.filter(({ providerId }) => providerId !== PASSWORD_METHOD);
  const names = [...new Set([...providers, ...linked.map(({ providerId }) => providerId)])];
  if (names.length === 0) return null;
  const action = page.path('/settings/security/providers');
  return (
    <TitledSection titleId="providers-title" title={say('title')} id="providers">
      <p>{say('lead')}</p>
      <ul class="plain-list settings-items">
        {names.map((name) => {
          const way = linked.find(({ providerId }) => providerId === name);
          const provider = nameProvider(page, name);
          const isOnly = way !== undefined && methods.length === 1;
          return (
            <li key={name}>
              <div>
                <strong>{provider}</strong>{' '}
                <Chip tone={way === undefined ? undefined : 'success'}>
                  {say(way === undefined ? 'notLinked' : 'linked')}
                </Chip>
                {isOnly && <p class="meta">{say('only')}</p>}
              </div>
              {!isOnly && (
                <ButtonForm
                  action={action}
                  hidden={{ act: way === undefined ? 'link' : 'unlink', provider: name }}
                  variant={way === undefined ? undefined : 'danger'}
                >
                  {say(way === undefined ? 'link' : 'unlink', { provider })}
                </ButtonForm>
              )}
            </li>
          );
        })}
      </ul>
    </TitledSection>
  );
}

/** The page whose link leads to the service: a form may lead to this site alone. */
export function linkProviderPage(page: PageContext, provider: string, address: string): Page {
  const say = page.sayFrom(PROVIDER_MESSAGES);
  const name = nameProvider(page, provider);
  return settingsPage(page, {
    section: 'security',
    title: say('linkTitle', { provider: name }),
    children: (
      <div class="stack">
        <p>{say('linkLead')}</p>
        <p class="row">
          <LinkButton variant="main" href={address} rel="noreferrer">
            {say('go', { provider: name })}
          </LinkButton>
          <LinkButton href={page.path('/settings/security')}>{say('back')}</LinkButton>
        </p>
      </div>
    ),
  });
}
