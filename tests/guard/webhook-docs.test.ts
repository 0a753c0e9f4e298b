// docs/webhooks.md lists exactly the events that the service sends.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS, TEST_EVENT } from '../../src/features/webhooks/events.ts';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';

test('docs/webhooks.md contains each event once, and no other', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs/webhooks.md'), 'utf8');
  const table = page.slice(page.indexOf('## Events'), page.indexOf('## Receiving'));
  const listed = [...table.matchAll(/^\| `([a-z.]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...EVENTS, TEST_EVENT].toSorted());
});
