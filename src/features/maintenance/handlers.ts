// Handlers of the switch of maintenance. The switch is an object and events are rows, so no transaction covers both: the event is
// written first.
import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { recordAudit } from '../audit/record.ts';
import type { maintenanceContract } from './contract.ts';
import { beginMaintenance, endMaintenance, type Maintenance, readMaintenance } from './store.ts';
import type { MaintenanceWatch } from './watch.ts';

export interface MaintenanceDependencies {
  readonly objects: Objects;
  readonly database: Database;
  readonly watch: MaintenanceWatch;
}

const present = (found: Maintenance | undefined) => ({
  active: found !== undefined,
  message: found?.message ?? null,
  since: found?.since ?? null,
});

export function maintenanceHandlers(dependencies: MaintenanceDependencies): Handlers<typeof maintenanceContract> {
  const { objects, database, watch } = dependencies;
  return {
    adminMaintenanceRead: async () => json(present(await readMaintenance(objects))),
    adminMaintenanceWrite: async ({ body: { active, message = null }, actor }) => {
      const before = present(await readMaintenance(objects)).active;
      if (before !== active) {
        await database.transaction((tx) =>
          recordAudit(tx, {
            actorAccountId: actor.accountId,
            action: 'instance.maintenance',
            subjectKind: 'instance',
            subjectId: 'maintenance',
            before: { active: before },
            after: { active },
          }),
        );
      }
      const next = active ? await beginMaintenance(objects, message) : await endMaintenance(objects);
      await watch.look();
      return json(present(next ?? undefined));
    },
  };
}
