// What an act says when the service refused it: one sentence, and the way to sign in where that is what is missing.
import { showToast } from '../../client/toast.ts';
import type { Spoken } from '../../messages/say.ts';

export type FaultWords = 'signIn' | 'needsSignIn' | 'offline' | 'limited' | 'restricted' | 'gone' | 'failed';

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly wait: number | undefined;
}

/** One sentence about a refusal. */
function sayRefusal({ say }: Spoken<FaultWords>, { status, code, wait }: Refused): string {
  if (status === 0) return say('offline');
  if (status === 401) return say('needsSignIn');
  if (status === 429) return say('limited', { count: wait ?? 60 });
  if (status === 403) return say('restricted');
  return status === 404 ? say('gone') : say('failed', { code });
}

/** An island that asks something of the service. */
export interface Asker extends Spoken<FaultWords> {
  /** Where its reader signs in and comes back. */
  readonly signIn: string;
}

/** Shows the sentence, with a link to sign in where that is what is missing. */
export function tellRefusal(asker: Asker, refused: Refused): void {
  const link = { href: asker.signIn, text: asker.say('signIn') };
  showToast(sayRefusal(asker, refused), { kind: 'error', ...(refused.status === 401 ? { link } : {}) });
}
