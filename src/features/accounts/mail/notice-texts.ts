// The texts of notices: mails that tell an owner what was changed, who signed in, or what staff did to the account. They have no
// link and no code, and contain no names and no user input. Suspensions and restrictions have mails of their own, which give the
// reason (decision-texts.ts).
import type { Locale } from '../../../kernel/names.ts';
import { NOTICE_MAIL } from '../../../web/messages/mail.ts';
import { plainText } from '../../../web/messages/say.ts';
import type { MailText } from './texts.ts';

const OWN_KINDS = [
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'factors-reset',
  'backup-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'login-method-added',
  'login-method-removed',
  'token-created',
  'token-revoked',
  'new-sign-in',
] as const;
/** What staff did. */
const STAFF_NOTICE_KINDS = [
  'role-member',
  'role-moderator',
  'role-administrator',
  'reinstated',
  'sessions-ended',
] as const;
export const NOTICE_KINDS = [...OWN_KINDS, ...STAFF_NOTICE_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The text of a notice. */
export function readNoticeText(locale: Locale, kind: NoticeKind): MailText {
  const words = NOTICE_MAIL[locale];
  return {
    subject: plainText(words[`${kind}_subject`]),
    lead: plainText(words[`${kind}_lead`]),
    closing: plainText(isStaffKind(kind) ? words.staffClosing : words.closing),
  };
}

const isStaffKind = (kind: NoticeKind): boolean => STAFF_NOTICE_KINDS.some((name) => name === kind);

export const isNoticeKind = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((notice) => notice === kind);
