#!/usr/bin/env node
// `livehouse …`: starts the service or one of its commands under the pinned Bun. Everything else is in src/main.ts.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bunPath } from './bun-path.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
// --no-env-file: `.env` belongs to the package root and is read by src/platform/config/config.ts, wherever one stands.
const child = spawn(bunPath(), ['--no-env-file', main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
