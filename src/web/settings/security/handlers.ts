// Handlers of sign-in and security. What the service does only for somebody who confirmed lately redirects to the confirmation,
// which redirects back to the page of the form.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, type Shown, submit } from '../../forms/opening.ts';
import { type Refused, requireAsked } from '../../shell/asked.ts';
import type { Redirect } from '../../shell/page.ts';
import { type PageContext, writeQuery } from '../../shell/page-context.ts';
import { ownPathOr } from '../../shell/return-path.ts';
import type { Shell } from '../../shell/shell.ts';
import { type AppSetup, appPage, appSetupPage, backupCodesPage } from './app-page.tsx';
import { addressChangePage, PASSWORD_FAULTS, passwordChangePage } from './change-pages.tsx';
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

/** Something that is not there, or is not the reader's own. */
const isAbsent = ({ status, code }: Refused): boolean =>
  status === 404 || (status === 401 && code !== 'authentication_required');

const doneWith = (done: SecurityDone): string => `${SECURITY}?done=${done}`;

/** To the confirmation if that is what is missing, and to how things are now if the form was out of date. */
const leadOn =
  (then = SECURITY) =>
  (refused: Refused): Redirect | false => {
    if (refused.code === 'reauthentication_required') {
      return { redirectTo: `/settings/confirm${writeQuery({ then })}` };
    }
    return (OUT_OF_DATE.has(refused.code) || isAbsent(refused)) && { redirectTo: then };
  };

/** The first code of the app, which turns it on. */
async function turnOn(page: PageContext, setup: AppSetup, code: string): Promise<Shown> {
  const asked = await page.ask('POST /api/auth/two-factor/verify-totp', { body: { code } });
  return submit(
    asked,
    () => backupCodesPage(page, setup.codes, true),
    (refused) => {
      if (refused.code === 'rate_limit_exceeded') {
        const wait = refused.wait ?? 1;
        return { page: appSetupPage(page, setup, { wait }), status: 429, headers: { 'Retry-After': String(wait) } };
      }
      return refused.code === 'invalid_code' ? appSetupPage(page, setup, 'wrong') : leadOn(APP)(refused);
    },
  );
}

export function securityHandlers(shell: Shell): Handlers<typeof securityPages> {
  const { signedIn } = openingBy(shell);
  return {
    securityPage: signedIn(async (page, { query }) =>
      securityPage(page, await readSecurityFacts(page), query.done, query.error),
    ),
    sessionEndForm: signedIn(async (page, { body: { session } }) => {
      if (session === 'others') {
        const ended = await page.ask('POST /api/auth/revoke-other-sessions', { body: {} });
        return submit(ended, doneWith('othersEnded'), leadOn());
      }
      const sessions = requireAsked(await page.ask('GET /api/auth/list-sessions', {}));
      // Ids stand in the page, tokens never do. A session that is over is ended already.
      const token = sessions.find(({ id }) => id === session)?.token;
      if (token === undefined) return { redirectTo: doneWith('sessionEnded') };
      const ended = await page.ask('POST /api/auth/revoke-session', { body: { token } });
      return submit(ended, doneWith('sessionEnded'), leadOn());
    }),
    passwordSettingsPage: signedIn(async (page) => passwordChangePage(page, await readSignInFacts(page))),
    passwordChangeForm: signedIn(async (page, call) => {
      const body = { ...call.body, keepApiTokens: call.body.keepApiTokens === 'on' };
      const asked = await page.ask('POST /api/auth/change-password', { body });
      // Without a fault the account has no password to change, which the page says.
      return submit(
        asked,
        doneWith('passwordChanged'),
        async ({ code }) =>
          (PASSWORD_FAULTS.has(code) || OUT_OF_DATE.has(code)) &&
          passwordChangePage(page, await readSignInFacts(page), code),
      );
    }),
    addressSettingsPage: signedIn(async (page) => addressChangePage(page, await readSignInFacts(page))),
    addressChangeForm: signedIn(async (page, { body: { newEmail } }) =>
      submit(
        await page.ask('POST /api/auth/change-email', { body: { newEmail, callbackURL: SECURITY } }),
        doneWith('addressMailed'),
        async (refused) => {
          if (refused.status !== 400) return leadOn('/settings/security/address')(refused);
          return addressChangePage(page, await readSignInFacts(page), { typed: newEmail });
        },
      ),
    ),
    authenticatorPage: signedIn(async (page) => appPage(page, (await readSignInFacts(page)).hasApp)),
    authenticatorForm: signedIn(async (page, { body }) => {
      switch (body.act) {
        case 'begin': {
          const asked = await page.ask('POST /api/auth/two-factor/enable', { body: {} });
          return submit(
            asked,
            ({ totpURI: uri, backupCodes: codes }) => appSetupPage(page, { uri, codes }),
            leadOn(APP),
          );
        }
        case 'code':
          return turnOn(page, { uri: body.uri, codes: body.codes.split(' ') }, body.code);
        case 'renew': {
          const asked = await page.ask('POST /api/auth/two-factor/generate-backup-codes', { body: {} });
          return submit(asked, ({ backupCodes }) => backupCodesPage(page, backupCodes, false), leadOn(APP));
        }
        case 'remove': {
          const asked = await page.ask('POST /api/auth/two-factor/disable', { body: {} });
          return submit(asked, doneWith('appOff'), leadOn(APP));
        }
      }
    }),
    passkeyForm: signedIn(async (page, { body }) => {
      const id = body.passkey;
      return body.act === 'rename'
        ? submit(
            await page.ask('POST /api/auth/passkey/update-passkey', { body: { id, name: body.name } }),
            doneWith('passkeyRenamed'),
            leadOn(),
          )
        : submit(
            await page.ask('POST /api/auth/passkey/delete-passkey', { body: { id } }),
            doneWith('passkeyRemoved'),
            leadOn(),
          );
    }),
    providerForm: signedIn(async (page, { body: { act, provider } }) => {
      if (act === 'unlink') {
        const { methods } = await readSignInFacts(page);
        const accountId = methods.find(({ providerId }) => providerId === provider)?.id;
        // What is not linked any more was unlinked elsewhere.
        if (accountId === undefined) return { redirectTo: doneWith('providerRemoved') };
        const asked = await page.ask('POST /api/auth/unlink-account', { body: { accountId } });
        return submit(asked, doneWith('providerRemoved'), leadOn());
      }
      const back = (query: string): string => `${page.publicAddress}${SECURITY}${query}`;
      const asked = await page.ask('POST /api/auth/link-social', {
        body: { provider, callbackURL: back('?done=providerLinked'), errorCallbackURL: back('') },
      });
      return submit(asked, ({ url }) => linkProviderPage(page, provider, url), leadOn());
    }),
    confirmPage: signedIn(async (page, { query }) =>
      confirmPage(page, { facts: await readSignInFacts(page), leadsTo: ownPathOr(query.then, SECURITY) }),
    ),
    confirmForm: signedIn(async (page, { body: { password = '', code = '', then } }) => {
      const leadsTo = ownPathOr(then, SECURITY);
      const facts = await readSignInFacts(page);
      const again = confirmPage(page, { facts, leadsTo, isWrong: true });
      const isEmpty = password === '' && code === '';
      if (isEmpty && !hasMailAlone(facts)) return { page: again, status: 422 };
      const proof = code !== '' ? { code } : password !== '' ? { password } : {};
      return submit(
        await page.ask('POST /api/v1/account/confirm', { body: proof }),
        () => (isEmpty ? confirmPage(page, { facts, leadsTo, isMailed: true }) : leadsTo),
        (refused) => refused.code === 'confirmation_failed' && again,
      );
    }),
  };
}
