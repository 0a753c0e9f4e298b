// Handlers of the first run.
import type { AccountEntry } from '../../../features/accounts/pages/entry.ts';
import type { FirstRun, SetupFault } from '../../../features/instance/setup/first-run.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Shell } from '../../shell/shell.ts';
import type { setupPages } from './contract.ts';
import { type SetupFacts, setupPage } from './setup-page.tsx';

export interface SetupParts {
  readonly shell: Shell;
  readonly firstRun: FirstRun;
  readonly entry: AccountEntry;
  /** The server of the sample, while it is published. */
  readonly findSample: () => string | undefined;
}

const STATUSES: Readonly<Partial<Record<SetupFault, number>>> = { code: 403, taken: 409 };

export function setupHandlers({ shell, firstRun, entry, findSample }: SetupParts): Handlers<typeof setupPages> {
  const show = async (call: Parameters<Shell['open']>[0], facts: Omit<SetupFacts, 'sample'>, status = 200) => {
    const page = await shell.open(call);
    return shell.answer(page, setupPage(page, { ...facts, sample: findSample() }), { status, cache: 'never' });
  };
  return {
    setupPage: async (call) => {
      if (!(await firstRun.isOpen())) throw new Refusal('route_not_found');
      const { code = '' } = call.query;
      if (code === '') return show(call, {});
      if (await firstRun.knows(code)) return show(call, { code });
      return show(call, { fault: 'code' }, 403);
    },
    setupForm: async (call) => {
      const { context, body } = call;
      const { password, retireSample, ...typed } = body;
      const outcome = await firstRun.complete({ ...typed, password, retiresSample: retireSample !== undefined });
      if (outcome.kind === 'over') throw new Refusal('route_not_found');
      if (outcome.kind === 'fault') {
        const { fault } = outcome;
        const code = fault === 'code' ? undefined : typed.code;
        const facts = { code, fault, typed: { ...typed, retiresSample: retireSample !== undefined } };
        return show(call, facts, STATUSES[fault] ?? 422);
      }
      const typedIn = { email: outcome.email, password, isRemembered: true, isAnnounced: true };
      const signedIn = await entry.signIn(context, typedIn);
      // Everything is stored; signing in again is all that is left.
      if (signedIn.kind === 'refused') return shell.lead(context, '/sign-in?then=/admin');
      return shell.lead(context, '/admin', signedIn.cookies);
    },
  };
}
