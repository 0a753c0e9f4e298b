// The command line: finds the command, parses its options, runs it, and converts errors to text or one JSON line and an
// exit code (0 done, 1 failed, 2 wrong usage). A command's module is imported only when it is called.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, checkConfig, readEnvironment, readSoftwareVersion } from '../../platform/config/config.ts';
import { type Command, UsageError } from '../command.ts';
import { requireOwner } from '../installation/installation.ts';
import { formatTable, openTerminal, type Terminal } from '../terminal.ts';

interface CommandEntry {
  /** The words that select the command. */
  readonly words: readonly string[];
  /** Names of its arguments; `[…]` is optional. */
  readonly parameters: readonly string[];
  readonly flags?: readonly string[];
  /** Options with a value: name → placeholder. */
  readonly options?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** It writes to the data directory, which only the owner of the data may do. */
  readonly writes?: true;
  readonly load: () => Promise<Command>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    words: ['serve'],
    parameters: [],
    flags: ['no-worker'],
    options: { workers: 'N' },
    summary: 'run the service, with --workers in several processes',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    words: ['work'],
    parameters: [],
    flags: ['init'],
    summary: 'run background jobs without serving requests',
    load: async () => (await import('./work.ts')).workCommand,
  },
  {
    words: ['init'],
    parameters: ['DIR'],
    flags: ['update', 'print'],
    summary: 'write a descriptor for a folder of tables and media, add what is new to it, or print a draft',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    words: ['publish'],
    parameters: ['DIR'],
    flags: ['no-promote', 'dry-run', 'strict', 'allow-loss'],
    options: { to: 'ADDRESS' },
    summary: 'turn a snapshot directory into a release, here or with --to on another instance',
    writes: true,
    load: async () => (await import('./publish.ts')).publishCommand,
  },
  {
    words: ['releases', 'list'],
    parameters: ['[SERVER]'],
    summary: 'list servers and their releases',
    load: async () => (await import('./releases/releases.ts')).listCommand,
  },
  {
    words: ['releases', 'show'],
    parameters: ['SERVER', '[RELEASE]'],
    summary: 'show one release in detail',
    load: async () => (await import('./releases/releases.ts')).showCommand,
  },
  {
    words: ['releases', 'promote'],
    parameters: ['SERVER', 'RELEASE'],
    summary: 'make a stored release current',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).promoteCommand,
  },
  {
    words: ['releases', 'rollback'],
    parameters: ['SERVER'],
    summary: 'make the previous release current',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).rollbackCommand,
  },
  {
    words: ['releases', 'verify'],
    parameters: ['SERVER', '[RELEASE]'],
    summary: 'read every byte of a release and check every digest',
    load: async () => (await import('./releases/upkeep.ts')).verifyCommand,
  },
  {
    words: ['releases', 'diff'],
    parameters: ['SERVER', 'A', 'B'],
    summary: 'compare two releases',
    load: async () => (await import('./releases/compare.ts')).diffCommand,
  },
  {
    words: ['releases', 'gc'],
    parameters: ['[SERVER]'],
    flags: ['dry-run'],
    options: { keep: 'N' },
    summary: 'remove objects that no kept release needs',
    writes: true,
    load: async () => (await import('./releases/upkeep.ts')).collectCommand,
  },
  {
    words: ['releases', 'retire'],
    parameters: ['SERVER'],
    summary: 'remove a server from the registry',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).retireCommand,
  },
  {
    words: ['provider', 'sync'],
    parameters: ['REGION'],
    options: { what: 'LIST' },
    summary: 'fetch a region of the provider into the cache',
    writes: true,
    load: async () => (await import('./provider.ts')).syncCommand,
  },
  {
    words: ['migrate'],
    parameters: [],
    flags: ['init'],
    summary: 'apply pending database migrations',
    writes: true,
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    words: ['upgrade'],
    parameters: [],
    options: { programs: 'DIR' },
    summary: 'move the embedded database to the PostgreSQL that this version brings',
    writes: true,
    load: async () => (await import('./upgrade.ts')).upgradeCommand,
  },
  {
    words: ['export'],
    parameters: ['DIR'],
    summary: 'export rows, objects and releases to a folder',
    writes: true,
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    words: ['import'],
    parameters: ['DIR'],
    summary: 'import an export into an empty instance',
    writes: true,
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    words: ['setup-link'],
    parameters: [],
    summary: 'print the link that makes the first administrator',
    writes: true,
    load: async () => (await import('./setup-link.ts')).setupLinkCommand,
  },
  {
    words: ['accounts', 'create'],
    parameters: ['EMAIL'],
    flags: ['password-stdin', 'unverified', 'init'],
    options: { role: 'ROLE' },
    summary: 'create an account; without a password, print a link to set one',
    writes: true,
    load: async () => (await import('./accounts.ts')).createCommand,
  },
  {
    words: ['accounts', 'list'],
    parameters: [],
    summary: 'list all accounts',
    writes: true,
    load: async () => (await import('./accounts.ts')).listCommand,
  },
  {
    words: ['accounts', 'grant'],
    parameters: ['EMAIL', 'ROLE'],
    summary: 'give a role: member, moderator or administrator',
    writes: true,
    load: async () => (await import('./accounts.ts')).grantCommand,
  },
  {
    words: ['accounts', 'revoke'],
    parameters: ['EMAIL'],
    summary: 'set the role back to member and end all sessions',
    writes: true,
    load: async () => (await import('./accounts.ts')).revokeCommand,
  },
  {
    words: ['accounts', 'restrict'],
    parameters: ['EMAIL', 'KIND'],
    options: { until: 'ISO', reason: 'CODE', message: 'TEXT' },
    summary: 'restrict an account (sign_in, write or upload) and mail its owner',
    writes: true,
    load: async () => (await import('./accounts.ts')).restrictCommand,
  },
  {
    words: ['accounts', 'lift'],
    parameters: ['EMAIL', 'KIND'],
    summary: 'lift a restriction',
    writes: true,
    load: async () => (await import('./accounts.ts')).liftCommand,
  },
  {
    words: ['accounts', 'suspend'],
    parameters: ['EMAIL'],
    options: { reason: 'CODE', message: 'TEXT' },
    summary: 'suspend an account until it is reinstated, and mail its owner',
    writes: true,
    load: async () => (await import('./accounts.ts')).suspendCommand,
  },
  {
    words: ['accounts', 'reinstate'],
    parameters: ['EMAIL'],
    summary: 'reinstate a suspended account',
    writes: true,
    load: async () => (await import('./accounts.ts')).reinstateCommand,
  },
  {
    words: ['accounts', 'reset-factor'],
    parameters: ['EMAIL'],
    summary: 'remove the second factor and all passkeys of an account, end its sessions and tokens, and mail its owner',
    writes: true,
    load: async () => (await import('./accounts.ts')).resetFactorCommand,
  },
  {
    words: ['doctor'],
    parameters: [],
    summary: 'check the configuration and every engine',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    words: ['openapi'],
    parameters: [],
    summary: 'print the OpenAPI document',
    load: async () => (await import('./describe.ts')).openApiCommand,
  },
  {
    words: ['types'],
    parameters: ['URL', 'SERVER'],
    options: { release: 'R' },
    summary: 'print TypeScript declarations of the catalog of an instance, for programs',
    load: async () => (await import('./types.ts')).typesCommand,
  },
  {
    words: ['routes'],
    parameters: [],
    summary: 'print every route with the lines of its contract and handler',
    load: async () => (await import('./describe.ts')).routesCommand,
  },
];

/** Runs the command in `argv` (without the program) and returns the exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal(argv.includes('--json'));
  try {
    return await runCommand(argv, terminal);
  } catch (error) {
    return fail(error, terminal);
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = argv.filter((word) => word !== '--json');
  if (first === '--version' || first === '-v') {
    const version = readSoftwareVersion();
    terminal.say(version);
    terminal.result({ ok: true, version });
    return 0;
  }
  if (first === 'help' || argv.includes('--help') || argv.includes('-h')) {
    const words = argv.filter((word) => !word.startsWith('-') && word !== 'help');
    for (const line of helpText(words)) terminal.say(line);
    terminal.result({ ok: true, commands: COMMANDS.map(usageOf) });
    return 0;
  }
  const entry = findCommand(argv.filter((word) => !word.startsWith('-')));
  const { values, positionals } = parseOptions(entry, argv);
  const most = entry.parameters.length;
  const least = entry.parameters.filter((name) => !name.startsWith('[')).length;
  if (positionals.length < least || positionals.length > most || positionals.includes('')) {
    throw new UsageError(`Usage: livehouse ${usageOf(entry)}`);
  }
  const command = await entry.load();
  return command({
    terminal,
    positionals,
    flag: (name) => values[name] === true,
    option: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    config: () => {
      const config = checkConfig(readEnvironment());
      if (entry.writes) requireOwner(config);
      return config;
    },
  });
}

function findCommand(words: readonly string[]): CommandEntry {
  const found = COMMANDS.find((entry) => entry.words.every((word, i) => words[i] === word));
  if (found !== undefined) return found;
  const group = COMMANDS.filter((entry) => entry.words[0] === words[0]).map((entry) => entry.words[1]);
  if (words[0] === undefined) throw new UsageError('A command is missing. "livehouse help" lists all commands.');
  if (group.length > 0) throw new UsageError(`livehouse ${words[0]} takes one of: ${group.join(', ')}`);
  throw new UsageError(`Unknown command "${words[0]}". "livehouse help" lists all commands.`);
}

function parseOptions(entry: CommandEntry, argv: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' } };
  for (const flag of entry.flags ?? []) options[flag] = { type: 'boolean' };
  for (const name of Object.keys(entry.options ?? {})) options[name] = { type: 'string' };
  const args = [...argv];
  for (const word of entry.words) args.splice(args.indexOf(word), 1);
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('. ')[0] : 'Wrong options';
    throw new UsageError(`${detail}. Usage: livehouse ${usageOf(entry)}`);
  }
}

function usageOf(entry: CommandEntry): string {
  const options = Object.entries(entry.options ?? {}).map(([name, value]) => `[--${name} ${value}]`);
  const flags = (entry.flags ?? []).map((name) => `[--${name}]`);
  return [...entry.words, ...entry.parameters, ...options, ...flags].join(' ');
}

function helpText(words: readonly string[]): readonly string[] {
  const chosen = COMMANDS.filter((entry) => words.every((word, i) => entry.words[i] === word));
  const shown = chosen.length > 0 ? chosen : COMMANDS;
  return [
    "Livehouse: a self-hosted home for a game's data and its community.",
    '',
    ...formatTable(shown.map((entry) => [`  livehouse ${usageOf(entry)}`, entry.summary])),
    '',
    'Every command takes --json: one line of JSON on standard output, everything else on standard error.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage. Configuration: docs/configuration.md, "livehouse doctor".',
  ];
}

interface ReportedError {
  readonly file: string;
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

async function fail(error: unknown, terminal: Terminal): Promise<number> {
  const usage = error instanceof UsageError;
  const errors = await describeFailure(error, terminal);
  terminal.clear();
  terminal.result({ ok: false, errors });
  for (const { file, path, code, message } of errors) {
    const place = [file, path].filter((part) => part !== '').join(' ');
    terminal.note(`${usage ? '' : 'error  '}${place === '' ? '' : `${place}: `}${message}${usage ? '' : ` (${code})`}`);
  }
  return usage ? 2 : 1;
}

async function describeFailure(error: unknown, terminal: Terminal): Promise<readonly ReportedError[]> {
  const one = (code: string, message: string): readonly ReportedError[] => [{ file: '', path: '', code, message }];
  if (error instanceof UsageError) return one('wrong_usage', error.message);
  if (error instanceof ConfigError) {
    return error.mistakes.map((message) => ({ file: '', path: '', code: 'invalid_configuration', message }));
  }
  const { OperatorError } = await import('../../features/release/common/operator-error.ts');
  if (error instanceof OperatorError) {
    const { formatFinding, presentFinding } = await import('./output/findings.ts');
    for (const finding of error.findings.filter(({ severity }) => severity === 'warning')) {
      terminal.note(formatFinding(finding));
    }
    return error.findings.filter(({ severity }) => severity === 'error').map(presentFinding);
  }
  const { isRefusal } = await import('../../kernel/refusal.ts');
  if (isRefusal(error)) return one(error.code, error.message);
  const { isDatabaseFull, isDatabaseUnavailable } = await import('../../platform/database/errors.ts');
  const { findSchemaDifference } = await import('../../platform/database/migrate.ts');
  const difference = findSchemaDifference(error);
  if (difference !== undefined) return one('schema_differs', difference.message);
  if (isDatabaseFull(error)) return one('storage_full', 'The disk of the database is full');
  if (isDatabaseUnavailable(error)) return one('database_unavailable', databaseProblemOf(error));
  const { ObjectsUnavailable } = await import('../../platform/objects/objects.ts');
  if (error instanceof ObjectsUnavailable) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return one('storage_unavailable', `${error.message}${cause}`);
  }
  // An operating system error (disk full, permission denied): its own message is the most helpful.
  if (error instanceof Error && 'code' in error && 'syscall' in error) return one('system_error', error.message);
  if (error instanceof Error && error.stack !== undefined) terminal.note(error.stack);
  return one('internal_error', error instanceof Error ? error.message : String(error));
}

function databaseProblemOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The database cannot be reached';
}
