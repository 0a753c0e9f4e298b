// Every table has one writer: the feature that src/platform/schema/{owner}.ts is named after (or the platform file of
// that name); `{owner}-people.ts` is a further file of the same owner's. Others may import a table to read or to join it.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Glob } from 'bun';

const SOURCE = join(import.meta.dir, '../../src');
const SCHEMA_IMPORT = /import (?:type )?\{([^}]*)\} from '[^']*\/schema\/([a-z]+)(?:-[a-z]+)*\.ts'/g;

/** Writes of `text` to tables that it imports from another owner than `ownerOfFile`. */
function listForeignWrites(text: string, ownerOfFile: string): readonly string[] {
  const found: string[] = [];
  for (const [, names = '', owner] of text.matchAll(SCHEMA_IMPORT)) {
    if (owner === ownerOfFile) continue;
    for (const part of names.split(',')) {
      const name = part.trim().split(' as ').at(-1)?.trim() ?? '';
      const write = new RegExp(`\\.(insert|update|delete)\\(\\s*${name}\\b`);
      if (name !== '' && write.test(text)) found.push(name);
    }
  }
  return found;
}

test('the check sees a foreign write and allows the own', () => {
  const text =
    "import { account, profile as p } from '../../platform/database/schema/accounts.ts';\ntx.insert(p).values({});";
  expect(listForeignWrites(text, 'community')).toEqual(['p']);
  expect(listForeignWrites(text, 'accounts')).toEqual([]);
  const second = text.replace('accounts.ts', 'accounts-keys.ts');
  expect(listForeignWrites(second, 'accounts')).toEqual([]);
  expect(listForeignWrites(second, 'community')).toEqual(['p']);
});

test('no table has a second writer', () => {
  const offenders = [...new Glob('**/*.ts').scanSync(SOURCE)]
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('platform/schema/'))
    .flatMap((file) => {
      const owner = /^features\/([^/]+)\//.exec(file)?.[1] ?? basename(file, '.ts');
      return listForeignWrites(readFileSync(join(SOURCE, file), 'utf8'), owner).map(
        (table) => `${file} writes ${table}`,
      );
    });
  expect(offenders).toEqual([]);
});
