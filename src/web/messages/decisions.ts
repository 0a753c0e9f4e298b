// What reason codes and decisions say to people, on pages and in mails.

import decisionsEn from './en/moderation/decisions.json';
import reasonsEn from './en/moderation/reasons.json';
import { messagesOf } from './tables.ts';

/** What reason codes say, by `reason_` and the code. */
export const REASON_TEXTS = messagesOf('moderation/reasons', reasonsEn);
/** What was decided, to the person whom it concerns. */
export const DECISION_TEXTS = messagesOf('moderation/decisions', decisionsEn);
