// Writes what packages/repository.ts says into the packages: `repository` and `homepage` of package.json, and absolute links in
// the README, which npm shows without the files beside it. While the repository is not set, both stay without it. Part of
// `npm run gen`; a test compares the files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { REPOSITORY } from '../packages/repository.ts';

const ROOT = join(import.meta.dir, '..');
export const PACKAGES = ['packages/client', 'packages/publish'];

/** package.json with the repository, or without it. */
export function nameRepository(text: string, folder: string, repository: string): string {
  const { repository: _, homepage: __, ...others }: Record<string, unknown> = JSON.parse(text);
  const named = {
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}/tree/main/${folder}#readme`,
  };
  const entries = Object.entries(others).flatMap((entry) =>
    entry[0] === 'license' && repository !== '' ? [...Object.entries(named), entry] : [entry],
  );
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

/** A README whose links to files of the repository are absolute; relative without a repository. */
export function linkFiles(text: string, folder: string, repository: string): string {
  return text.replace(
    /\]\((?:https:\/\/[^)\s]*?\/blob\/main\/([^)\s]+)|(\.[^)\s]*))\)/g,
    (_, absolute: string, own: string) => {
      const path = absolute ?? posix.join(folder, own);
      return `](${repository === '' ? relative(folder, path) : `${repository}/blob/main/${path}`})`;
    },
  );
}

/** The files of the packages as they must be, by path. */
export function writePackages(repository: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of PACKAGES) {
    const [description, readme] = [join(folder, 'package.json'), join(folder, 'README.md')];
    files.set(description, nameRepository(readFileSync(join(ROOT, description), 'utf8'), folder, repository));
    files.set(readme, linkFiles(readFileSync(join(ROOT, readme), 'utf8'), folder, repository));
  }
  return files;
}

if (import.meta.main) {
  const files = writePackages(REPOSITORY);
  for (const [path, text] of files) writeFileSync(join(ROOT, path), text);
  // The formatter decides how package.json looks.
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const paths = PACKAGES.map((folder) => join(ROOT, folder, 'package.json'));
  await Bun.spawn([biome, 'format', '--write', ...paths], { cwd: ROOT, stdout: 'ignore', stderr: 'inherit' }).exited;
}
