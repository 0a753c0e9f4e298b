// Structured logs on standard error, so that standard output stays the command's own: one JSON object an event, or one
// readable line where a person looks on. Messages are readable alone; fields are for queries. No bodies, cookies, mail
// addresses or client addresses go in here.
import type { LogLevel } from '../config/config.ts';
import { formatLogLine } from './log-line.ts';

export type LogFields = Readonly<Record<string, unknown>>;

export type LogFormat = 'json' | 'text';

export interface Log {
  readonly format: LogFormat;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const RANK: Readonly<Record<LogLevel, number>> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 };

export interface LogOptions {
  /** Default: `text` on a terminal, else `json`. */
  readonly format?: LogFormat | undefined;
  /** Takes whole lines. Default: standard error. */
  readonly write?: (line: string) => void;
}

/** A log that drops what is below `level`. */
export function openLog(level: LogLevel, options: LogOptions = {}): Log {
  const { format = process.stderr.isTTY ? 'text' : 'json', write = (line) => process.stderr.write(line) } = options;
  const at =
    (name: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}): void => {
      if (RANK[name] < RANK[level]) return;
      const time = new Date();
      write(
        format === 'json'
          ? `${JSON.stringify({ time: time.toISOString(), level: name, message, ...fields }, plain)}\n`
          : `${formatLogLine(time, name, message, JSON.parse(JSON.stringify(fields, plain)))}\n`,
      );
    };
  return { format, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Name, message, stack and cause chain (at most five deep) of an error, for the log. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  // Drizzle's errors carry the query's parameters in message and stack: people's data. The query alone tells enough.
  const query = 'query' in error && 'params' in error ? String(error.query) : undefined;
  return {
    name: error.name,
    message: query === undefined ? error.message : `Failed query: ${query}`,
    stack: query === undefined ? error.stack : error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause === undefined || depth === 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
