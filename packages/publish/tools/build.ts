// Builds dist: the program and a worker, as modules for Node that import nothing but Node. `npm run build`; npm also runs it
// before it packs.
import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { BunPlugin } from 'bun';
import { warnWithoutRepository } from '../../repository.ts';
import { Bun as NodeBun } from '../src/bun.ts';

const FOLDER = join(import.meta.dir, '..');
const ROOT = join(FOLDER, '../..');
const WORKER = 'src/platform/objects/ingest/stat-worker.ts';

/** Gives modules that name Bun what `src/bun.ts` has in its place, and the name of the built worker to the module that starts it. */
const forNode: BunPlugin = {
  name: 'for-node',
  setup: (build) => {
    build.onLoad({ filter: /\/src\/(?!bun\.ts).*\.ts$/ }, async ({ path }) => {
      const text = (await Bun.file(path).text()).replace("new URL('./stat-worker.ts'", "new URL('./stat-worker.js'");
      const names = new Set([...text.matchAll(/(?<![\w.])Bun\.(\w+)/g)].map(([, name = '']) => name));
      const unknown = [...names].filter((name) => !Object.hasOwn(NodeBun, name));
      if (unknown.length > 0) throw new Error(`${relative(ROOT, path)} uses Bun.${unknown.join(', Bun.')}`);
      const shim = JSON.stringify(join(FOLDER, 'src/bun.ts'));
      return { contents: names.size === 0 ? text : `import { Bun } from ${shim};\n${text}`, loader: 'ts' };
    });
  },
};

/** Builds the package into `folder`, which has its package.json: modules and the licence. */
export async function buildPublish(folder = FOLDER): Promise<void> {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const built = await Bun.build({
    entrypoints: [join(FOLDER, 'src/main.ts'), join(ROOT, WORKER)],
    outdir: dist,
    naming: '[name].[ext]',
    target: 'node',
    format: 'esm',
    minify: { syntax: true, whitespace: true },
    plugins: [forNode],
  });
  if (!built.success) throw new AggregateError(built.logs, 'the modules cannot be built');
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

if (import.meta.main) {
  await buildPublish();
  warnWithoutRepository();
}
