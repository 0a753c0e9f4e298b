// Handler of the health of the installation. The checks themselves are handed in: they are those of the command.
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { cacheFor } from '../common/cache-result.ts';
import type { EngineStates } from '../common/engines.ts';
import type { healthAdministration } from './contract.ts';

interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'folder' | 'running' | 'warn' | 'fail';
  readonly detail: string;
}

export interface HealthDependencies {
  /** Checks everything by real round trips. */
  readonly diagnose: () => Promise<readonly Finding[]>;
  readonly engines: EngineStates;
}

/** So long a result counts: reloading a page must not open processes and connections each time. */
const KEPT_MS = 10_000;

export function healthAdministrationHandlers({
  diagnose,
  engines,
}: HealthDependencies): Handlers<typeof healthAdministration> {
  const check = cacheFor(KEPT_MS, async () => ({ checkedAt: Date.now(), checks: await diagnose() }));
  return {
    adminHealthRead: async () => json({ ...(await check()), engines: engines() }),
  };
}
