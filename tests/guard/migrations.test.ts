// The declared tables and the written migrations agree: otherwise `npm run gen` was forgotten.
import { expect, test } from 'bun:test';
import { planMigration } from '../../tools/generate-migrations.ts';

test('schema and migrations do not differ', async () => {
  expect((await planMigration()).statements).toEqual([]);
});
