// Formats a log event as one readable line for a terminal: local time, then for a request its method, path, status and
// duration, for anything else its message and fields. An error's stack follows, indented. Control characters, which may
// come from a request, are never written.

/** Fields that a request line shows in its own format. */
const SHOWN_OF_REQUEST = new Set(['route', 'method', 'path', 'status', 'outcome', 'milliseconds', 'requestId']);
const PATH_SHOWN = 200;

/** Formats an event. `fields` contains plain JSON values. */
export function formatLogLine(
  time: Date,
  level: string,
  message: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join(':');
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  const isRequest = message === 'request';
  const rest = Object.entries(fields).filter(([name]) => !isRequest || !SHOWN_OF_REQUEST.has(name));
  const words = rest.filter(([, value]) => !isError(value)).map(([name, value]) => `${name}=${presentValue(value)}`);
  const text = [isRequest ? presentRequest(fields) : message, ...words].join(' ');
  const errors = rest.flatMap(([, value]) => (isError(value) ? presentError(value) : []));
  return [`${clock} ${mark}${text}`, ...errors].map(clean).join('\n');
}

function presentRequest({ method, path, status, outcome, milliseconds }: Readonly<Record<string, unknown>>): string {
  const shown = String(path ?? '');
  const duration =
    typeof milliseconds === 'number'
      ? `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
      : '';
  return [
    method,
    shown.length > PATH_SHOWN ? `${shown.slice(0, PATH_SHOWN)}…` : shown,
    status,
    ...(outcome === String(status) ? [] : [outcome]),
    duration,
  ].join(' ');
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
}

function isError(value: unknown): value is LoggedError {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

function presentError({ name, message, stack, cause }: LoggedError): readonly string[] {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [
    `    ${name}: ${message}`,
    ...frames.map((frame) => `      ${frame.trim()}`),
    ...(isError(cause) ? presentError(cause) : []),
  ];
}

function presentValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

/** NOTE: the C1 range too, because terminals interpret U+009B as the start of a control sequence. */
function clean(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass.
  return line.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
