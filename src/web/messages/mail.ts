// Texts of mails.
import accountEn from './en/mail/account.json';
import decisionsEn from './en/mail/decisions.json';
import noticesEn from './en/mail/notices.json';
import notificationsEn from './en/mail/notifications.json';
import webhooksEn from './en/mail/webhooks.json';
import { messagesOf } from './tables.ts';

export const ACCOUNT_MAIL = messagesOf('mail/account', accountEn);
export const NOTICE_MAIL = messagesOf('mail/notices', noticesEn);
export const DECISION_MAIL = messagesOf('mail/decisions', decisionsEn);
export const NOTIFICATION_MAIL = messagesOf('mail/notifications', notificationsEn);
export const WEBHOOK_MAIL = messagesOf('mail/webhooks', webhooksEn);
