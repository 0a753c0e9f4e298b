// The interface of a command. Commands are in commands/, are loaded on demand, and use this context only.
import type { Config } from '../platform/config/config.ts';
import type { Terminal } from './terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Arguments after the command's words. */
  readonly positionals: readonly string[];
  /** Whether a flag was given. */
  flag(name: string): boolean;
  /** Value of an option, or undefined. */
  option(name: string): string | undefined;
  /** The validated configuration. Throws ConfigError with every mistake. */
  config(): Config;
}

/** Exit code of the process: 0 done, 1 failed. */
export type Command = (context: CommandContext) => Promise<number>;

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
