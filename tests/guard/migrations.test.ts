// The declared tables and the migrations match. If they do not, run `npm run gen`.
import { expect, test } from 'bun:test';
import { planMigration } from '../../tools/generate-migrations.ts';

test('schema and migrations do not differ', async () => {
  expect((await planMigration()).statements).toEqual([]);
});
