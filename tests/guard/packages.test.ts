// What both packages have in common: their version, where they come from, and what @livehouse/publish shares with the service.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY } from '../../packages/repository.ts';
import { linkFiles, nameRepository, PACKAGES, writePackages } from '../../tools/name-repository.ts';

const ROOT = join(import.meta.dir, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version }: { version: string } = JSON.parse(read('package.json'));

/** What may stand in the package: reading a snapshot and sending it. Engines, routes and pages of the service may not. */
const SHARED = [
  ...['src/kernel/', 'src/http/routing/', 'src/app/command.ts', 'src/app/terminal.ts', 'src/app/commands/elsewhere/'],
  ...['src/app/commands/output/', 'src/features/release/', 'src/features/publications/contract.ts'],
  'src/platform/objects/ingest/stat-',
];

const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from '([^']+)'/gms)].map(([, specifier = '']) => specifier);

/** All files that the modules of a package import, without types. */
function closureOf(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const specifier of importsOf(read(path)))
      if (specifier.startsWith('.')) visit(relative(ROOT, join(ROOT, dirname(path), specifier)));
  };
  visit(entry);
  return found;
}

test('@livehouse/publish consists of its own files and those that it shares with the command', () => {
  const files = [...closureOf('packages/publish/src/main.ts')];
  expect(files).toContain('src/app/commands/elsewhere/publish-elsewhere.ts');
  const isAllowed = (path: string): boolean =>
    path.startsWith('packages/publish/src/') || SHARED.some((part) => path.startsWith(part));
  expect(files.filter((path) => !isAllowed(path))).toEqual([]);
});

test('packages and the action have the version of the service', () => {
  for (const folder of PACKAGES)
    expect([folder, JSON.parse(read(`${folder}/package.json`)).version]).toEqual([folder, version]);
  expect(read('packages/publish/action.yml')).toContain(`npx --yes @livehouse/publish@${version} `);
});

test('packages name the repository as packages/repository.ts does', () => {
  expect(REPOSITORY).toMatch(/^$|^https:\/\/[^/]+\/[^/]+\/[^/]+$/);
  for (const [path, text] of writePackages(REPOSITORY)) {
    const isJson = path.endsWith('.json');
    expect([path, isJson ? JSON.parse(read(path)) : read(path)]).toEqual([path, isJson ? JSON.parse(text) : text]);
  }
});

test('a repository that is set stands in both files, and can be changed and taken back', () => {
  const repository = 'https://example.org/owner/livehouse';
  for (const folder of PACKAGES) {
    const described = nameRepository(read(`${folder}/package.json`), folder, repository);
    expect(JSON.parse(described)).toMatchObject({
      repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
      homepage: `${repository}/tree/main/${folder}#readme`,
    });
    const readme = linkFiles(read(`${folder}/README.md`), folder, repository);
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
    const other = linkFiles(readme, folder, 'https://elsewhere.example/a/b');
    expect(other).not.toContain(repository);
    for (const text of [readme, other])
      expect(linkFiles(text, folder, '')).toBe(linkFiles(read(`${folder}/README.md`), folder, ''));
  }
});
