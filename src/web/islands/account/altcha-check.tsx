/** @jsxImportSource preact */
// Solves the check of registration while the person types. A form that is sent earlier waits for it.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { solveAltcha } from '../../client/altcha.ts';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';

export interface AltchaCheckProps {
  /** Path of new challenges, for the sake of pages without this script. */
  readonly challengeUrl: string;
}

type State = 'working' | 'done' | 'failed';

async function readSolution(signal: AbortSignal): Promise<string | undefined> {
  const answer = await call('GET /api/v1/account/captcha', { signal });
  if (!answer.ok) return undefined;
  const challenge: unknown = answer.body;
  return isChallenge(challenge) ? solveAltcha(challenge, signal) : undefined;
}

const isChallenge = (value: unknown): value is Parameters<typeof solveAltcha>[0] =>
  typeof value === 'object' && value !== null && 'parameters' in value;

export function AltchaCheck({ say }: AltchaCheckProps & Spoken<'working' | 'done' | 'failed' | 'again'>): VNode {
  const [state, setState] = useState<State>('working');
  const [round, setRound] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const solution = useRef<string | undefined>(undefined);
  useEffect(() => {
    const giveUp = new AbortController();
    const form = field.current?.form;
    let isWaiting = false;
    solution.current = undefined;
    setState('working');
    const hold = (event: Event): void => {
      if (solution.current !== undefined) return;
      event.preventDefault();
      isWaiting = true;
    };
    form?.addEventListener('submit', hold);
    void readSolution(giveUp.signal).then((found) => {
      if (giveUp.signal.aborted) return;
      solution.current = found;
      if (field.current !== null) field.current.value = found ?? '';
      setState(found === undefined ? 'failed' : 'done');
      if (found !== undefined && isWaiting) form?.requestSubmit();
    });
    return () => {
      giveUp.abort();
      form?.removeEventListener('submit', hold);
    };
  }, [round]);
  return (
    <div class="captcha-state needs-script">
      <input ref={field} type="hidden" name="altcha" />
      <span role="status">{say(state)}</span>
      {state === 'failed' && (
        <Button type="button" onClick={() => setRound(round + 1)}>
          {say('again')}
        </Button>
      )}
    </div>
  );
}
