// Builds dist: ES modules by Bun, declarations by tsc. `npm run build`; npm also runs it before it packs.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { warnWithoutRepository } from '../../repository.ts';

const FOLDER = join(import.meta.dir, '..');
const ROOT = join(FOLDER, '../..');

/** Builds the package into `folder`, which has its package.json: modules, declarations and the licence. */
export async function buildClient(folder = FOLDER): Promise<void> {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const built = await Bun.build({
    entrypoints: [join(FOLDER, 'src/index.ts'), join(FOLDER, 'src/uploads.ts')],
    outdir: dist,
    target: 'browser',
    format: 'esm',
    splitting: true,
    naming: { chunk: 'shared-[hash].[ext]' },
  });
  if (!built.success) throw new AggregateError(built.logs, 'the modules cannot be built');
  await writeDeclarations(dist);
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Writes the declarations of all modules. */
export async function writeDeclarations(dist: string): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const tsc = Bun.spawn([process.execPath, compiler, '-p', join(FOLDER, 'tsconfig.json'), '--outDir', dist], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await tsc.exited) !== 0) throw new Error('the declarations cannot be written');
  // The compiler keeps the names of the sources.
  for (const path of new Bun.Glob('**/*.d.ts').scanSync({ cwd: dist, absolute: true })) {
    const text = await Bun.file(path).text();
    await Bun.write(path, text.replace(/(?<=(?:from|import\()\s*['"]\.[^'"]+)\.ts(?=['"])/g, '.js'));
  }
}

if (import.meta.main) {
  await buildClient();
  warnWithoutRepository();
}
