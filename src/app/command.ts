// What a command is: its line of help, its options, and what it does. Commands live in commands/, are loaded when they
// are called, and know the world through this context alone.
import type { Config } from '../platform/config/config.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** What follows the command's words. */
  readonly positionals: readonly string[];
  /** Whether a flag was given. */
  flag(name: string): boolean;
  /** Value of an option, or undefined. */
  option(name: string): string | undefined;
  /** The checked configuration. Throws ConfigError with every mistake. */
  config(): Config;
}

/** Exit code of the process: 0 done, 1 failed. */
export type Command = (context: CommandContext) => Promise<number>;

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
