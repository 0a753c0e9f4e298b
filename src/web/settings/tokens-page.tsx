/** @jsxImportSource preact */
// API tokens: those that there are, the form of a new one, and its secret, which is shown once.
import type { VNode } from 'preact';
import { haveStaffScope, STAFF_SCOPES } from '../../http/gates/guard.ts';
import type { AnswerBody } from '../client/endpoints.ts';
import { doneOf, faultsOf } from '../forms/faults.ts';
import { Island } from '../islands/island.tsx';
import { TOKEN_SETTINGS_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { SubmitButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CheckField, SelectField, TextField } from '../ui/field.tsx';
import { iconKeyRound } from '../ui/icons.ts';
import { commaIn } from '../ui/text/punctuation.ts';
import { TitledSection } from '../ui/titled-section.tsx';
import { settingsPage } from './common/frame.tsx';
import { hasMailAlone, PasskeyProof, type Proof, ProofFields, proofField } from './security/proof-fields.tsx';

export type Token = AnswerBody<'GET /api/v1/account/tokens'>['tokens'][number];
export const SCOPES = [
  'read',
  'community',
  'upload',
  'profile',
  ...STAFF_SCOPES,
] as const satisfies readonly Token['scopes'][number][];
/** Days after which a token ends. */
const EXPIRIES = [30, 90, 365] as const;

interface TypedToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly servers: string;
  readonly expiry: string;
}

export const TOKEN_FAULTS = faultsOf(TOKEN_SETTINGS_MESSAGES, {
  invalid_token_name: ['name', 'invalidName'],
  invalid_scopes: ['scope-read', 'invalidScopes'],
  invalid_token_servers: ['servers', 'invalidServers'],
  forbidden: ['scope-publish', 'staffRequired'],
  second_factor_required: ['scope-publish', 'factorRequired'],
  invalid_expiry: ['expiry', 'invalidExpiry'],
  api_token_limit: 'limit',
  confirmation_failed: 'wrongProof',
});
const sayDone = doneOf(TOKEN_SETTINGS_MESSAGES, { revoked: 'revoked' });

export interface TokensData {
  readonly tokens: readonly Token[];
  /** Whether the reader may give a token rights of administrators. */
  readonly isAdministrator: boolean;
  readonly typed?: TypedToken;
  readonly fault?: string;
  /** The session must be confirmed, with what the reader has. */
  readonly proof?: Proof | undefined;
  /** What was just made. */
  readonly made?: { readonly name: string; readonly secret: string };
  readonly done?: string | undefined;
}

export function tokensPage(page: PageContext, data: TokensData): Page {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const { tokens, fault, proof, made, done } = data;
  const faults = TOKEN_FAULTS.list(page, fault);
  // Which field proves who the reader is depends on what their account has.
  const ofProof = fault === 'confirmation_failed' ? proof : undefined;
  return settingsPage(page, {
    section: 'tokens',
    done: sayDone(page, done),
    faults: ofProof === undefined ? faults : faults.map(({ text }) => ({ field: proofField(ofProof), text })),
    children: (
      <>
        {made !== undefined && <Secret page={page} {...made} />}
        <p>{say('lead')}</p>
        <TitledSection titleId="list-title" title={say('list')}>
          {tokens.length === 0 ? (
            <EmptyState icon={iconKeyRound} text={say('none')} />
          ) : (
            <ul class="plain-list settings-items">
              {tokens.map((token) => (
                <TokenItem key={token.id} item={{ page, token }} />
              ))}
            </ul>
          )}
        </TitledSection>
        <TokenForm page={page} data={data} />
      </>
    ),
  });
}

function Secret({ page, name, secret }: PageProps & { readonly name: string; readonly secret: string }): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  return (
    <TitledSection
      titleId="secret-title"
      title={say('secret', { name })}
      class="notice tone-success stack"
      tabIndex={-1}
      data-focus
    >
      <p>{say('secretLead')}</p>
      <p>
        <code>{secret}</code>
      </p>
      <Island name="copy-text" props={{ text: secret }} when="load" />
    </TitledSection>
  );
}

function TokenItem({
  item: { page, token },
}: {
  readonly item: { readonly page: PageContext; readonly token: Token };
}): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const { id, name, scopes, servers, createdAt, lastUsedAt, expiresAt } = token;
  const dateOf = (at: number): string => page.date(at);
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <div class="row">
          {scopes.map((scope) => (
            <Chip key={scope}>{say(scope)}</Chip>
          ))}
        </div>
        {servers.length > 0 && <p class="meta">{say('serversOf', { servers: servers.join(commaIn(page.locale)) })}</p>}
        <p class="meta">
          {[
            say('made', { date: dateOf(createdAt) }),
            lastUsedAt === null ? say('unused') : say('used', { date: dateOf(lastUsedAt) }),
            ...(expiresAt === null ? [] : [say('ends', { date: dateOf(expiresAt) })]),
          ].join(' · ')}
        </p>
      </div>
      <ButtonForm
        action={page.path(`/settings/tokens/${id}/revocation`)}
        variant="danger"
        aria-label={say('revokeOf', { name })}
      >
        {say('revoke')}
      </ButtonForm>
    </li>
  );
}

function TokenForm({ page, data }: PageProps & { readonly data: TokensData }): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const { typed, fault, proof, isAdministrator } = data;
  const scopes = SCOPES.filter((scope) => isAdministrator || !haveStaffScope([scope]));
  const errorOf = (field: string): string | undefined => TOKEN_FAULTS.at(page, fault, field);
  return (
    <TitledSection titleId="create-title" title={say('create')}>
      <form class="stack" method="post" action={page.path('/settings/tokens')}>
        <TextField
          id="name"
          label={say('name')}
          hint={say('nameHint')}
          error={errorOf('name')}
          value={typed?.name}
          required
          maxLength={160}
          autocomplete="off"
          dir="auto"
        />
        <fieldset class="settings-choices">
          <legend>{say('scopes')}</legend>
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              id={`scope-${scope}`}
              name={scope}
              label={say(scope)}
              value="on"
              checked={typed?.scopes.includes(scope) ?? false}
              error={errorOf(`scope-${scope}`)}
            />
          ))}
        </fieldset>
        {isAdministrator && (
          <TextField
            id="servers"
            label={say('servers')}
            hint={say('serversHint')}
            error={errorOf('servers')}
            value={typed?.servers}
            maxLength={1700}
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
          />
        )}
        <SelectField
          id="expiry"
          label={say('expiry')}
          error={errorOf('expiry')}
          value={typed?.expiry ?? '90'}
          choices={[
            ...EXPIRIES.map((days) => ({ value: String(days), label: say('days', { count: days }) })),
            { value: '', label: say('never') },
          ]}
        />
        {proof !== undefined && <TokenProof page={page} proof={proof} isAsked={typed !== undefined} />}
        <SubmitButton variant="main">{say('createAct')}</SubmitButton>
      </form>
    </TitledSection>
  );
}

interface TokenProofProps extends PageProps {
  readonly proof: Proof;
  /** The form was sent without it. */
  readonly isAsked: boolean;
}

/** What the reader proves who they are with, before the form is sent. */
function TokenProof({ page, proof, isAsked }: TokenProofProps): VNode {
  const say = page.sayFrom(TOKEN_SETTINGS_MESSAGES);
  const { facts, isMailed, isWrong } = proof;
  const lead = isMailed ? 'confirmMailed' : hasMailAlone(facts) ? 'confirmByMail' : 'confirmLead';
  return (
    <div class="notice tone-warning stack" tabIndex={-1} data-focus={isAsked && !isWrong ? true : undefined}>
      <h3>{say('confirm')}</h3>
      <p>{say(lead)}</p>
      <ProofFields page={page} proof={proof} />
      {facts.passkeys.length > 0 && <PasskeyProof page={page} leadsTo="/settings/tokens" />}
    </div>
  );
}
