// Structured logs on standard error, so that standard output stays free for command output: one JSON object per event,
// or one readable line on a terminal. Messages are understandable without their fields; fields are for queries. Logs
// never contain bodies, cookies, mail addresses or client addresses.
import { maskUserInfo } from '../config/values.ts';
import type { LogLevel } from '../config/variables.ts';
import { formatLogLine } from './log-line.ts';

type LogFields = Readonly<Record<string, unknown>>;

type LogFormat = 'json' | 'text';

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
  /** Receives whole lines. Default: standard error. */
  readonly write?: (line: string) => void;
}

/** A log that drops events below `level`. */
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

/** Name, message, stack and causes (at most five) of an error, for the log. Addresses in it are without user and password. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return maskUserInfo(String(error));
  // Drizzle's errors contain the query's parameters (personal data) in message and stack. Only the query text is
  // logged.
  const query = 'query' in error && 'params' in error ? String(error.query) : undefined;
  return {
    name: error.name,
    message: query === undefined ? maskUserInfo(error.message) : `Failed query: ${query}`,
    stack:
      query === undefined
        ? error.stack && maskUserInfo(error.stack)
        : error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause === undefined || depth === 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
