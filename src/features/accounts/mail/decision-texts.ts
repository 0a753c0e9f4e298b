// The texts of mails about decisions on content, restrictions and appeals. What was decided, and reasons, are
// those of moderation; the message is that of the staff, which compose.ts escapes.
import type { Locale } from '../../../kernel/names.ts';
import { DECISION_TEXTS } from '../../../web/messages/decisions.ts';
import { DECISION_MAIL } from '../../../web/messages/mail.ts';
import { sayIn } from '../../../web/messages/say.ts';
import { tellsReason } from '../../moderation/common/texts.ts';
import type { DecisionMail } from '../../moderation/mails.ts';
import type { MailText } from './texts.ts';

/** What a reason code says on this instance; undefined for an unknown one. */
export type ReadReason = (locale: Locale, code: string) => string | undefined;

/** The text of a mail about a decision. */
export function readDecisionText(
  locale: Locale,
  mail: Omit<DecisionMail, 'mayBeHeld'>,
  readReason: ReadReason,
): MailText {
  const { what, reasonCode, message, expiresAt, link } = mail;
  const say = sayIn(locale);
  const words = DECISION_MAIL[locale];
  const decided = DECISION_TEXTS[locale];
  const isOutcome = what === 'appeal_granted' || what === 'appeal_denied';
  const subject = say(isOutcome ? words[what] : decided[what]);
  const facts = [
    ...sayReason(locale, reasonCode, readReason),
    ...(expiresAt === undefined ? [] : [expiresAt === null ? say(words.noEnd) : sayEnd(locale, expiresAt)]),
    ...(message === null ? [] : [say(words.said)]),
  ];
  return {
    subject,
    lead: subject,
    facts,
    ...(message !== null && { quote: message }),
    ...(link !== undefined && { action: say(words[`${link.leadsTo}_action`]) }),
    // Nobody can appeal twice.
    closing: say(isOutcome || link === undefined ? words.closing : words[`${link.leadsTo}_closing`]),
  };
}

/** The line of the reason, if there is one to tell. A rule and the classifier give no code. */
function sayReason(locale: Locale, code: string | null | undefined, readReason: ReadReason): readonly string[] {
  if (code === undefined) return [];
  const { byRule, reason } = DECISION_TEXTS[locale];
  const say = sayIn(locale);
  const text = code === null ? say(byRule) : (readReason(locale, code) ?? code);
  if (code !== null && !tellsReason(locale, undefined, code, text)) return [];
  return [say(reason, { reason: text })];
}

function sayEnd(locale: Locale, end: Date): string {
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return sayIn(locale)(DECISION_MAIL[locale].until, { date: `${written.format(end)} UTC` });
}
