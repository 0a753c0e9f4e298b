// The page for an address link: what its form does, and, after the POST, that it is done. Pure.
import { html } from 'hono/html';
import type { Locale } from '../../../kernel/names.ts';
import type { AddressLink } from '../links/address.ts';
import { ADDRESS_TEXTS } from './address-texts.ts';
import { layout } from './pages.ts';

export interface AddressFormFacts {
  readonly locale: Locale;
  readonly token: string;
  readonly link: AddressLink;
  /** Path of the service below its origin, without trailing slash. */
  readonly basePath: string;
}

/** Asks for confirmation of a step. Loading the page changes nothing. */
export function presentAddressForm({ locale, token, link, basePath }: AddressFormFacts): string {
  const text = ADDRESS_TEXTS[locale].steps[link.step];
  return layout(
    locale,
    text.title,
    html`<p>${text.lead}</p>
<p><strong>${link.address}</strong></p>
<form method="post" action="${basePath}/account/address">
<input type="hidden" name="token" value="${token}">
<button type="submit">${text.submit}</button>
</form>`,
  );
}

/** Confirms that a step is done, with a link to continue. */
export function presentAddressDone(locale: Locale, link: AddressLink, basePath: string): string {
  const { steps, onward } = ADDRESS_TEXTS[locale];
  const { doneTitle, doneLead } = steps[link.step];
  return layout(locale, doneTitle, html`<p>${doneLead}</p><a href="${link.leadsTo ?? `${basePath}/`}">${onward}</a>`);
}
