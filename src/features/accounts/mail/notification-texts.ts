// The text of mails about notifications: numbers by kind, and where to read on. Nothing that people wrote.
import type { Locale } from '../../../kernel/names.ts';
import { NOTIFICATION_MAIL } from '../../../web/messages/mail.ts';
import { sayIn } from '../../../web/messages/say.ts';
import type { MailText } from './texts.ts';

type NotificationWord = keyof (typeof NOTIFICATION_MAIL)['en'];

/** How many of each kind. */
export interface NotificationCounts {
  readonly counts: readonly {
    readonly kind: Exclude<
      NotificationWord,
      'subject' | 'subject_staff' | 'lead' | 'action' | 'closing' | 'unsubscribe'
    >;
    readonly count: number;
  }[];
}

export interface NotificationMailPlan extends NotificationCounts {
  readonly site: string;
  /** Where kinds are switched. */
  readonly settings: string;
}

export function readNotificationText(locale: Locale, { counts, site, settings }: NotificationMailPlan): MailText {
  const say = sayIn(locale);
  const words = NOTIFICATION_MAIL[locale];
  const isForStaff = counts.every(({ kind }) => kind.startsWith('staff_'));
  return {
    subject: say(isForStaff ? words.subject_staff : words.subject, { site }),
    lead: say(words.lead),
    facts: counts.map(({ kind, count }) => say(words[kind], { count })),
    action: say(words.action),
    closing: say(words.closing, { settings }),
    unsubscribe: say(words.unsubscribe),
  };
}
