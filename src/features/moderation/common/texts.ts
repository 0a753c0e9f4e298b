// Whether people read the reason of a decision.
import type { Locale } from '../../../kernel/names.ts';
import { REASON_TEXTS } from '../../../web/messages/decisions.ts';

/** What allows something again. Desks send `other` with it, because nobody chooses a reason for that. */
const LENIENT: ReadonlySet<string> = new Set(['allow', 'unhide', 'restore', 'unlock', 'granted', 'dismissed']);

/** Whether a reason was chosen for a decision: `act` is its verdict, or what was done. */
export const isReasonChosen = (act: string | null | undefined, reasonCode: string): boolean =>
  reasonCode !== 'other' || !LENIENT.has(act ?? '');

/**
 * Whether a person reads the reason of a decision. “Something else” tells nothing, unless the instance has a text of its own
 * for it.
 */
export const tellsReason = (
  locale: Locale,
  act: string | null | undefined,
  reasonCode: string,
  text: string,
): boolean => isReasonChosen(act, reasonCode) && (reasonCode !== 'other' || text !== REASON_TEXTS[locale].reason_other);
