// Builds the bundle into the folder that the argument names, each file compressed once. A process of its own: its working
// directory goes into the hashes of Bun.build, so that it is always that of the package, and its memory ends with it.
import { join } from 'node:path';
import { encodeBytes } from '../../platform/files/codings.ts';
import { buildBundle, PLAN_FILE } from './build-bundle.ts';

/** Each file is compressed once for as long as the bundle stands. */
const BROTLI_QUALITY = 11;

async function compress(path: string): Promise<void> {
  if (path.endsWith('.map') || /\.(?:png|woff2)$/.test(path)) return;
  const { br } = await encodeBytes(await Bun.file(path).bytes(), BROTLI_QUALITY);
  if (br !== undefined) await Bun.write(`${path}.br`, br);
}

const [folder = ''] = process.argv.slice(2);
const plan = await buildBundle(folder);
await Promise.all(plan.files.map((file) => compress(join(folder, file))));
await Bun.write(join(folder, PLAN_FILE), JSON.stringify(plan));
