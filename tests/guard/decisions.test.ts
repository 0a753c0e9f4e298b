// Every dependency of the service has a page that explains it, and the list of these pages is complete.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'docs/decisions');

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const section = list.slice(list.indexOf('## Dependencies'), list.indexOf('## Refused'));
const linksIn = (text: string): readonly (readonly [name: string, page: string])[] =>
  [...text.matchAll(/\[([^\]]+)\]\(([a-z0-9-]+\.md)\)/g)].map((found) => [found[1] ?? '', found[2] ?? '']);

test('the list names the dependencies of the service and no others', () => {
  const named = linksIn(section.slice(0, section.indexOf('FFmpeg is'))).map(([name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test('a page names the version that is installed', () => {
  const outdated = linksIn(section).flatMap(([name, page]) => {
    const version = dependencies[name];
    const isNamed = version === undefined || readFileSync(join(FOLDER, page), 'utf8').includes(version);
    return isNamed ? [] : [`${page}: ${name} ${version}`];
  });
  expect(outdated).toEqual([]);
});

test('the list and the pages match', () => {
  const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  expect([...new Set(linksIn(list).map(([, page]) => page))].toSorted()).toEqual(pages.toSorted());
});
