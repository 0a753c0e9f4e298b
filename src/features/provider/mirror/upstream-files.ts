// The kinds of upstream files and their validation on arrival: lists, records, asset JSON, media. JSON is recognised by
// parsing, not by media type; HTML pages by media type and by their first bytes (provider sheet, parts 1 and 7).
import { open } from 'node:fs/promises';
import { isObject } from '../../../kernel/is-object.ts';
import { UpstreamUnavailable } from '../../../platform/outside/upstream.ts';
import type { Arrived, Want } from './mirror.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Size limits (decisions, "Provider"). */
const JSON_BYTES_MAX = 32 * 1024 * 1024;
const MEDIA_BYTES_MAX = 512 * 1024 * 1024;
const HEAD_BYTES = 512;

/** The type of a document's top-level value. */
type TopLevel = 'object' | 'array';

const ACCEPT_JSON = 'application/json, */*;q=0.5';

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether bytes start like an HTML page. */
function isPage(head: Buffer): boolean {
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  return text.startsWith('<!doctype html') || text.startsWith('<html') || text.startsWith('<head');
}

/** Parses JSON strictly; undefined when the bytes are not UTF-8 or not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function judgeJson(arrived: Arrived, topLevel: TopLevel): Promise<'good' | 'missing'> {
  if (isPage(await readHead(arrived.path))) return 'missing';
  if (/^(?:image|audio|video|font)\//.test(arrived.mediaType))
    throw new UpstreamUnavailable('the document has a media type');
  const value = parseJson(await Bun.file(arrived.path).bytes());
  const isRight = topLevel === 'array' ? Array.isArray(value) : isObject(value);
  if (!isRight) throw new UpstreamUnavailable('the document is not what it should be');
  // Upstream's dynamic routes report errors in this form.
  if (value !== null && typeof value === 'object' && 'result' in value && value.result === false) {
    throw new UpstreamUnavailable('the document reports an error');
  }
  return 'good';
}

const jsonWant = (path: string, freshMs: number, judge: Want['judge'], mayBeMissing = true): Want => ({
  path,
  space: 'documents',
  accept: ACCEPT_JSON,
  maxBytes: JSON_BYTES_MAX,
  freshMs,
  mayBeMissing,
  judge,
});

/** A document about the whole provider, which must exist. */
export const wantList = (path: string): Want =>
  jsonWant(path, HOUR_MS, (arrived) => judgeJson(arrived, 'object'), false);

/** One record; it may be missing. */
export const wantRecord = (path: string): Want => jsonWant(path, DAY_MS, (arrived) => judgeJson(arrived, 'object'));
export const wantChart = (path: string): Want => jsonWant(path, 7 * DAY_MS, (arrived) => judgeJson(arrived, 'array'));
export const wantFileList = (path: string): Want => jsonWant(path, DAY_MS, (arrived) => judgeJson(arrived, 'array'));
/** JSON among the game files; may be missing. */
export const wantAssetJson = (path: string): Want =>
  jsonWant(path, 7 * DAY_MS, (arrived) => judgeJson(arrived, 'object'));
/**
 * Like `wantAssetJson`, but JSON that cannot be parsed counts as existing and unusable, not as a failure of upstream.
 */
export const wantLooseJson = (path: string): Want =>
  jsonWant(path, DAY_MS, async (arrived) => (isPage(await readHead(arrived.path)) ? 'missing' : 'good'));
/** Any static document. */
export const wantAnyJson = (path: string): Want =>
  jsonWant(path, HOUR_MS, async (arrived) => {
    if (isPage(await readHead(arrived.path))) return 'missing';
    if (parseJson(await Bun.file(arrived.path).bytes()) === undefined)
      throw new UpstreamUnavailable('the document is no JSON');
    return 'good';
  });

interface MediaKind {
  readonly mediaType: string;
  /** Whether bytes start like this type; used only where upstream's media type does not tell. */
  readonly begins: (head: Buffer) => boolean;
}

export const PNG: MediaKind = {
  mediaType: 'image/png',
  begins: (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
};
export const MP3: MediaKind = {
  mediaType: 'audio/mpeg',
  begins: (head) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
};
export const MP4: MediaKind = {
  mediaType: 'video/mp4',
  begins: (head) => head.toString('latin1', 4, 8) === 'ftyp',
};

const UNTYPED: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** A media file of one type, or any file (`kind` undefined); may be missing. */
export function wantMedia(path: string, kind: MediaKind | undefined): Want {
  return {
    path,
    space: 'media',
    accept: '*/*',
    maxBytes: MEDIA_BYTES_MAX,
    freshMs: 30 * DAY_MS,
    mayBeMissing: true,
    judge: async (arrived) => {
      const head = await readHead(arrived.path);
      if (isPage(head)) return 'missing';
      if (kind === undefined) return 'good';
      const family = kind.mediaType.slice(0, kind.mediaType.indexOf('/') + 1);
      const vague = UNTYPED.has(arrived.mediaType) || arrived.mediaType.startsWith(family);
      const typed = arrived.mediaType === kind.mediaType || (vague && kind.begins(head));
      if (!typed || arrived.bytes === 0) throw new UpstreamUnavailable('the file has another type');
      return 'good';
    },
  };
}
