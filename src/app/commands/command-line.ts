// The command line: finds the command, parses its options, runs it, and converts errors to text or one JSON line and an
// exit code (0 done, 1 failed, 2 wrong usage). A command's module is imported only when it is called.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, checkConfig, readEnvironment, readSoftwareVersion } from '../../platform/config/config.ts';
import { UsageError } from '../command.ts';
import { requireOwner } from '../installation/installation.ts';
import { formatTable, openTerminal, type Terminal } from '../terminal.ts';
import { COMMANDS, type CommandEntry, usageOf } from './command-table.ts';

/** Runs the command in `argv` (without the program) and returns the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal = openTerminal(argv.includes('--json')),
): Promise<number> {
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
  const { parameters = [] } = entry;
  const most = parameters.length;
  const least = parameters.filter((name) => !name.startsWith('[')).length;
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

async function fail(error: unknown, terminal: Terminal): Promise<number> {
  const { describeFault, describeMistake, oneError, printFailure } = await import('./output/failure.ts');
  const describe = async () => {
    if (error instanceof ConfigError) {
      return error.mistakes.flatMap((message) => oneError('invalid_configuration', message));
    }
    return (
      describeMistake(error, terminal) ?? (await describeEngine(error, oneError)) ?? describeFault(error, terminal)
    );
  };
  return printFailure(error, await describe(), terminal);
}

/** What a refusal or an engine reports; undefined for other errors. */
async function describeEngine<Errors>(error: unknown, one: (code: string, message: string) => Errors) {
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
  return undefined;
}

function databaseProblemOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The database cannot be reached';
}
