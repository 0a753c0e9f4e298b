// Handlers of mailed address links: the page about an address and its POST, and the sign-in library's URLs for such
// links, which redirect to our pages. A GET changes nothing.

import { freshHeaders } from '../../../http/answer/headers.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Locale } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ADDRESS_PAGE, PASSWORD_PAGE } from '../common/auth-names.ts';
import { basePathOf, isOwnPlace, isPasswordPage, requireCleanSearch } from '../common/redirects.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { authContract } from '../sign-in/contract.ts';
import { answerPage, presentNotice } from '../sign-in/pages.ts';
import { readAddressLink, useAddressLink } from './links.ts';
import { presentAddressDone, presentAddressForm } from './pages.ts';

export interface AddressHandlerParts {
  readonly database: Database;
  readonly mail: AccountMail;
  readonly ownAddress: OwnAddress;
  readonly localeOf: (context: RequestContext) => Locale;
}

type Contract = Pick<typeof authContract, 'addressPage' | 'addressConfirm' | 'emailVerify' | 'passwordResetOpen'>;

export function addressHandlers(parts: AddressHandlerParts): Handlers<Contract> {
  const { database, mail, ownAddress, localeOf } = parts;
  const basePath = (): string => basePathOf(ownAddress);

  /** Redirects to one of our pages with the token of a mail. */
  function lead(context: RequestContext, page: string, token: string): Response {
    const headers = freshHeaders(context, 'text/plain', 'no-store');
    headers.delete('Content-Type');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Location', `${basePath()}${page}?token=${encodeURIComponent(token)}`);
    return new Response(null, { status: 302, headers });
  }

  return {
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
    emailVerify: ({ context, query }) => {
      requireCleanSearch(context.search);
      if (query.token === undefined) throw new Refusal('invalid_query');
      if (!isOwnPlace(ownAddress, context, query.callbackURL)) throw new Refusal('invalid_callback_url');
      return lead(context, ADDRESS_PAGE, query.token);
    },
    passwordResetOpen: ({ context, params, query }) => {
      requireCleanSearch(context.search);
      if (!isPasswordPage(ownAddress, context, query.callbackURL)) throw new Refusal('invalid_callback_url');
      return lead(context, PASSWORD_PAGE, params.token);
    },
  };
}
