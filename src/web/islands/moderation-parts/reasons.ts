// Reasons in words: those of people, and those that rules, the classifier and reports give a case.
import { isReasonCode } from '../../../kernel/reason-code.ts';
import type { DeskSpoken } from './shapes.ts';

/** What the reason of a decision or a report says; null: a rule or the classifier. */
export function sayReason({ say }: DeskSpoken, code: string | null): string {
  if (code === null) return say('byRule');
  return isReasonCode(code) ? say(`reason_${code}`) : code;
}

/** Why a case is there. A reason without words is shown as it is. */
export function sayWhy({ say }: DeskSpoken, reason: string): string {
  const [, origin = '', name = ''] = /^([a-z]+)\.(.+)$/.exec(reason) ?? [];
  const values = { name: isReasonCode(name) ? say(`reason_${name}`) : name };
  return say.known(`why_${reason}`) ?? say.known(`why_${origin}`, values) ?? reason;
}

/** What was done, in the words of the log. */
export const sayAction = ({ say }: DeskSpoken, action: string): string => say.known(action) ?? action;
