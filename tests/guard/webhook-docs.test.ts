// docs/webhooks.md lists exactly the events that the service sends, and the service sends each.
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

test('each event is sent somewhere', () => {
  const sources = [...new Bun.Glob('**/*.ts').scanSync(join(PACKAGE_ROOT, 'src'))]
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('webhooks/events.ts'))
    .map((path) => readFileSync(join(PACKAGE_ROOT, 'src', path), 'utf8'))
    .join('\n');
  // What happens to accounts is reported to `onAccount`, which makes the events of it.
  const isSent = (name: string): boolean => {
    const [subject, what] = name.split('.');
    return sources.includes(subject === 'account' ? `onAccount(tx, { what: '${what}'` : `type: '${name}'`);
  };
  expect(EVENTS.filter((name) => !isSent(name))).toEqual([]);
});
