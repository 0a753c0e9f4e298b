// Opens administration: overview and health, accounts, releases, jobs and the audit trail, for administrators. It owns no table; each room calls the
// feature that owns what it changes.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { AccountAdministration } from '../accounts/staff/administration.ts';
import { accountsAdministrationHandlers } from './accounts/handlers.ts';
import { type AuditAdministrationDependencies, auditAdministrationHandlers } from './audit/handlers.ts';
import { administrationContract } from './contract.ts';
import { type HealthDependencies, healthAdministrationHandlers } from './health/handlers.ts';
import { type JobsAdministrationDependencies, jobsAdministrationHandlers } from './jobs/handlers.ts';
import { type OverviewDependencies, overviewAdministrationHandlers } from './overview/handlers.ts';
import { releasesAdministrationHandlers } from './releases/handlers.ts';
import type { MoveDependencies } from './releases/moves.ts';

export interface AdministrationDependencies
  extends AuditAdministrationDependencies,
    JobsAdministrationDependencies,
    MoveDependencies,
    OverviewDependencies,
    HealthDependencies {
  readonly accounts: AccountAdministration;
}

export const openAdministration = (dependencies: AdministrationDependencies): readonly BoundRoute[] =>
  bindRoutes(administrationContract, {
    ...accountsAdministrationHandlers(dependencies.accounts),
    ...releasesAdministrationHandlers(dependencies),
    ...jobsAdministrationHandlers(dependencies),
    ...auditAdministrationHandlers(dependencies),
    ...overviewAdministrationHandlers(dependencies),
    ...healthAdministrationHandlers(dependencies),
  });
