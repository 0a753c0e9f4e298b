// Entities that are files of the release, in words. Pure.
import { fileSize } from '../../ui/text/file-size.ts';
import type { Catalog } from './reads.ts';
import { minutesOf, valueAt } from './values.ts';

/** Fields of a file, as publishing writes them. */
export const FILE_FIELDS = ['path', 'name', 'mediaType', 'bytes', 'width', 'height', 'seconds'] as const;

export interface FileWords {
  readonly path: string | undefined;
  /** Without parameters; of types that are sent as downloads the suffix. */
  readonly type: string | undefined;
  readonly size: string | undefined;
  readonly dimensions: string | undefined;
  readonly length: string | undefined;
}

const numberAt = (entity: unknown, path: string): number | undefined => {
  const value = valueAt(entity, path);
  return typeof value === 'number' ? value : undefined;
};
const textAt = (entity: unknown, path: string): string | undefined => {
  const value = valueAt(entity, path);
  return typeof value === 'string' ? value : undefined;
};

/** What is known of a file, as a page says it. */
export function readFile({ page }: Pick<Catalog, 'page'>, entity: unknown): FileWords {
  const path = textAt(entity, 'path');
  const [bytes, width, height, seconds] = ['bytes', 'width', 'height', 'seconds'].map((key) => numberAt(entity, key));
  return {
    path,
    type: typeOf(path, textAt(entity, 'mediaType')),
    size: bytes === undefined ? undefined : fileSize(page.locale, bytes),
    dimensions: width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    length: seconds === undefined ? undefined : minutesOf(seconds),
  };
}

function typeOf(path: string | undefined, mediaType: string | undefined): string | undefined {
  const type = mediaType?.split(';')[0];
  const suffix = /\.([A-Za-z0-9]{1,8})$/.exec(path ?? '')?.[1];
  return type === undefined || type === 'application/octet-stream' ? (suffix?.toUpperCase() ?? type) : type;
}

type FileKind = 'picture' | 'sound' | 'film' | 'other';

/** What kind of file it is, whether a page can show it or not. */
export function kindOfFile({ path = '', type = '' }: FileWords): FileKind {
  if (type.startsWith('image/') || /\.svg$/i.test(path)) return 'picture';
  if (type.startsWith('audio/')) return 'sound';
  return type.startsWith('video/') ? 'film' : 'other';
}
