// docs/configuration.md lists exactly the variables that are read, in their order, with default and meaning.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OIDC_VARIABLES } from '../../src/platform/config/oidc.ts';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';
import { VARIABLES } from '../../src/platform/config/variables.ts';

test('docs/configuration.md contains the table of variables', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs/configuration.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const expected = [...Object.entries(VARIABLES), ...Object.entries(OIDC_VARIABLES)].map(
    ([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback} | ${meaning} |`,
  );
  expect(rows).toEqual(expected);
});
