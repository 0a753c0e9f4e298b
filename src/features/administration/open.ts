// Opens administration: overview and health, accounts, releases, jobs and the audit trail, for administrators. It owns no table; each room calls the
// feature that owns what it changes.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { AccountAdministration } from '../accounts/staff/administration.ts';
import { accountsAdministrationHandlers } from './accounts/handlers.ts';
import { type AuditAdministrationParts, auditAdministrationHandlers } from './audit/handlers.ts';
import { administrationContract } from './contract.ts';
import { type HealthParts, healthAdministrationHandlers } from './health/handlers.ts';
import { type JobsAdministrationParts, jobsAdministrationHandlers } from './jobs/handlers.ts';
import { type OverviewParts, overviewAdministrationHandlers } from './overview/handlers.ts';
import { releasesAdministrationHandlers } from './releases/handlers.ts';
import type { MoveParts } from './releases/moves.ts';

export interface AdministrationOptions
  extends AuditAdministrationParts,
    JobsAdministrationParts,
    MoveParts,
    OverviewParts,
    HealthParts {
  readonly accounts: AccountAdministration;
}

export const openAdministration = (options: AdministrationOptions): readonly BoundRoute[] =>
  bindRoutes(administrationContract, {
    ...accountsAdministrationHandlers(options.accounts),
    ...releasesAdministrationHandlers(options),
    ...jobsAdministrationHandlers(options),
    ...auditAdministrationHandlers(options),
    ...overviewAdministrationHandlers(options),
    ...healthAdministrationHandlers(options),
  });
