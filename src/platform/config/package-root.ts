// Where the service is installed.
import { fileURLToPath } from 'node:url';

/** Folder that contains package.json, and `data/`, `.env` and `examples/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
