// The texts of mails: plain sentences, which compose.ts turns into mails. A text contains no names and no user input.
import type { Locale } from '../../../kernel/names.ts';
import { ACCOUNT_MAIL } from '../../../web/messages/mail.ts';
import { plainText } from '../../../web/messages/say.ts';

export const MAIL_KINDS = [
  'set-password',
  'reset-password',
  'verify-address',
  'confirm-change',
  'verify-new-address',
  'confirm-code',
  'address-changed',
  'registration-approved',
  'registration-refused',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface MailText {
  readonly subject: string;
  readonly lead: string;
  /** Lines below it. */
  readonly facts?: readonly string[];
  /** What a person wrote, as they wrote it. */
  readonly quote?: string;
  /** Text of the link; absent in mails without one. */
  readonly action?: string;
  /** How long the link is valid, and what to do if the request came from somebody else. */
  readonly closing: string;
  /** Text of the link that ends such mails. */
  readonly unsubscribe?: string;
}

/** The text of a mail. */
export function readMailText(locale: Locale, kind: MailKind | 'test'): MailText {
  const words = ACCOUNT_MAIL[locale];
  return {
    subject: plainText(words[`${kind}_subject`]),
    lead: plainText(words[`${kind}_lead`]),
    ...(hasLink(kind) && { action: plainText(words[`${kind}_action`]) }),
    closing: plainText(words[`${kind}_closing`]),
  };
}

type WithoutLink = 'confirm-code' | 'address-changed' | 'registration-refused';
const WITHOUT_LINK: ReadonlySet<string> = new Set<WithoutLink | 'test'>([
  'test',
  'confirm-code',
  'address-changed',
  'registration-refused',
]);
/** Whether the mail has a link, which has a text of its own. */
const hasLink = (kind: MailKind | 'test'): kind is Exclude<MailKind, WithoutLink> => !WITHOUT_LINK.has(kind);
