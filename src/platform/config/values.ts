// Readers of single values of the configuration: the text of a variable in, the checked value out, or an Error with a
// sentence.
import { isIP } from 'node:net';

/** A row of the configuration table. `read` returns the checked value or throws an Error with a sentence. */
export interface Variable<T> {
  readonly meaning: string;
  readonly fallback: string;
  readonly read: (text: string | undefined) => T;
}

export function variable<T>(meaning: string, fallback: string, read: (text: string | undefined) => T): Variable<T> {
  return { meaning, fallback, read };
}

export function integer(fallback: number, min: number, max: number): (text: string | undefined) => number {
  return (text) => {
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

export function word<const W extends string>(words: readonly W[], fallback: W): (text: string | undefined) => W {
  return (text) => {
    if (text === undefined) return fallback;
    const found = words.find((candidate) => candidate === text);
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return found;
  };
}

export function readHost(text: string | undefined): string {
  const host = text ?? '0.0.0.0';
  if (isIP(host) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(host)) throw new Error('must be an IP address or a host name');
  return host;
}

export function readBaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Error('must be an address such as https://example.org');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must hold no user name, query or fragment');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function readProviderUrl(text: string | undefined): string | undefined {
  return text === 'off' ? undefined : readBaseUrl(text ?? 'https://bestdori.com');
}

const BYTE_UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
]);

/** A number of bytes, plain or with a binary unit (`512MiB`). */
export function byteCount(fallback: number, min: number): (text: string | undefined) => number {
  return (text) => {
    if (text === undefined) return fallback;
    const match = /^(\d{1,15}) ?([KMGT]iB)?$/.exec(text);
    const value = Number(match?.[1]) * (BYTE_UNITS.get(match?.[2] ?? '') ?? Number.NaN);
    if (!Number.isSafeInteger(value) || value < min) {
      throw new Error(`must be a number of bytes, such as 512MiB or 4GiB, and at least ${min}`);
    }
    return value;
  };
}

export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new Error('must be an address such as postgres://user:password@host:5432/database');
  }
  return text;
}

export const readText = (text: string | undefined): string | undefined => text;

export function readHeaderPrefix(text: string | undefined): string {
  const prefix = text ?? 'Service';
  if (!/^[A-Za-z][A-Za-z0-9-]{0,30}$/.test(prefix)) throw new Error('must be 1 to 31 letters, digits or hyphens');
  return prefix;
}

export function readLevelVersion(text: string | undefined): string {
  const version = text ?? '1.1.3';
  if (!/^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$/.test(version)) throw new Error('must be a version such as 1.1.3');
  return version;
}
