// Publishes a snapshot as `livehouse publish` does, but without the SQLite file for queries, so that a benchmark can compare
// the two. A process of its own, like the command. Arguments: the directory of the snapshot, and of the data.
import { join } from 'node:path';
import { DERIVATIONS } from '../src/app/derivations.ts';
import { publish } from '../src/features/release/publish/publish.ts';
import { openDiskObjects } from '../src/platform/objects/disk/objects.ts';

const [, , directory = '', dataDirectory = ''] = process.argv;
const objects = openDiskObjects(join(dataDirectory, 'objects'));
await publish({ directory, objects, dataDirectory, derivations: DERIVATIONS, promote: true, dryRun: false });
await objects.close();
