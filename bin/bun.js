#!/usr/bin/env node
// Runs the Bun that npm installed beside this project with the given arguments and takes over its exit code.
// Bun itself is pinned in package.json; nothing has to be installed on the machine besides Node and npm.
import { spawn } from 'node:child_process';
import { bunPath } from './bun-path.js';

const child = spawn(bunPath(), process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
