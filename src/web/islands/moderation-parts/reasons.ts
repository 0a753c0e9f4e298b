// Reasons in words: those of people, and those that rules, the classifier and reports give a case.
import { isReasonCode } from '../../../kernel/reason-code.ts';
import type { DeskSpoken, DeskWords } from './shapes.ts';

/** What the reason of a decision or a report says; null: a rule or the classifier. */
export function sayReason({ words, say }: DeskSpoken, code: string | null): string {
  if (code === null) return say(words.byRule);
  return isReasonCode(code) ? say(words[`reason_${code}`]) : code;
}

/** Why a case is there. A reason without words is shown as it is. */
export function sayWhy({ words, say }: DeskSpoken, reason: string): string {
  const isWord = (key: string): key is DeskWords => key in words;
  const whole = `why_${reason}`;
  if (isWord(whole)) return say(words[whole]);
  const [, origin = '', name = ''] = /^([a-z]+)\.(.+)$/.exec(reason) ?? [];
  const kind = `why_${origin}`;
  if (!isWord(kind)) return reason;
  return say(words[kind], { name: isReasonCode(name) ? say(words[`reason_${name}`]) : name });
}

/** What was done, in the words of the log. */
export function sayAction({ words, say }: DeskSpoken, action: string): string {
  const isWord = (key: string): key is DeskWords => key in words;
  return isWord(action) ? say(words[action]) : action;
}
