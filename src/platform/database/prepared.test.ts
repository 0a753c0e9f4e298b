import { expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { prepareWrite, writeSql } from './prepared.ts';
import { post } from './schema/community.ts';

const dialect = new PgDialect();
const id = '00000000-0000-4000-8000-000000000000';
const inner = sql`p.author_id = ${id}::uuid and ${sql.raw('true')}`;

const statements: readonly SQL[] = [
  sql`select 1`,
  sql`select ${1}::int, ${'a'}, ${null}, ${true}, ${"it's $1"}`,
  sql`select ${sql.raw('p.id')} from post p where ${inner} and (${sql`${inner} or p.id = ${id}`}) limit ${sql.raw('3')}`,
  sql`select ${undefined} from t`,
  sql`select ${sql.identifier('like')} from ${post} where ${post.id} = ${id} and x in ${[1, 2]}`,
  sql`select ${sql.param(7)} ${sql.join([sql`a`, sql`${2}`], sql`, `)}`,
  sql`select ${sql`${3}`.inlineParams()}`,
];

test.each(statements.map((statement, at) => [at, statement] as const))(
  'statement %p is as Drizzle writes it',
  (_, it) => {
    const { sql: text, params } = dialect.sqlToQuery(it);
    expect(writeSql(it)).toEqual({ text, values: params });
  },
);

test('what is bound at each call stands once for each name, whatever else is bound', () => {
  const me = sql.placeholder('me');
  const { text, values } = writeSql(sql`select ${1}, ${me}, (${sql`${sql.placeholder('id')} ${me}`}), ${'a'}`);
  expect(text).toBe('select $1, $2, ($3 $2), $4');
  expect(values).toEqual([1, me, sql.placeholder('id'), 'a']);
});

test('a statement is written once for each shape', () => {
  const written: string[] = [];
  const statement = prepareWrite(({ order }: { readonly order: 'a' | 'b' }) => {
    written.push(order);
    return sql`select ${sql.placeholder('x')} order by ${sql.raw(order)}`;
  });
  expect(statement.write({ order: 'a' }).text).toBe('select $1 order by a');
  expect(statement.write({ order: 'b' }).text).toBe('select $1 order by b');
  expect(statement.write({ order: 'a' })).toBe(statement.write({ order: 'a' }));
  expect(written).toEqual(['a', 'b']);
});

test('a shape that is not finite does not compile', () => {
  // @ts-expect-error A number may be any number.
  prepareWrite(({ limit }: { readonly limit: number }) => sql`select ${sql.raw(String(limit))}`);
  // @ts-expect-error A string may be any string.
  prepareWrite(({ name }: { readonly name: string; readonly isOld: boolean }) => sql`select ${sql.raw(name)}`);
  const statement = prepareWrite(({ limit }: { readonly limit: 21 | 51 }) => sql`select ${sql.raw(String(limit))}`);
  expect(statement.write({ limit: 51 }).text).toBe('select 51');
});
