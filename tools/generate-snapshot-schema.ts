// Writes docs/snapshot.schema.json, which editors use to complete and check a snapshot.json. Run it after a change of
// src/features/release/snapshot/descriptor-schema.ts; a unit test there fails until the two match.
import { presentSnapshotSchema } from '../src/features/release/snapshot/descriptor-schema.ts';

const target = `${import.meta.dir}/../docs/snapshot.schema.json`;
await Bun.write(target, JSON.stringify(presentSnapshotSchema(), null, 2));
// The formatter of the project determines the layout, as for every JSON file here.
const biome = `${import.meta.dir}/../node_modules/.bin/biome`;
const { exitCode } = Bun.spawnSync([biome, 'format', '--write', target], { stdout: 'inherit', stderr: 'inherit' });
process.exitCode = exitCode;
