import { answerZip } from '../../../http/answer/zip.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { ExportSource } from '../../../kernel/export-file.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { profileContract } from '../profile/contract.ts';
import type { leavingContract } from './contract.ts';
import { type DeletionDependencies, deleteAccount, expireCookies } from './deletion.ts';
import { listFiles } from './export.ts';

export interface LeavingDependencies extends DeletionDependencies {
  /** Public address as configured, which the names of cookies depend on. */
  readonly cookieAddress: string;
  readonly exportSources: readonly ExportSource[];
  readonly log: Log;
}

type LeavingRoutes = typeof leavingContract & Pick<typeof profileContract, 'profileDelete'>;

export function leavingHandlers(dependencies: LeavingDependencies): Handlers<LeavingRoutes> {
  return {
    profileDelete: async ({ actor, body }) => {
      await deleteAccount(dependencies, actor, body.confirmation);
      return { status: 204, cookies: expireCookies(dependencies.cookieAddress) };
    },
    accountExport: ({ context, actor }) => {
      const onError = (error: unknown): void =>
        dependencies.log.error('an account export was interrupted', { requestId: context.requestId, error });
      const files = () => listFiles(dependencies.exportSources, actor.accountId);
      return answerZip(context, `livehouse-${actor.uid}.zip`, files, onError);
    },
  };
}
