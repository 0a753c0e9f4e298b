// Handlers of the first run.
import type { AccountEntry } from '../../../features/accounts/pages/entry.ts';
import type { FirstRun, SetupFault } from '../../../features/instance/setup/first-run.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { openingBy } from '../../forms/opening.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { setupPages } from './contract.ts';
import { type SetupFacts, setupPage } from './setup-page.tsx';

export interface SetupDependencies {
  readonly shell: Shell;
  readonly firstRun: FirstRun;
  readonly entry: AccountEntry;
  /** The server of the sample, while it is published. */
  readonly findSample: () => string | undefined;
}

const STATUSES: Readonly<Partial<Record<SetupFault, number>>> = { code: 403, taken: 409 };

export function setupHandlers({ shell, firstRun, entry, findSample }: SetupDependencies): Handlers<typeof setupPages> {
  const { anybody } = openingBy(shell);
  const show = (page: PageContext, facts: Omit<SetupFacts, 'sample'>) =>
    setupPage(page, { ...facts, sample: findSample() });
  return {
    setupPage: anybody(async (page, { query: { code = '' } }) => {
      if (!(await firstRun.isOpen())) throw new Refusal('route_not_found');
      if (code === '') return show(page, {});
      return (await firstRun.knows(code)) ? show(page, { code }) : { page: show(page, { fault: 'code' }), status: 403 };
    }),
    setupForm: anybody(async (page, { context, body }) => {
      const { password, retireSample, ...typed } = body;
      const retiresSample = retireSample !== undefined;
      const outcome = await firstRun.complete({ ...typed, password, retiresSample });
      if (outcome.kind === 'over') throw new Refusal('route_not_found');
      if (outcome.kind === 'fault') {
        const { fault } = outcome;
        const code = fault === 'code' ? undefined : typed.code;
        return {
          page: show(page, { code, fault, typed: { ...typed, retiresSample } }),
          status: STATUSES[fault] ?? 422,
        };
      }
      const typedIn = { email: outcome.email, password, isRemembered: true, isAnnounced: true };
      const signedIn = await entry.signIn(context, typedIn);
      // Everything is stored; signing in again is all that is left.
      if (signedIn.kind === 'refused') return { redirectTo: '/sign-in?then=/admin' };
      return { redirectTo: '/admin', cookies: signedIn.cookies };
    }),
  };
}
