// Validation and processing of avatars: the checks during the request (type, size, structure), and the re-encoding by
// the confined process afterwards. Knows no rows and no objects.
import { type BodyContext, isType, readCapped } from '../../../http/routing/body.ts';
import { isRefusal, Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import { inspectPicture, PICTURE_TYPES, type PictureType } from '../../../platform/media/image-inspection.ts';
import { type PictureOutcome, processPicture } from '../../../platform/media/picture/process.ts';
import type { PictureTask } from '../../../platform/media/picture/task.ts';
import { AVATAR_BYTES_MAX } from './contract.ts';

const AVATAR_SIDE_MAX = 4096;
const AVATAR_PIXELS_MAX = 16_000_000;
/** Longest side of a served avatar. */
const AVATAR_SERVED_SIDE = 512;
export const AVATAR_SERVED_TYPE = 'image/webp';

const MEBIBYTE = 1024 * 1024;
const SECONDS_MAX = 60;

const TASK: PictureTask = {
  limits: { pixels: AVATAR_PIXELS_MAX, memoryBytes: 512 * MEBIBYTE, processorSeconds: 20, fileBytes: MEBIBYTE },
  outputs: [{ width: AVATAR_SERVED_SIDE, height: AVATAR_SERVED_SIDE, fit: 'inside', format: 'webp', quality: 85 }],
};

export interface UploadedAvatar {
  readonly bytes: Uint8Array;
  readonly mediaType: PictureType;
}

/** What a picture may be, and how it is refused. */
export interface PictureRules {
  readonly bytesMax: number;
  /** Refusal of another type. */
  readonly unsupported: RefusalCode;
  /** Refusal of nothing, and of too much. */
  readonly size: RefusalCode;
}

const AVATAR_RULES: PictureRules = {
  bytesMax: AVATAR_BYTES_MAX,
  unsupported: 'unsupported_avatar',
  size: 'invalid_avatar_size',
};

export const receiveAvatar = (context: BodyContext): Promise<UploadedAvatar> => receivePicture(context, AVATAR_RULES);

/**
 * Reads a picture from a request. Checks the type first, then the size (declared, then counted), then the structure.
 */
export async function receivePicture(
  context: BodyContext,
  { bytesMax, unsupported, size }: PictureRules,
): Promise<UploadedAvatar> {
  const { request } = context;
  const mediaType = PICTURE_TYPES.find((type) => isType(request, type));
  if (mediaType === undefined) throw new Refusal(unsupported);
  const declared = request.headers.get('content-length');
  if (declared === null && request.headers.has('transfer-encoding')) throw new Refusal('content_length_required');
  const bytes = await readCapped(context, bytesMax).catch((error: unknown) => {
    throw isRefusal(error, 'request_too_large') ? new Refusal(size) : error;
  });
  if (bytes.byteLength === 0) throw new Refusal(size);
  requireAvatar(bytes, mediaType);
  return { bytes, mediaType };
}

/** Refuses anything but exactly one still picture of this type within the limits. */
function requireAvatar(bytes: Uint8Array, mediaType: PictureType): void {
  const inspection = inspectPicture(bytes, mediaType);
  if (!inspection.ok) throw new Refusal(inspection.fault);
  const { width, height } = inspection.facts;
  if (width > AVATAR_SIDE_MAX || height > AVATAR_SIDE_MAX || width * height > AVATAR_PIXELS_MAX) {
    throw new Refusal('image_dimensions_exceeded');
  }
}

/** Decodes and re-encodes a picture file: upright, within 512 × 512, WebP, without metadata. */
export const prepareAvatar = (inputPath: string, signal: AbortSignal): Promise<PictureOutcome> =>
  processPicture({ inputPath, task: TASK, seconds: SECONDS_MAX, signal });
