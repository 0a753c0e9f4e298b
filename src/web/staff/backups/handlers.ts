// Handlers of the page about backups.
import { isConfirmed } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { asRefusal } from '../../shell/asked.ts';
import { type PageContext, writeQuery } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { BACKUP_FAULTS, backupsPage } from './backups-page.tsx';
import type { backupsPages } from './contract.ts';

const PATH = '/admin/backups';

async function show(page: PageContext, state: { readonly done?: string | undefined; readonly fault?: string }) {
  const asked = await page.ask('GET /api/v1/admin/backups', {});
  if (asked.ok) return backupsPage(page, asked.body, state);
  if (asked.code === 'backups_off') return backupsPage(page, undefined, {});
  throw asRefusal(asked);
}

export function backupsPageHandlers(shell: Shell): Handlers<typeof backupsPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminBackupsPage: signedIn((page, { query: { done } }) => show(page, { done })),
    adminBackupForm: signedIn(async (page) =>
      submit(
        await page.ask('POST /api/v1/admin/backups', {}),
        `${PATH}?done=started`,
        ({ code }) => BACKUP_FAULTS.has(code) && withStatus(409, show(page, { fault: code })),
      ),
    ),
    adminBackupDownloadForm: signedIn(({ actor }, { params: { id } }) => ({
      redirectTo:
        actor !== undefined && isConfirmed(actor)
          ? `/api/v1${PATH}/${id}/download`
          : `/settings/confirm${writeQuery({ then: PATH })}`,
    })),
  };
}
