// Why a text of one's own waits for review, in words. Runs on the server and in the browser.
import type { WaitingReason } from '../../../features/moderation/common/vocabulary.ts';
import type { SayKey } from '../../messages/say.ts';

export type WaitingWords = 'waits' | 'waitsFor' | 'waitsComma' | `waits_${WaitingReason}`;

/** That a text waits, and why. */
export function sayWaiting(say: SayKey<WaitingWords>, reasons: readonly WaitingReason[] | undefined): string {
  // A process of an earlier version, which may answer during an update, gives none.
  if (reasons === undefined || reasons.length === 0) return say('waits');
  const texts = reasons.map((reason) => say(`waits_${reason}`));
  return say('waitsFor', { reasons: texts.join(say('waitsComma')) });
}
