// All routes of the staff pages.
import { accountsPages } from './accounts/contract.ts';
import { auditPages } from './audit/contract.ts';
import { healthPages } from './health/contract.ts';
import { invitePages } from './invites/contract.ts';
import { jobsPages } from './jobs/contract.ts';
import { moderationPages } from './moderation/contract.ts';
import { overviewPages } from './overview/contract.ts';
import { releasesPages } from './releases/contract.ts';
import { settingsPages } from './settings/contract.ts';
import { setupPages } from './setup/contract.ts';
import { webhookPages } from './webhooks/contract.ts';

export const staffPages = {
  ...overviewPages,
  ...setupPages,
  ...settingsPages,
  ...releasesPages,
  ...accountsPages,
  ...healthPages,
  ...invitePages,
  ...jobsPages,
  ...auditPages,
  ...webhookPages,
  ...moderationPages,
};
