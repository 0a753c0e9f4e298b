// npm run check:document: both forms of the interface document pass the linter without a finding. Its rules stand in
// redocly.yaml.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInterface } from '../src/app/interface-document.ts';
import { DOCUMENT_PROFILES } from '../src/http/openapi/document.ts';

const ROOT = join(import.meta.dir, '..');
const LINTER = join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

const folder = await mkdtemp(join(tmpdir(), 'livehouse-document-'));
try {
  const files = await Promise.all(
    DOCUMENT_PROFILES.map(async (profile) => {
      const file = join(folder, `${profile}.json`);
      await writeFile(file, JSON.stringify(describeInterface({ profile }), undefined, 2));
      return file;
    }),
  );
  const linter = Bun.spawn(['node', LINTER, 'lint', ...files, '--config', join(ROOT, 'redocly.yaml')], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = await linter.exited;
} finally {
  await rm(folder, { recursive: true, force: true });
}
