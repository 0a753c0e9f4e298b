#!/usr/bin/env node
// `livehouse-types URL SERVER [--release R]`: prints the TypeScript declarations of a catalog, for `connect<…>()`.
import { parseArgs } from 'node:util';
import { LivehouseError, readDeclarations } from '../dist/index.js';

const USAGE = 'Usage: livehouse-types URL SERVER [--release R]';

try {
  const { values, positionals } = parseArgs({ options: { release: { type: 'string' } }, allowPositionals: true });
  const [url, server] = positionals;
  if (url === undefined || server === undefined || positionals.length > 2) throw new TypeError(USAGE);
  const { text } = await readDeclarations(url, server, values);
  process.stdout.write(text);
} catch (error) {
  const code = error instanceof LivehouseError ? ` (${error.code})` : '';
  console.error(`error  ${error instanceof Error ? error.message : error}${code}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
