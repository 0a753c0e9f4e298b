// Nothing runs on half of something: where an import is unfinished the service does not start.
import { requireNoImport } from '../../features/moving/target.ts';
import type { Config } from '../../platform/config/config.ts';
import { openObjects } from '../open-objects.ts';

/** Throws OperatorError `import_unfinished` where an import was begun and not brought to its end. */
export async function requireFinishedImport(config: Config): Promise<void> {
  const objects = openObjects(config);
  try {
    await requireNoImport(objects);
  } finally {
    await objects.close();
  }
}
