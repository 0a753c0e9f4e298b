// Pages that are generated from the code are as it is: every command, run with `--help`, in wrong ways and in an empty data
// directory, answers as docs/commands.md says, and docs/retention.md has the periods that the sweeps use.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/config/package-root.ts';

test.each([['generate-commands.ts'], ['generate-retention.ts']])('%s writes the page as it is', async (name) => {
  const tool = join(PACKAGE_ROOT, 'tools', name);
  const child = Bun.spawn([process.execPath, '--no-env-file', tool, '--check'], { stderr: 'pipe', stdout: 'ignore' });
  expect(await new Response(child.stderr).text()).toBe('');
  expect(await child.exited).toBe(0);
});
