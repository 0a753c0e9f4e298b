// `livehouse-publish DIR --to ADDRESS`: what `livehouse publish DIR --to ADDRESS` does, with Node and without the service. Both
// run the same modules; this one has no data directory, so every run reads all files.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../../../src/app/command.ts';
import { publishElsewhere } from '../../../src/app/commands/elsewhere/publish-elsewhere.ts';
import { describeFault, describeMistake, printFailure } from '../../../src/app/commands/output/failure.ts';
import { openTerminal, type Terminal } from '../../../src/app/terminal.ts';
import { hashFiles } from './hash-files.ts';

const USAGE = 'Usage: livehouse-publish DIR --to ADDRESS [--no-promote] [--strict] [--allow-loss] [--json]';
const HELP = `${USAGE}

Publishes a snapshot folder to a Livehouse instance. The token is read from LIVEHOUSE_TOKEN.

  DIR             the folder with snapshot.json; the current folder without it
  --to ADDRESS    address of the instance, such as https://example.org
  --no-promote    stores the release without making it current
  --strict        refuses a snapshot that has warnings
  --allow-loss    publishes also if most of a collection is gone
  --json          prints the result as one line of JSON
  -h, --help      prints this text
  -v, --version   prints the version`;

const OPTIONS = {
  to: { type: 'string' },
  'no-promote': { type: 'boolean' },
  strict: { type: 'boolean' },
  'allow-loss': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readWords(words);
  if (values.help) {
    terminal.say(HELP);
    terminal.result({ ok: true, usage: USAGE });
    return 0;
  }
  if (values.version) {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    terminal.say(version);
    terminal.result({ ok: true, version });
    return 0;
  }
  if (values.to === undefined || positionals.length > 1 || positionals.includes('')) throw new UsageError(USAGE);
  const token = process.env.LIVEHOUSE_TOKEN;
  return publishElsewhere({
    to: values.to,
    directory: resolve(positionals[0] ?? '.'),
    context: { terminal, config: () => ({ publishToken: token === '' ? undefined : token }) },
    choices: {
      promote: values['no-promote'] !== true,
      strict: values.strict === true,
      allowLoss: values['allow-loss'] === true,
    },
    hashFiles,
  });
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('. ')[0] : 'Wrong options';
    throw new UsageError(`${detail}. ${USAGE}`);
  }
}

const terminal = openTerminal(process.argv.includes('--json'));
process.exitCode = await run(process.argv.slice(2), terminal).catch((error: unknown) =>
  printFailure(error, describeMistake(error, terminal) ?? describeFault(error, terminal), terminal),
);
