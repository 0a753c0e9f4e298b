#!/usr/bin/env node
// `livehouse …`: runs src/main.ts, the entry point of all commands, under the pinned Bun.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bunPath } from './bun-path.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
// --no-env-file: src/platform/config/config.ts reads `.env` of the package root, whatever the current directory is.
const child = spawn(bunPath(), ['--no-env-file', main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
