// Prevents the service from starting while an import is unfinished.
import { requireNoImport } from '../../features/moving/target.ts';
import type { Config } from '../../platform/config/config.ts';
import { openObjects } from '../open-objects.ts';

/** Throws OperatorError `import_unfinished` if an import was started and not completed. */
export async function requireFinishedImport(config: Config): Promise<void> {
  const objects = openObjects(config);
  try {
    await requireNoImport(objects);
  } finally {
    await objects.close();
  }
}
