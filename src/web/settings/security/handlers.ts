// Handlers of sign-in and security. What the service does only for somebody who confirmed lately leads to the confirmation,
// which leads back to the page of the form.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import { type PageContext, writeQuery } from '../../shell/page-context.ts';
import type { PageCall, Shell } from '../../shell/shell.ts';
import { ownPathOr } from '../../shell/then.ts';
import { type AppSetup, appPage, appSetupPage, backupCodesPage } from './app-page.tsx';
import { addressChangePage, isPasswordFault, passwordChangePage } from './change-pages.tsx';
import { confirmPage } from './confirm-page.tsx';
import type { securityPages } from './contract.ts';
import { readSecurityFacts, readSignInFacts } from './facts.ts';
import { hasMailAlone } from './proof-fields.tsx';
import { linkProviderPage } from './providers.tsx';
import { type SecurityDone, securityPage } from './security-page.tsx';

const SECURITY = '/settings/security';
const APP = '/settings/security/app';

/** Refusals of the sign-in library to a form whose page shows an earlier state. */
const OUT_OF_DATE: ReadonlySet<string> = new Set([
  // The last way to sign in stays.
  'failed_to_unlink_last_account',
  'two_factor_not_enabled',
  'totp_already_enabled',
  'totp_not_enabled',
  'credential_account_not_found',
]);

type Refused = Parameters<typeof asRefusal>[0] & { readonly status: number };

/** Something that is not there, or is not the reader's own. */
const isAbsent = ({ status, code }: Refused): boolean =>
  status === 404 || (status === 401 && code !== 'authentication_required');

export function securityHandlers(shell: Shell): Handlers<typeof securityPages> {
  const { open, answer } = openingBy(shell);
  const leadBack = ({ context }: PageCall, done: SecurityDone, cookies?: readonly string[]): Response =>
    shell.lead(context, `${SECURITY}?done=${done}`, cookies);

  /**
   * Leads to the confirmation if that is what is missing, and to how things are now if the form was out of date; passes
   * every other refusal on.
   */
  function leadOn({ context }: PageCall, refused: Refused, then: string): Response {
    if (refused.code === 'reauthentication_required') {
      return shell.lead(context, `/settings/confirm${writeQuery({ then })}`);
    }
    if (!OUT_OF_DATE.has(refused.code) && !isAbsent(refused)) throw asRefusal(refused);
    return shell.lead(context, then);
  }

  /** The first code of the app, which turns it on. */
  async function turnOn(call: PageCall, page: PageContext, setup: AppSetup, code: string): Promise<Response> {
    const asked = await page.ask('POST /api/auth/two-factor/verify-totp', { body: { code } });
    if (asked.ok) return answer(page, backupCodesPage(page, setup.codes, true), 200, asked.cookies);
    if (asked.code === 'rate_limit_exceeded') {
      const wait = asked.wait ?? 1;
      const again = await answer(page, appSetupPage(page, setup, { wait }), 429);
      again.headers.set('Retry-After', String(wait));
      return again;
    }
    if (asked.code === 'invalid_code') return answer(page, appSetupPage(page, setup, 'wrong'), 422);
    return leadOn(call, asked, APP);
  }

  return {
    securityPage: async (call) => {
      const page = await open(call);
      return answer(page, securityPage(page, await readSecurityFacts(page), call.query.done, call.query.error));
    },
    sessionEndForm: async (call) => {
      const page = await open(call);
      const { session } = call.body;
      if (session === 'others') {
        const ended = await page.ask('POST /api/auth/revoke-other-sessions', { body: {} });
        return ended.ok ? leadBack(call, 'othersEnded') : leadOn(call, ended, SECURITY);
      }
      const sessions = requireAsked(await page.ask('GET /api/auth/list-sessions', {}));
      // Ids stand in the page, tokens never do. A session that is over is ended already.
      const token = sessions.find(({ id }) => id === session)?.token;
      if (token === undefined) return leadBack(call, 'sessionEnded');
      const ended = await page.ask('POST /api/auth/revoke-session', { body: { token } });
      return ended.ok ? leadBack(call, 'sessionEnded') : leadOn(call, ended, SECURITY);
    },
    passwordSettingsPage: async (call) => {
      const page = await open(call);
      return answer(page, passwordChangePage(page, await readSignInFacts(page)));
    },
    passwordChangeForm: async (call) => {
      const page = await open(call);
      const { currentPassword, newPassword, keepApiTokens } = call.body;
      const body = { currentPassword, newPassword, keepApiTokens: keepApiTokens === 'on' };
      const asked = await page.ask('POST /api/auth/change-password', { body });
      if (asked.ok) return leadBack(call, 'passwordChanged', asked.cookies);
      const fault = isPasswordFault(asked.code) ? asked.code : undefined;
      // Without a fault the account has no password to change, which the page says.
      if (fault === undefined && !OUT_OF_DATE.has(asked.code)) throw asRefusal(asked);
      return answer(page, passwordChangePage(page, await readSignInFacts(page), fault), 422);
    },
    addressSettingsPage: async (call) => {
      const page = await open(call);
      return answer(page, addressChangePage(page, await readSignInFacts(page)));
    },
    addressChangeForm: async (call) => {
      const page = await open(call);
      const { newEmail } = call.body;
      const asked = await page.ask('POST /api/auth/change-email', { body: { newEmail, callbackURL: SECURITY } });
      if (asked.ok) return leadBack(call, 'addressMailed');
      if (asked.status !== 400) return leadOn(call, asked, '/settings/security/address');
      return answer(page, addressChangePage(page, await readSignInFacts(page), { typed: newEmail }), 422);
    },
    authenticatorPage: async (call) => {
      const page = await open(call);
      return answer(page, appPage(page, (await readSignInFacts(page)).hasApp));
    },
    authenticatorForm: async (call) => {
      const page = await open(call);
      const { body } = call;
      switch (body.act) {
        case 'begin': {
          const asked = await page.ask('POST /api/auth/two-factor/enable', { body: {} });
          if (!asked.ok) return leadOn(call, asked, APP);
          const { totpURI: uri, backupCodes: codes } = asked.body;
          return answer(page, appSetupPage(page, { uri, codes }));
        }
        case 'code':
          return turnOn(call, page, { uri: body.uri, codes: body.codes.split(' ') }, body.code);
        case 'renew': {
          const asked = await page.ask('POST /api/auth/two-factor/generate-backup-codes', { body: {} });
          if (!asked.ok) return leadOn(call, asked, APP);
          return answer(page, backupCodesPage(page, asked.body.backupCodes, false), 200, asked.cookies);
        }
        case 'remove': {
          const asked = await page.ask('POST /api/auth/two-factor/disable', { body: {} });
          return asked.ok ? leadBack(call, 'appOff', asked.cookies) : leadOn(call, asked, APP);
        }
      }
    },
    passkeyForm: async (call) => {
      const page = await open(call);
      const { body } = call;
      const id = body.passkey;
      if (body.act === 'rename') {
        const renamed = await page.ask('POST /api/auth/passkey/update-passkey', { body: { id, name: body.name } });
        return renamed.ok ? leadBack(call, 'passkeyRenamed') : leadOn(call, renamed, SECURITY);
      }
      const asked = await page.ask('POST /api/auth/passkey/delete-passkey', { body: { id } });
      return asked.ok ? leadBack(call, 'passkeyRemoved') : leadOn(call, asked, SECURITY);
    },
    providerForm: async (call) => {
      const page = await open(call);
      const { act, provider } = call.body;
      if (act === 'unlink') {
        const { methods } = await readSignInFacts(page);
        const accountId = methods.find(({ providerId }) => providerId === provider)?.id;
        // What is not linked any more was unlinked elsewhere.
        if (accountId === undefined) return leadBack(call, 'providerRemoved');
        const asked = await page.ask('POST /api/auth/unlink-account', { body: { accountId } });
        return asked.ok ? leadBack(call, 'providerRemoved') : leadOn(call, asked, SECURITY);
      }
      const back = (query: string): string => `${page.publicAddress}${SECURITY}${query}`;
      const asked = await page.ask('POST /api/auth/link-social', {
        body: { provider, callbackURL: back('?done=providerLinked'), errorCallbackURL: back('') },
      });
      if (!asked.ok) return leadOn(call, asked, SECURITY);
      return answer(page, linkProviderPage(page, provider, asked.body.url), 200, asked.cookies);
    },
    confirmPage: async (call) => {
      const page = await open(call);
      const leadsTo = ownPathOr(call.query.then, SECURITY);
      return answer(page, confirmPage(page, { facts: await readSignInFacts(page), leadsTo }));
    },
    confirmForm: async (call) => {
      const page = await open(call);
      const { password = '', code = '' } = call.body;
      const leadsTo = ownPathOr(call.body.then, SECURITY);
      const facts = await readSignInFacts(page);
      const isEmpty = password === '' && code === '';
      if (isEmpty && !hasMailAlone(facts))
        return answer(page, confirmPage(page, { facts, leadsTo, isWrong: true }), 422);
      const proof = code !== '' ? { code } : password !== '' ? { password } : {};
      const asked = await page.ask('POST /api/v1/account/confirm', { body: proof });
      if (asked.ok && isEmpty) return answer(page, confirmPage(page, { facts, leadsTo, isMailed: true }));
      if (asked.ok) return shell.lead(call.context, leadsTo, asked.cookies);
      if (asked.code !== 'confirmation_failed') throw asRefusal(asked);
      return answer(page, confirmPage(page, { facts, leadsTo, isWrong: true }), 422);
    },
  };
}
