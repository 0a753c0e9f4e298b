// The text of the mail to administrators about a webhook that the service disabled. The host is that of the
// webhook, as an administrator entered it; compose.ts escapes it.
import type { Locale } from '../../../kernel/names.ts';
import { WEBHOOK_MAIL } from '../../../web/messages/mail.ts';
import { sayIn } from '../../../web/messages/say.ts';
import type { MailText } from './texts.ts';

export interface WebhookNotice {
  readonly host: string;
  /** Nothing arrived for a day, or the receiver answered that it is gone for good. */
  readonly reason: 'failing' | 'gone';
}

export function readWebhookText(locale: Locale, { host, reason }: WebhookNotice): MailText {
  const say = sayIn(locale);
  const words = WEBHOOK_MAIL[locale];
  return {
    subject: say(words.subject),
    lead: say(words.lead, { host }),
    facts: [say(words[reason])],
    action: say(words.action),
    closing: say(words.closing),
  };
}
