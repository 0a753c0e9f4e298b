// Writes docs/commands.md from the list of commands and from what they answer: each is run with `--help`, in wrong ways, and in
// an empty data directory. Part of `npm run gen`; with `--check` it writes nothing, and fails if the page or an answer is not as
// it must be (tests/guard/commands.test.ts).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../src/app/commands/command-line.ts';
import { COMMANDS, type CommandEntry, usageOf } from '../src/app/commands/command-table.ts';
import type { Terminal } from '../src/app/terminal.ts';
import { VARIABLES } from '../src/platform/config/variables.ts';

const PAGE = join(import.meta.dir, '../docs/commands.md');

/** Those that run on, or whose result depends on the machine. */
const NOT_RUN = ['serve', 'doctor'];

interface Run {
  readonly code: number;
  readonly text: string;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

/** Runs a command in this process. */
async function run(words: readonly string[]): Promise<Run> {
  const lines: string[] = [];
  let errors: Run['errors'] = [];
  const terminal: Terminal = {
    json: false,
    say: (line) => void lines.push(line),
    note: (line) => void lines.push(line),
    result: ({ errors: reported }) => {
      if (Array.isArray(reported)) errors = reported;
    },
    progress: () => undefined,
    clear: () => undefined,
  };
  const code = await runCommandLine(words, terminal);
  return { code, errors, text: lines.join('\n') };
}

/** Arguments of commands, as somebody may write them. */
const samples = (missing: string): Readonly<Record<string, string>> => ({
  DIR: missing,
  PLACE: missing,
  URL: 'http://127.0.0.1:1',
  SERVER: 'jp',
  RELEASE: '0'.repeat(64),
  A: '0'.repeat(64),
  B: '1'.repeat(64),
  REGION: 'jp',
  EMAIL: 'nobody@example.org',
  ADDRESS: 'somebody@example.org',
  ROLE: 'member',
  KIND: 'write',
});

interface Described {
  readonly page: string;
  readonly problems: string[];
}

async function describe(): Promise<Described> {
  const folder = mkdtempSync(join(tmpdir(), 'livehouse-commands-'));
  try {
    // Nothing of this machine's settings counts: an empty value is no value.
    for (const name of Object.keys(VARIABLES)) process.env[name] = '';
    Object.assign(process.env, { LIVEHOUSE_DATA: join(folder, 'data'), PROVIDER_URL: 'off' });
    return await describeIn(join(folder, 'missing'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describeIn(missing: string): Promise<Described> {
  const problems: string[] = [];
  const rows: string[] = [];
  for (const entry of COMMANDS) {
    const name = entry.words.join(' ');
    problems.push(...(await judgeUse(entry)).map((problem) => `${name}: ${problem}`));
    let outcome = 'not applicable';
    if (!NOT_RUN.includes(name)) {
      const { code, errors, text } = await run([
        ...entry.words,
        ...argumentsOf(entry, samples(missing)),
        ...(CONFIRMED[name] ?? []),
      ]);
      const [error] = errors;
      const isPlain = code === 0 ? errors.length === 0 : code === 1 && error !== undefined;
      const isSaid = error === undefined || text.endsWith(`(${error.code})`);
      if (!isPlain || !isSaid || error?.code === '' || error?.code === 'internal_error') {
        problems.push(`${name}: exits with ${code}, ${JSON.stringify(errors)} in an empty data directory`);
      }
      outcome = code === 0 ? '0' : `${code}, \`${error?.code}\``;
    }
    rows.push(`| \`livehouse ${usageOf(entry).replaceAll('|', '\\|')}\` | ${entry.summary} | ${outcome} |`);
  }
  return { page: writePage(rows), problems };
}

/** What a command asks for before it does anything that cannot be undone. */
const CONFIRMED: Readonly<Record<string, readonly string[]>> = { 'accounts delete': ['--yes'] };

const argumentsOf = (entry: CommandEntry, values: Readonly<Record<string, string>>): readonly string[] =>
  (entry.parameters ?? [])
    .filter((parameter) => !parameter.startsWith('['))
    .map((parameter) => values[parameter] ?? 'x');

/** What is wrong with the help of a command, and with how it refuses wrong usage. */
async function judgeUse(entry: CommandEntry): Promise<readonly string[]> {
  const problems: string[] = [];
  const usage = `livehouse ${usageOf(entry)}`;
  const help = await run([...entry.words, '--help']);
  if (help.code !== 0) problems.push(`--help exits with ${help.code}`);
  if (!help.text.includes(usage) || !help.text.includes(entry.summary)) problems.push('--help does not describe it');
  const least = argumentsOf(entry, {});
  const wrong = [
    [...least, '--no-such-option'],
    [...(entry.parameters ?? []).map(() => 'x'), 'one-too-many'],
    ...(least.length === 0 ? [] : [least.slice(1)]),
    ...Object.keys(entry.options ?? {}).map((option) => [...least, `--${option}`]),
  ];
  for (const words of wrong) {
    const { code, errors } = await run([...entry.words, ...words]);
    const [error] = errors;
    if (code !== 2 || error?.code !== 'wrong_usage' || !error.message.includes(`Usage: ${usage}`)) {
      problems.push(`"${words.join(' ')}" exits with ${code}, ${JSON.stringify(errors)}`);
    }
  }
  return problems;
}

const writePage = (rows: readonly string[]): string => `# Commands

After this page you know every command, its arguments and options, and how it ends. \`npm run gen\` writes this page from the list of
commands, after running each of them; a test compares it.

Run commands with the environment and as the user of the service ([operating](operating.md#start-the-service)):
\`npx livehouse …\` in a checkout, \`sudo -u livehouse …\` beside a unit of systemd, \`docker compose exec livehouse node
bin/livehouse.js …\` in a container. \`livehouse help\`, \`livehouse COMMAND --help\` and \`livehouse --version\` work everywhere.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | failed: an error with a code and a sentence that says what to do |
| 2 | wrong usage: an argument is missing, too many or malformed, or an option is unknown. Nothing was done, and the usage is printed |

With \`--json\`, every command prints exactly one line of JSON on standard output: \`{"ok":true,…}\`, or
\`{"ok":false,"errors":[{"file","path","code","message"}]}\`. Everything else is on standard error. In text, the code follows the sentence in
parentheses.

The last column says how a command ends in an empty data directory, with arguments that name nothing: its exit code, and the code
of its error.

| command | what it does | where nothing is there |
| --- | --- | --- |
${rows.join('\n')}

## Codes that every command may have

| code | meaning |
| --- | --- |
| \`wrong_usage\` | exit code 2; the message has the usage |
| \`invalid_configuration\` | a variable is malformed; all mistakes are listed |
| \`installation_missing\` | there is no database or no release where the settings lead |
| \`wrong_user\` | the data belongs to another user, and the command writes |
| \`schema_differs\` | the database is of another version: run \`livehouse migrate\`, or the newer version |
| \`database_unavailable\` | the database does not answer |
| \`storage_unavailable\` | the object store does not answer |
| \`storage_full\` | a disk is full |
| \`system_error\` | the operating system refused something; its own message follows |
| \`internal_error\` | a mistake in Livehouse; the log has the place |

## Recurring jobs

\`livehouse jobs run KIND\` runs a job that the service runs by a schedule, in its own process, beside a service or without one, and
waits for its end. It has the time limit that it has in the service. What a job enqueues, such as mails, is sent by the service.
\`livehouse jobs run\` lists the kinds. Errors of its own are \`job_off\` (a variable that the job needs is not set), \`job_expired\`,
\`interrupted\` and \`maintenance\` (jobs wait during maintenance).
`;

const { page, problems } = await describe();
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== page) problems.push('docs/commands.md is not what `npm run gen` writes');
} else writeFileSync(PAGE, page);
for (const problem of problems) console.error(problem);
// Engines that a command left open must not hold this process.
process.exit(problems.length === 0 ? 0 : 1);
