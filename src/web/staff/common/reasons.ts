// Reasons in words.
import { isReasonCode, REASON_CODES } from '../../../kernel/reason-code.ts';
import { KIND_MESSAGES } from '../../messages/moderation.ts';
import type { PageContext } from '../../shell/page-context.ts';

/** What a reason code says; a rule and the classifier have none. */
export function sayReason(page: PageContext, code: string | null): string {
  const say = page.sayFrom(KIND_MESSAGES);
  if (code === null) return say('byRule');
  return isReasonCode(code) ? say(`reason_${code}`) : code;
}

/** The choices of a form. */
export const reasonChoices = (page: PageContext) =>
  REASON_CODES.map((value) => ({ value, label: sayReason(page, value) }));
