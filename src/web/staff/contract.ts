// All routes of the staff pages.
import { accountsPages } from './accounts/contract.ts';
import { auditPages } from './audit/contract.ts';
import { backupsPages } from './backups/contract.ts';
import { deletionPages } from './deletions/contract.ts';
import { doorsPages } from './doors/contract.ts';
import { healthPages } from './health/contract.ts';
import { invitePages } from './invites/contract.ts';
import { jobsPages } from './jobs/contract.ts';
import { moderationPages } from './moderation/contract.ts';
import { overviewPages } from './overview/contract.ts';
import { registrationPages } from './registrations/contract.ts';
import { releasesPages } from './releases/contract.ts';
import { rulesPages } from './rules/contract.ts';
import { settingsPages } from './settings/contract.ts';
import { setupPages } from './setup/contract.ts';
import { tokenPages } from './tokens/contract.ts';
import { webhookPages } from './webhooks/contract.ts';

export const staffPages = {
  ...overviewPages,
  ...setupPages,
  ...settingsPages,
  ...releasesPages,
  ...accountsPages,
  ...healthPages,
  ...invitePages,
  ...registrationPages,
  ...rulesPages,
  ...doorsPages,
  ...jobsPages,
  ...backupsPages,
  ...auditPages,
  ...tokenPages,
  ...webhookPages,
  ...moderationPages,
  ...deletionPages,
};
