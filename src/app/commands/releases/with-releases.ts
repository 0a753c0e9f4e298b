// What commands work on that read or change stored releases.
import type { Objects } from '../../../platform/objects/objects.ts';
import type { CommandContext } from '../../command.ts';
import { requireInstallation } from '../../installation/installation.ts';
import { withObjects } from '../../open-objects.ts';

/** Opens the objects of the installation for `work`. Throws OperatorError when there is none. */
export function withReleases<T>(context: CommandContext, work: (objects: Objects) => Promise<T>): Promise<T> {
  const config = context.config();
  requireInstallation(config, 'objects');
  return withObjects(config, work);
}
