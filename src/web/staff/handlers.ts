// Handlers of the staff pages. They call the same routes as programs.
import type { Handlers } from '../../http/routing/contract.ts';
import { accountsPageHandlers } from './accounts/handlers.ts';
import { auditPageHandlers } from './audit/handlers.ts';
import { backupsPageHandlers } from './backups/handlers.ts';
import type { staffPages } from './contract.ts';
import { deletionPageHandlers } from './deletions/handlers.ts';
import { doorsPageHandlers } from './doors/handlers.ts';
import { healthHandlers } from './health/handlers.ts';
import { inviteHandlers } from './invites/handlers.ts';
import { jobsPageHandlers } from './jobs/handlers.ts';
import { moderationPageHandlers } from './moderation/handlers.ts';
import { overviewHandlers } from './overview/handlers.ts';
import { registrationPageHandlers } from './registrations/handlers.ts';
import { releasesPageHandlers } from './releases/handlers.ts';
import { rulesPageHandlers } from './rules/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { type SetupDependencies, setupHandlers } from './setup/handlers.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { webhookHandlers } from './webhooks/handlers.ts';

export type StaffDependencies = SetupDependencies;

export function staffHandlers({ shell, ...parts }: StaffDependencies): Handlers<typeof staffPages> {
  return {
    ...overviewHandlers(shell),
    ...setupHandlers({ shell, ...parts }),
    ...settingsHandlers(shell),
    ...inviteHandlers(shell),
    ...registrationPageHandlers(shell),
    ...rulesPageHandlers(shell),
    ...doorsPageHandlers(shell),
    ...healthHandlers(shell),
    ...tokenHandlers(shell),
    ...webhookHandlers(shell),
    ...moderationPageHandlers(shell),
    ...deletionPageHandlers(shell),
    ...releasesPageHandlers(shell),
    ...accountsPageHandlers(shell),
    ...jobsPageHandlers(shell),
    ...backupsPageHandlers(shell),
    ...auditPageHandlers(shell),
  };
}
