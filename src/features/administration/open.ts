// Opens administration: overview and health, accounts, releases, jobs and the audit trail, for administrators. It owns no table; each room calls the
// feature that owns what it changes.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { AccountAdministration } from '../accounts/staff/administration.ts';
import { accountsAdministrationHandlers } from './accounts/handlers.ts';
import { type AuditAdministrationDependencies, auditAdministrationHandlers } from './audit/handlers.ts';
import { administrationContract } from './contract.ts';
import { type HealthDependencies, healthAdministrationHandlers } from './health/handlers.ts';
import { type JobsAdministrationDependencies, jobsAdministrationHandlers } from './jobs/handlers.ts';
import { type OverviewDependencies, overviewAdministrationHandlers } from './overview/handlers.ts';
import { registrationsAdministrationHandlers } from './registrations/handlers.ts';
import { releasesAdministrationHandlers } from './releases/handlers.ts';
import { bindContentSweep, type MoveDependencies } from './releases/moves.ts';

export interface AdministrationDependencies
  extends AuditAdministrationDependencies,
    JobsAdministrationDependencies,
    MoveDependencies,
    OverviewDependencies,
    HealthDependencies {
  readonly accounts: AccountAdministration;
}

/** Jobs of administration. They are bound before it is opened, since it works with the opened jobs. */
export const bindAdministrationJobs = (objects: Objects): readonly BoundJob[] => [bindContentSweep(objects)];

export const openAdministration = (dependencies: AdministrationDependencies): readonly BoundRoute[] =>
  bindRoutes(administrationContract, {
    ...accountsAdministrationHandlers(dependencies.accounts),
    ...registrationsAdministrationHandlers(dependencies.accounts),
    ...releasesAdministrationHandlers(dependencies),
    ...jobsAdministrationHandlers(dependencies),
    ...auditAdministrationHandlers(dependencies),
    ...overviewAdministrationHandlers(dependencies),
    ...healthAdministrationHandlers(dependencies),
  });
