// Media types by file suffix (reference sheet, 9.3), and which of them a browser may display inline (1.1). Everything
// else is sent as a download, whatever media type was published.

const BY_SUFFIX: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['json', 'application/json'],
  ['jsonl', 'application/x-ndjson'],
  ['gz', 'application/gzip'],
  ['atlas', 'text/plain; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['ktx2', 'image/ktx2'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['glb', 'model/gltf-binary'],
  ['sqlite', 'application/vnd.sqlite3'],
]);

export const OCTET_STREAM = 'application/octet-stream';
export const JSON_TYPE = 'application/json';

/** What cannot run as a page or script of our origin. A new suffix is a download until its type is added here. */
const SAFE_INLINE: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/ktx2'],
  ...['audio/wav', 'audio/x-wav', 'audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'video/mp4', 'video/webm'],
  ...['text/plain', 'application/json', 'application/x-ndjson', 'application/gzip'],
  ...['model/gltf-binary', 'application/vnd.sqlite3'],
]);

/** Media type of a release path by its last suffix; `application/octet-stream` when unknown. */
export function mediaTypeOf(path: string): string {
  const dot = path.lastIndexOf('.');
  if (dot < path.lastIndexOf('/')) return OCTET_STREAM;
  return BY_SUFFIX.get(path.slice(dot + 1).toLowerCase()) ?? OCTET_STREAM;
}

/** Whether a browser may display the type inline in our origin. */
export function isSafeInline(mediaType: string): boolean {
  return SAFE_INLINE.has((mediaType.split(';')[0] ?? '').trim().toLowerCase());
}
