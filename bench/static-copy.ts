// What a peer needs to give the same answers as files: the bodies that Livehouse sends, their gzip forms, and its headers.
import type { LoadRequest } from './duel.ts';
import type { StaticFile } from './peers.ts';

/** Made by nginx itself, or different on every answer. */
const OWN_HEADERS = new Set([
  ...['date', 'connection', 'content-length', 'content-type', 'content-encoding', 'content-range', 'etag'],
  ...['x-request-id', 'accept-ranges', 'server'],
]);

export interface StaticCopy {
  readonly files: readonly StaticFile[];
  readonly headers: readonly (readonly [string, string])[];
  readonly mediaType: string;
}

/** Asks a running Livehouse once for every path. Throws when an answer is not 200. */
export async function copyAnswers(port: number, requests: readonly LoadRequest[]): Promise<StaticCopy> {
  const files = new Map<string, StaticFile>();
  let headers: StaticCopy['headers'] = [];
  let mediaType = '';
  for (const { path, headers: sent } of requests) {
    if (files.has(path)) continue;
    const plain = await ask(port, path, 'identity');
    const coded = sent['Accept-Encoding']?.includes('gzip') ? await ask(port, path, 'gzip') : undefined;
    files.set(path, { path: fileOf(path), bytes: plain.bytes, gzip: coded?.bytes });
    headers = [...plain.headers].filter(([name]) => !OWN_HEADERS.has(name));
    mediaType = plain.headers.get('content-type') ?? '';
  }
  return { files: [...files.values()], headers, mediaType };
}

/** The same request for a server of files. Its address is as long as ours, by a query that files do not read. */
export function requestFile({ path, headers }: LoadRequest): LoadRequest {
  const file = fileOf(path);
  return { path: file.length + 1 < path.length ? `${file}?`.padEnd(path.length, '-') : file, headers };
}

/** nginx takes files by the path alone; each address gets a name of its own that any file system takes. */
const fileOf = (path: string): string => `/${Bun.hash(path).toString(36)}.bin`;

async function ask(port: number, path: string, coding: string): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'Accept-Encoding': coding },
    decompress: false,
  });
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return { bytes: await response.bytes(), headers: response.headers };
}
