// Parsers for single configuration values. A zod schema describes a value; its parser takes the text of a variable and
// returns the validated value, or throws an Error whose message continues a sentence that starts with the variable's
// name.
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';

/** A row of the configuration table. `read` returns the validated value or throws an Error with a readable message. */
export interface Variable<T> {
  readonly meaning: string;
  readonly fallback: string;
  readonly read: (text: string | undefined) => T;
  /** The value must not be shown to anybody. */
  readonly isSecret?: true;
}

/** A variable as the administration shows it. */
export interface VariableState {
  readonly name: string;
  readonly meaning: string;
  readonly fallback: string;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Null when it is not set, and for secrets. User and password of an address are left out. */
  readonly value: string | null;
}

export function variable<T>(meaning: string, fallback: string, read: (text: string | undefined) => T): Variable<T> {
  return { meaning, fallback, read };
}

/** Like `variable`, for a value that is a secret or may contain one. */
export const secret: typeof variable = (...row) => ({ ...variable(...row), isSecret: true });

/** A text without the user and the password of the addresses in it. `https:` needs no slashes to be one. */
export const maskUserInfo = (text: string): string =>
  text.replace(/(https?:|[a-z][a-z0-9+.-]*:\/\/)([/\\]*)[^/\\?#\n]*@/gi, (_, scheme: string, slashes: string) => {
    return `${scheme}${slashes}…@`;
  });

/** The parser of a schema. Reports only the first issue, so that a value has one mistake. */
export function reader<T>(schema: z.ZodType<T, string | undefined>): (text: string | undefined) => T {
  return (text) => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    throw new Error(result.error.issues[0]?.message ?? 'is malformed');
  };
}

/** Not `^https?$`: with exactly that pattern zod also refuses forms that `URL` accepts, such as `https:example.org`. */
export const HTTP = /^(?:http|https)$/;
const withoutLastSlash = (url: URL): string => `${url.origin}${url.pathname.replace(/\/+$/, '')}`;

/** A URL with one of the schemes that `protocol` matches. */
export const address = (protocol: RegExp, error: string) =>
  z.url({ protocol, error }).transform((text) => new URL(text));

/** An http or https URL without user name, query and fragment, as origin and path without trailing slash. */
export const plainAddress = (error: string) =>
  address(HTTP, error)
    .refine(({ search, hash, username }) => search === '' && hash === '' && username === '', error)
    .transform(withoutLastSlash);

export const integer = (fallback: number, min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  const schema = z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
  return reader(schema.default(fallback));
};

export const word = <const W extends string>(words: readonly W[], fallback: NoInfer<W>) =>
  reader(z.enum(words, `must be one of ${words.join(', ')}`).default(fallback));

/** A folder, which may not exist yet. */
export function readFolder(path: string): string {
  for (let part = path; part !== dirname(part); part = dirname(part)) {
    const found = lookAt(part);
    if (found === 'file') throw new Error(`must be a folder: ${part} is a file`);
    if (found === 'folder') return path;
  }
  return path;
}

function lookAt(path: string): 'folder' | 'file' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    // Nothing is there, or its parent is a file, or this user may not look: then making it says so.
    return undefined;
  }
}

export const readText = reader(z.string().optional());

/** Printable ASCII, as a header takes it. */
export const readMetricsToken = reader(
  z
    .string()
    .regex(/^[!-~]{16,256}$/, 'must be 16 to 256 printable characters without spaces')
    .optional(),
);

export const readHost = reader(
  z
    .string()
    .refine((host) => isIP(host) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(host), 'must be an IP address or a host name')
    .default('0.0.0.0'),
);

export const readBaseUrl = reader(
  z
    .url('must be an address such as https://example.org')
    .transform((text) => new URL(text))
    .refine(({ protocol }) => HTTP.test(protocol.slice(0, -1)), 'must begin with http:// or https://')
    .refine(
      ({ username, password, search, hash }) => username === '' && password === '' && search === '' && hash === '',
      'must not contain a user name, a query or a fragment',
    )
    .transform(withoutLastSlash)
    .optional(),
);

export const readProviderUrl = (text: string | undefined): string | undefined =>
  text === 'off' ? undefined : readBaseUrl(text ?? 'https://bestdori.com');

const BYTE_UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
]);

/** A number of bytes, plain or with a binary unit (`512MiB`). */
export const byteCount = (fallback: number, min: number) => {
  const schema = z
    .string()
    .transform((text) => {
      const match = /^(\d{1,15}) ?([KMGT]iB)?$/.exec(text);
      return Number(match?.[1]) * (BYTE_UNITS.get(match?.[2] ?? '') ?? Number.NaN);
    })
    .refine(
      (value) => Number.isSafeInteger(value) && value >= min,
      `must be a number of bytes, such as 512MiB or 4GiB, and at least ${min}`,
    );
  return reader(schema.default(fallback));
};

const DATABASE_ERROR = 'must be an address such as postgres://user:password@host:5432/database';

export const readDatabaseUrl = reader(
  z
    .url({ protocol: /^postgres(?:ql)?$/, error: DATABASE_ERROR, abort: true })
    .refine((text) => new URL(text).pathname.length > 1, DATABASE_ERROR)
    .optional(),
);

export const readRedisUrl = reader(
  z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://user:password@host:6379/0' }).optional(),
);

/** Of a document that is fetched over a guarded connection, which decides whether `http` is allowed. */
export const readUpdateAddress = reader(
  z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org/livehouse.json' })
    .refine((text) => {
      const { username, password, hash } = new URL(text);
      return username === '' && password === '' && hash === '';
    }, 'must not contain a user name or a fragment')
    .optional(),
);

export const readHeaderPrefix = reader(
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, 'must be 1 to 31 letters, digits or hyphens')
    .default('Service'),
);

export const readLevelVersion = reader(
  z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/, 'must be a version such as 1.1.3')
    .default('1.1.3'),
);
