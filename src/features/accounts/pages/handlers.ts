// Handlers of the account pages: what mailed links open, and the end of a social sign-in that failed. A GET changes nothing.

import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readAccountById } from '../common/accounts.ts';
import { basePathOf } from '../common/redirects.ts';
import { readAddressLink, useAddressLink } from '../links/address.ts';
import { isLinkToken, readLinkAccount } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { ChooseLocale } from '../mail/language.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { findPasswordFault } from '../passwords/rules.ts';
import type { signInContract } from '../sign-in/contract.ts';
import type { KnownDevices } from '../sign-in/known-device.ts';
import type { Library } from '../sign-in/library.ts';
import { presentAddressDone, presentAddressForm } from './address.ts';
import type { pagesContract } from './contract.ts';
import { answerPage, presentNotice, presentPasswordForm } from './pages.ts';

export interface PageHandlerParts {
  readonly database: Database;
  readonly library: Library;
  readonly mail: AccountMail;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  readonly ownAddress: OwnAddress;
  readonly chooseLocale: ChooseLocale;
}

type PageRoutes = typeof pagesContract & Pick<typeof signInContract, 'authErrorPage'>;

export function pagesHandlers(parts: PageHandlerParts): Handlers<PageRoutes> {
  const { chooseLocale, database, devices, library, mail, ownAddress, passwords } = parts;
  const { ask } = library;
  const basePath = (): string => basePathOf(ownAddress);
  const localeOf = (context: RequestContext) => chooseLocale(context.request.headers.get('accept-language'));
  const errorPage = ({ context }: { readonly context: RequestContext }): Response =>
    answerPage(context, presentNotice(localeOf(context), 'error', basePath()));

  /** Sets the password of a link's account and signs in. Every result is a page. */
  async function setPassword(context: RequestContext, token: string, password: string): Promise<Response> {
    const locale = localeOf(context);
    const dead = (): Response => answerPage(context, presentNotice(locale, 'dead', basePath()), 400);
    // Checked before the token is used, so that a full queue does not consume the link.
    passwords.requireRoom();
    const accountId = isLinkToken(token) ? await readLinkAccount(database.db, token) : undefined;
    const owner = accountId === undefined ? undefined : await readAccountById(database.db, accountId);
    if (owner === undefined) return dead();
    const fault = findPasswordFault(password, owner);
    if (fault !== undefined) {
      return answerPage(context, presentPasswordForm({ locale, token, basePath: basePath(), fault }), 400);
    }
    const reset = await ask(context, {
      path: '/reset-password',
      method: 'POST',
      body: { token, newPassword: password },
    });
    if (!reset.ok) return dead();
    const signedIn = await ask(context, {
      path: '/sign-in/email',
      method: 'POST',
      body: { email: owner.email, password },
    });
    if (!signedIn.ok) return answerPage(context, presentNotice(locale, 'closed', basePath()), 403);
    const answer = answerPage(context, '', 303);
    answer.headers.set('Location', `${basePath()}/`);
    for (const cookie of signedIn.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie);
    answer.headers.append('Set-Cookie', devices.remember(owner.email));
    return answer;
  }

  return {
    passwordPage: async ({ context, query }) => {
      const token = query.token ?? '';
      const locale = localeOf(context);
      // While the database is unavailable the form is shown anyway; its submission reports the error.
      const known = isLinkToken(token) && (await readLinkAccount(database.db, token).catch(() => '')) !== undefined;
      const page = known
        ? presentPasswordForm({ locale, token, basePath: basePath() })
        : presentNotice(locale, 'dead', basePath());
      return answerPage(context, page);
    },
    passwordSet: ({ context, body }) => setPassword(context, body.token, body.password),
    addressPage: async ({ context, query }) => {
      const token = query.token ?? '';
      const locale = localeOf(context);
      const link = await readAddressLink(database.db, token);
      const page =
        link === undefined
          ? presentNotice(locale, 'dead', basePath())
          : presentAddressForm({ locale, token, link, basePath: basePath() });
      return answerPage(context, page);
    },
    addressConfirm: async ({ context, body }) => {
      const locale = localeOf(context);
      const links = { database, mail, publicUrl: ownAddress.public() };
      const link = await useAddressLink(links, body.token, context.request.headers.get('accept-language'));
      return link === undefined
        ? answerPage(context, presentNotice(locale, 'dead', basePath()), 400)
        : answerPage(context, presentAddressDone(locale, link, basePath()));
    },
    accountErrorPage: errorPage,
    authErrorPage: errorPage,
  };
}
