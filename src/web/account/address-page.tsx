/** @jsxImportSource preact */
// The page that a mailed link about an address opens: it says what its form does, and after the POST that it is done.
import type { AddressLink, AddressStep } from '../../features/accounts/links/address.ts';
import { formPage } from '../forms/form-page.tsx';
import { ADDRESS_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';

/** Step → the words that it begins with. */
const WORDS = { verify: 'verify', 'confirm-change': 'confirm', 'verify-change': 'change' } as const satisfies Readonly<
  Record<AddressStep, string>
>;

/** Asks for confirmation of a step. Opening the page changes nothing. */
export function addressPage(page: PageContext, token: string, link: AddressLink): Page {
  const say = page.sayFrom(ADDRESS_MESSAGES);
  const step = WORDS[link.step];
  return formPage(page, {
    title: say(`${step}Title`),
    lead: say(`${step}Lead`),
    below: (
      <>
        <p class="address">
          <strong>{link.address}</strong>
        </p>
        <ButtonForm action={`${page.basePath}/account/address`} hidden={{ token }} variant="main" wide>
          {say(`${step}Submit`)}
        </ButtonForm>
      </>
    ),
  });
}

/** Confirms that a step is done, with a link to continue. */
export function addressDonePage(page: PageContext, link: AddressLink): Page {
  const say = page.sayFrom(ADDRESS_MESSAGES);
  const step = WORDS[link.step];
  return formPage(page, {
    title: say(`${step}DoneTitle`),
    lead: say(`${step}DoneLead`),
    below: (
      <LinkButton variant="main" wide href={link.leadsTo ?? page.path('/')}>
        {say('onward')}
      </LinkButton>
    ),
  });
}
