import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { maintenanceContract } from './contract.ts';
import { type MaintenanceDependencies, maintenanceHandlers } from './handlers.ts';

export { MaintenanceWatch } from './watch.ts';

export const openMaintenanceRoutes = (dependencies: MaintenanceDependencies): readonly BoundRoute[] =>
  bindRoutes(maintenanceContract, maintenanceHandlers(dependencies));
