#!/usr/bin/env node
// `livehouse-types URL SERVER [--release R]`: prints the TypeScript declarations of a catalog, for `connect<…>()`.
import { parseArgs } from 'node:util';
import { LivehouseError, readDeclarations } from '../dist/index.js';

const USAGE = 'Usage: livehouse-types URL SERVER [--release R]';
const HELP = `${USAGE}

Prints the TypeScript declarations of a catalog, for connect<Servers>().

  URL            address of a Livehouse, such as https://example.org
  SERVER         one of its servers, such as demo
  --release R    the release with this id, instead of the current one
  -h, --help     prints this text
`;

const options = { release: { type: 'string' }, help: { type: 'boolean', short: 'h' } };

async function run() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return HELP;
  const [url, server] = positionals;
  if (url === undefined || server === undefined || positionals.length > 2) throw new TypeError(USAGE);
  const { text } = await readDeclarations(url, server, { release: values.release });
  return text;
}

try {
  process.stdout.write(await run());
} catch (error) {
  const code = error instanceof LivehouseError ? ` (${error.code})` : '';
  console.error(`error  ${error instanceof Error ? error.message : error}${code}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
