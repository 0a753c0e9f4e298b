// Handlers of export and deletion of an account.
import { UNFRAMED } from '../../../http/answer/headers.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { ExportSource } from '../../../kernel/export-file.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import type { profileContract } from '../profile/contract.ts';
import type { leavingContract } from './contract.ts';
import { type DeletionDependencies, deleteAccount, expireCookies } from './deletion.ts';
import { streamExport } from './export.ts';

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
      const headers = new Headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': attachmentDisposition(`livehouse-${actor.uid}.zip`),
        'Cache-Control': 'no-store',
        ...UNFRAMED,
        'X-Request-Id': context.requestId,
      });
      if (context.isHead) {
        headers.set('Date', new Date().toUTCString());
        return new Response(null, { headers });
      }
      const onError = (error: unknown): void =>
        dependencies.log.error('an account export was interrupted', { requestId: context.requestId, error });
      return new Response(streamExport(dependencies.exportSources, actor.accountId, onError), { headers });
    },
  };
}
