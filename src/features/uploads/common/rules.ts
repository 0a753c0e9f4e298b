// Rules for uploads and their division into parts. Pure: takes plain values, returns a plan or a refusal.

import { toNormalForm } from '../../../kernel/normal-form.ts';
import { Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import { RETENTION } from '../../../kernel/retention.ts';

/** Limits in the upload policy (specification, "Limits"). */
export const PART_BYTES = 8_388_608;
export const FILE_BYTES = 134_217_728;
export const ATTACHMENTS_PER_POST = 16;
export const VIDEO_SECONDS = 600;

/** Failure code of a file that moderation rejected. */
export const MODERATION_BLOCK = 'moderation_block';
/** The content of a file never changes, so its cases have one revision. */
export const MODERATION_REVISION = 1;

/** Lifetime of an intent, extended by every received part. */
export const INTENT_MINUTES = RETENTION.uploadIntent.amount;
/** Lifetime of an unlinked file. */
export const UNLINKED_HOURS = RETENTION.unlinkedFile.amount;

export const MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

const EXTENSIONS: Readonly<Record<MediaType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif', 'hif'],
  'image/heif': ['heif', 'heic', 'hif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
};

/** The usual extension of a media type, without the dot. */
export const extensionOf = (mediaType: MediaType): string => EXTENSIONS[mediaType][0];

export const isVideo = (mediaType: string): boolean => mediaType.startsWith('video/');
export const isMediaType = (text: string): text is MediaType => MEDIA_TYPES.some((type) => type === text);

export interface IntentRequest {
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface IntentPlan {
  readonly fileName: string;
  readonly mediaType: MediaType;
  readonly size: number;
}

const NAME_CHARACTERS_MAX = 160;
/** Direction marks, which systems insert into Arabic and Hebrew names; they are removed. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/**
 * Control, format (zero-width, bidi) and surrogate characters and line separators, except the joiners used in emoji and
 * several scripts.
 */
const UNSAFE_IN_NAME = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Validates an intent. `accepted` are the media types that this service can decode. */
export function planIntent(request: IntentRequest, accepted: ReadonlySet<MediaType>): IntentPlan {
  const fileName = planFileName(request.fileName);
  const mediaType = request.mediaType.trim().toLowerCase();
  if (!isMediaType(mediaType) || !accepted.has(mediaType)) throw new Refusal('unsupported_file');
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS[mediaType].includes(extension)) throw new Refusal('extension_mismatch');
  if (request.size > FILE_BYTES) throw new Refusal('file_too_large');
  return { fileName, mediaType, size: request.size };
}

/** NFKC, last path segment only, 1 to 160 visible characters. */
function planFileName(text: string): string {
  const name = toNormalForm(text, 'NFKC').replace(DIRECTION_MARKS, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  if (name === '' || [...name].length > NAME_CHARACTERS_MAX || UNSAFE_IN_NAME.test(name)) {
    throw new Refusal('invalid_file_name');
  }
  return name;
}

const ALT_CHARACTERS_MAX = 500;

/** What a file shows, as stored: NFC, trimmed; null for none. Undefined: too long. */
export function planAlt(given: string | null): string | null | undefined {
  const alt = toNormalForm(given ?? '', 'NFC').trim();
  if ([...alt].length > ALT_CHARACTERS_MAX) return undefined;
  return alt === '' ? null : alt;
}

export const partCountOf = (size: number): number => Math.ceil(size / PART_BYTES);

/** Size of part `partNumber` (from 1); the last one is the rest. Undefined: there is no such part. */
export function partBytesOf(size: number, partNumber: number): number | undefined {
  const count = partCountOf(size);
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > count) return undefined;
  return partNumber < count ? PART_BYTES : size - (count - 1) * PART_BYTES;
}

export interface NamedPart {
  readonly partNumber: number;
  readonly etag: string;
}

const bareEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, (_, inner: string) => inner);

/** Why the listed parts (undefined: none are listed) do not complete the received ones; undefined when they do. */
export function judgeParts(
  size: number,
  held: readonly NamedPart[],
  listed: readonly NamedPart[] | undefined,
): RefusalCode | undefined {
  const count = partCountOf(size);
  if (listed !== undefined) {
    const isOrdered = listed.every(
      ({ partNumber }, index) => partNumber <= count && partNumber > (listed[index - 1]?.partNumber ?? 0),
    );
    if (!isOrdered) return 'invalid_parts';
    if (listed.length < count) return 'parts_incomplete';
  }
  if (held.length < count) return 'parts_incomplete';
  const etags = new Map(held.map((part) => [part.partNumber, part.etag]));
  const differs = listed?.some(({ partNumber, etag }) => etags.get(partNumber) !== bareEtag(etag)) ?? false;
  return differs ? 'part_conflict' : undefined;
}
