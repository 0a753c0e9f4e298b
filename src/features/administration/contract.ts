// All routes of administration that this feature serves. Those about the instance itself are in features/instance.
import { accountsAdministration } from './accounts/contract.ts';
import { auditAdministration } from './audit/contract.ts';
import { healthAdministration } from './health/contract.ts';
import { jobsAdministration } from './jobs/contract.ts';
import { overviewAdministration } from './overview/contract.ts';
import { registrationsAdministration } from './registrations/contract.ts';
import { releasesAdministration } from './releases/contract.ts';

export const administrationContract = {
  ...accountsAdministration,
  ...releasesAdministration,
  ...jobsAdministration,
  ...auditAdministration,
  ...overviewAdministration,
  ...healthAdministration,
  ...registrationsAdministration,
};
