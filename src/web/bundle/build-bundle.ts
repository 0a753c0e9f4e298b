// Builds what the browser gets: the start script, a file per island, and a style per section, with content hashes in their
// names. The result depends on the sources alone, so two machines make the same bytes.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const WEB_ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where a bundle says what it has. */
export const PLAN_FILE = 'bundle.json';

/** Styles that others import. */
const STYLE_PARTS = new Set(['tokens.css', 'base.css', 'ui.css', 'search-field.css']);

const script = z.object({ file: z.string(), imports: z.array(z.string()) });

/** Folders called `…-parts` have the parts of one island. */
const ISLAND = /^islands\/(?!.*-parts\/).*\.tsx$/;

/** What a bundle has, as stored beside its files. */
export const planSchema = z.object({
  start: script,
  /** Island → its file, and the files that it imports. */
  islands: z.record(z.string(), script),
  /** Style → its file. */
  styles: z.record(z.string(), z.string()),
  /** Picture of the pages themselves → its file. */
  assets: z.record(z.string(), z.string()),
  /** The client for programs as one module. */
  client: z.string(),
  files: z.array(z.string()),
});
export type BundlePlan = z.infer<typeof planSchema>;

const FONT = '@fontsource-variable/figtree';
const fontSchema = z.object({ version: z.string() });

/** Sources of the bundle, relative to the folder of the web. */
export function listBundleSources(): readonly string[] {
  const globs = [
    ...['{islands,client,ui,markdown}/**/*.{ts,tsx}', 'messages/say.ts', 'styles/*.css', 'assets/*'],
    '../../packages/client/src/**/*.ts',
  ];
  return globs
    .flatMap((glob) => [...new Bun.Glob(glob).scanSync(WEB_ROOT)])
    .filter((path) => !/\.(?:test|fixture)\.tsx?$/.test(path))
    .sort();
}

/** Builds into an empty folder. Throws when a source cannot be built. */
export async function buildBundle(folder: string): Promise<BundlePlan> {
  const sources = listBundleSources();
  const islands = sources.filter((path) => ISLAND.test(path) && basename(path) !== 'island.tsx');
  const styles = sources.filter((path) => path.startsWith('styles/') && !STYLE_PARTS.has(basename(path)));
  const built = await Bun.build({
    entrypoints: ['islands/start.ts', ...islands, ...styles].map((path) => join(WEB_ROOT, path)),
    root: WEB_ROOT,
    outdir: folder,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    sourcemap: 'external',
    external: ['*.woff2'],
    metafile: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  await Promise.all(built.outputs.filter(({ path }) => path.endsWith('.js')).map(({ path }) => removeDebugId(path)));
  const outputs = Object.entries(built.metafile?.outputs ?? {}).map(([path, { entryPoint = '', imports }]) => ({
    file: basename(path),
    entry: entryPoint,
    imports: imports.filter(({ kind }) => kind === 'import-statement').map((found) => basename(found.path)),
  }));
  const importsOf = new Map(outputs.map(({ file, imports }) => [file, imports]));
  const outputOf = (path: string): BundlePlan['start'] => {
    const found = outputs.find(({ entry }) => entry.endsWith(`src/web/${path}`));
    if (found === undefined) throw new Error(`the bundle has no ${path}`);
    return { file: found.file, imports: closure(found.file, importsOf) };
  };
  const hydrate = outputOf('islands/hydrate.ts');
  const files = built.outputs.map(({ path }) => basename(path));
  const [assets, client, font] = await Promise.all([
    copyAssets(sources, folder),
    buildClient(folder),
    copyFont(folder),
  ]);
  return {
    start: outputOf('islands/start.ts'),
    islands: Object.fromEntries(
      islands.map((path) => {
        const { file, imports } = outputOf(path);
        return [nameOf(path), { file, imports: [...new Set([hydrate.file, ...hydrate.imports, ...imports])] }];
      }),
    ),
    styles: Object.fromEntries(styles.map((path) => [nameOf(path), outputOf(path).file])),
    assets: Object.fromEntries(assets.map((file) => [file.replace(/-[0-9a-f]{8}(?=\.)/, ''), file])),
    client,
    files: [...files, ...assets, client, font].sort(),
  };
}

/** The id that tools of error reports look for. It cannot be compressed, and pages load many small files. */
async function removeDebugId(path: string): Promise<void> {
  const code = await Bun.file(path).text();
  await Bun.write(path, code.replace(/\n+\/\/# debugId=\w+\s*$/, '\n'));
}

/** Builds the package for programs into one module without imports, for those who have nothing but this instance. */
async function buildClient(folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(WEB_ROOT, '../../packages/client/src/index.ts')],
    outdir: folder,
    target: 'browser',
    format: 'esm',
    naming: { entry: 'livehouse-client-[hash].[ext]' },
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error('the bundle has no client');
  return basename(output.path);
}

/** Latin letters of the font, under the name that the style sheet has for them: its version, as the address never changes. */
async function copyFont(folder: string): Promise<string> {
  const manifest = Bun.file(Bun.resolveSync(`${FONT}/package.json`, WEB_ROOT));
  const { version } = fontSchema.parse(await manifest.json());
  const file = `figtree-${version.replaceAll('.', '-')}.woff2`;
  const source = Bun.resolveSync(`${FONT}/files/figtree-latin-wght-normal.woff2`, WEB_ROOT);
  await Bun.write(join(folder, file), Bun.file(source));
  return file;
}

const nameOf = (path: string): string => basename(path).replace(/\.\w+$/, '');

/** All files that a script imports, directly or not. */
function closure(file: string, importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const other of importsOf.get(name) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      visit(other);
    }
  };
  visit(file);
  found.delete(file);
  return [...found];
}

/** Pictures of the pages themselves, named by their content. */
async function copyAssets(sources: readonly string[], folder: string): Promise<readonly string[]> {
  const assets = sources.filter((path) => path.startsWith('assets/'));
  return Promise.all(
    assets.map(async (path) => {
      const bytes = await Bun.file(join(WEB_ROOT, path)).bytes();
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 8);
      const file = basename(path).replace(/(?=\.\w+$)/, () => `-${digest}`);
      await Bun.write(join(folder, file), bytes);
      return file;
    }),
  );
}
