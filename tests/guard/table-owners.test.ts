// Every table has one writer: the feature that src/platform/database/schema/{owner}.ts is named after (or the platform file
// of that name); `{owner}-people.ts` is another file of the same owner. Others may import a table to read or join it.
// Reads what Drizzle's query builder writes and what SQL writes, by the name of the table or by what was imported for it.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Glob } from 'bun';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

const SOURCE = join(import.meta.dir, '../../src');
const SCHEMA = join(SOURCE, 'platform/database/schema');
/** Files whose SQL writes to tables that are named at run time, and the reason. */
const COMPUTED: Readonly<Record<string, string>> = {
  'features/community/people/people.ts': 'follow, block or mute: its own',
  'platform/database/delete-in-batches.ts': 'its callers name their own table, which is checked',
  'features/moving/rows-in.ts': 'an import fills every table of an empty database',
  'platform/jobs/jobs.ts': "the job engine's own tables, which are in no schema of ours",
  'platform/jobs/stored-jobs.ts': 'the same',
};
const SCHEMA_IMPORT = /import (?:type )?\{([^}]*)\} from '[^']*\/schema\/([a-z]+)(?:-[a-z]+)*\.ts'/g;

/** Writes of `text` to tables that it imports from another owner than `ownerOfFile`. */
function listForeignWrites(text: string, ownerOfFile: string): readonly string[] {
  const found: string[] = [];
  for (const [, names = '', owner] of text.matchAll(SCHEMA_IMPORT)) {
    if (owner === ownerOfFile) continue;
    for (const part of names.split(',')) {
      const name = part.trim().split(' as ').at(-1)?.trim() ?? '';
      const write = new RegExp(`(\\.(insert|update|delete)\\(|\\bdeleteInBatches\\(\\s*\\w+,)\\s*${name}\\b`);
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
  const batches = text.replace('tx.insert(p).values({})', 'deleteInBatches(db, p, sql`true`)');
  expect(listForeignWrites(batches, 'community')).toEqual(['p']);
  const second = text.replace('accounts.ts', 'accounts-keys.ts');
  expect(listForeignWrites(second, 'accounts')).toEqual([]);
  expect(listForeignWrites(second, 'community')).toEqual(['p']);
});

const SQL_WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?("?[a-z_]+"?|\$\{[^}]+\})|\bcopy\s+("?[a-z_]+"?|\$\{[^}]+\})[^`]*?\bfrom\s+stdin/gi;

/** Owner of each table by its name in SQL. */
async function readOwners(): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const file of new Glob('*.ts').scanSync(SCHEMA)) {
    const declared: Readonly<Record<string, unknown>> = await import(join(SCHEMA, file));
    const owner = basename(file, '.ts').replace(/-.*$/, '');
    for (const value of Object.values(declared)) if (is(value, PgTable)) owners.set(getTableName(value), owner);
  }
  return owners;
}

/** Writes in the SQL of `text` to tables of another owner than `ownerOfFile`, and to tables that it computes. */
function listForeignSql(text: string, ownerOfFile: string, owners: ReadonlyMap<string, string>): readonly string[] {
  const imported = new Map<string, string>();
  for (const [, names = '', owner = ''] of text.matchAll(SCHEMA_IMPORT)) {
    for (const part of names.split(',')) imported.set(part.trim().split(' as ').at(-1)?.trim() ?? '', owner);
  }
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(SQL_WRITE)].flatMap(([, named, copied]) => {
    const name = (named ?? copied ?? '').replaceAll('"', '');
    const variable = /^\$\{(.+)\}$/.exec(name)?.[1];
    if (variable === undefined) return (owners.get(name) ?? ownerOfFile) === ownerOfFile ? [] : [name];
    const owner = imported.get(variable);
    if (owner === undefined) return ['a computed table'];
    return owner === ownerOfFile ? [] : [variable];
  });
}

test('the check sees a foreign write in SQL and allows the own', async () => {
  const owners = await readOwners();
  expect(owners.get('post')).toBe('community');
  expect(owners.get('follow')).toBe('community');
  const text = [
    'sql`insert into post (id) values (1)`',
    'sql`with t as (update "comment" c set body = 1 returning 1) delete from mute`',
    'sql`copy follow (a) from stdin`; sql`copy post to stdout`; sql`select 1 from post for update`',
  ].join(';\n');
  expect(listForeignSql(text, 'community', owners)).toEqual([]);
  expect(listForeignSql(text, 'accounts', owners)).toEqual(['post', 'comment', 'mute', 'follow']);
  const byImport = `import { attachment as file } from '../platform/database/schema/uploads.ts';\nsql\`update \${file} set x = 1\``;
  expect(listForeignSql(byImport, 'uploads', owners)).toEqual([]);
  expect(listForeignSql(byImport, 'community', owners)).toEqual(['file']);
  expect(listForeignSql(`sql\`delete from \${sql.raw(name)}\``, 'community', owners)).toEqual(['a computed table']);
});

test('no table has a second writer', async () => {
  const owners = await readOwners();
  const computed = new Set<string>();
  const offenders = [...new Glob('**/*.ts').scanSync(SOURCE)]
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('platform/database/schema/'))
    .flatMap((file) => {
      const owner = /^features\/([^/]+)\//.exec(file)?.[1] ?? basename(file, '.ts');
      const text = readFileSync(join(SOURCE, file), 'utf8');
      const inSql = listForeignSql(text, owner, owners);
      if (inSql.includes('a computed table')) computed.add(file);
      return [...listForeignWrites(text, owner), ...inSql]
        .filter((table) => table !== 'a computed table')
        .map((table) => `${file} writes ${table}`);
    });
  expect(offenders).toEqual([]);
  expect([...computed].sort()).toEqual(Object.keys(COMPUTED).sort());
});
