// Creates the variants of a file: pictures as WebP, video as streamable MP4, each upright, within bounds and without
// metadata, plus a thumbnail and the picture for moderation. Confined child processes do the work; this file defines
// their tasks and interprets their results.
import { type InspectedType, PIXELS_MAX } from '../../../platform/media/inspection.ts';
import type { PictureDecoders } from '../../../platform/media/picture/decoders.ts';
import { type PictureOutcome, processPicture } from '../../../platform/media/picture/process.ts';
import type { PictureTask } from '../../../platform/media/picture/task.ts';
import { type VideoEngine, type VideoOutcome, VideoTooLong } from '../../../platform/media/video/process.ts';
import type { VariantKind } from '../common/present.ts';
import { FILE_BYTES, isVideo, VIDEO_SECONDS } from '../common/rules.ts';

export interface MadeVariant {
  readonly kind: VariantKind;
  /** Name of its object within the run. */
  readonly name: string;
  readonly path: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** The reason why a file is not accepted: a code for its owner. */
interface Unfit {
  readonly failureCode: string;
}

interface Made {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly variants: readonly MadeVariant[];
}

/** The results of a run, or why there are none. Its files are removed when it is disposed. */
export interface MakeOutcome extends AsyncDisposable {
  readonly result: Made | Unfit;
}

export interface MakeRequest {
  readonly inputPath: string;
  /** Account of the file. */
  readonly owner: string;
  readonly mediaType: InspectedType;
  readonly signal: AbortSignal;
  /** Receives the progress, 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

const MEBIBYTE = 1024 * 1024;
const MEDIA_SIDE = 4096;
const THUMB_SIDE = 512;
const MODERATION_SIDE = 1024;
const PICTURE_SECONDS = 120;

const LIMITS: PictureTask['limits'] = {
  pixels: PIXELS_MAX,
  // A picture of 100 megapixels that must be rotated is held in memory completely, with a copy.
  memoryBytes: 1536 * MEBIBYTE,
  processorSeconds: 90,
  fileBytes: FILE_BYTES,
};

type Output = PictureTask['outputs'][number];
const within = (side: number, format: Output['format'], quality: number): Output => ({
  width: side,
  height: side,
  fit: 'inside',
  format,
  quality,
});

const THUMB = within(THUMB_SIDE, 'webp', 80);
const MODERATION = within(MODERATION_SIDE, 'jpeg', 80);

const IMAGE_KINDS = ['media', 'thumb', 'moderation'] as const;
const STILL_KINDS = ['poster', 'thumb', 'moderation'] as const;

export interface MediaDependencies {
  readonly decoders: PictureDecoders;
  /** Undefined: video cannot be decoded. */
  readonly video: VideoEngine | undefined;
}

/** Creates the variants of a file. Throws when the machine failed, which is worth a retry. */
export function makeVariants(request: MakeRequest, { decoders, video }: MediaDependencies): Promise<MakeOutcome> {
  return isVideo(request.mediaType) ? makeFromVideo(request, video) : makeFromImage(request, decoders);
}

const brokenCode = (mediaType: InspectedType): string =>
  mediaType === 'image/heif' || mediaType === 'image/heic'
    ? 'invalid_heic_container'
    : mediaType === 'video/webm'
      ? 'invalid_webm_container'
      : isVideo(mediaType)
        ? 'invalid_video_container'
        : `invalid_${mediaType.slice('image/'.length)}_container`;

async function makeFromImage(
  { inputPath, owner, mediaType, signal }: MakeRequest,
  decoders: PictureDecoders,
): Promise<MakeOutcome> {
  const outputs = [{ ...within(MEDIA_SIDE, 'webp', 82), animated: mediaType === 'image/gif' }, THUMB, MODERATION];
  const task: PictureTask = { inspect: mediaType, limits: LIMITS, outputs };
  const outcome = await decoders.process({ owner, inputPath, task, seconds: PICTURE_SECONDS, signal });
  const { result } = outcome;
  if (!result.ok) return { ...outcome, ...disposing(outcome), result: unfitOf(result, mediaType) };
  const [media] = result.outputs;
  const { width, height } = result.facts ?? media ?? { width: 0, height: 0 };
  return {
    ...disposing(outcome),
    result: { width, height, durationMs: null, variants: nameVariants(IMAGE_KINDS, result.outputs) },
  };
}

async function makeFromVideo(
  { inputPath, mediaType, signal, onProgress }: MakeRequest,
  engine: VideoEngine | undefined,
): Promise<MakeOutcome> {
  const nothing = { [Symbol.asyncDispose]: async () => {} };
  // The structure is inspected first, in a child process without decoder.
  const presentation: PictureTask = { inspect: mediaType, limits: LIMITS, outputs: [] };
  await using looked = await processPicture({ inputPath, task: presentation, seconds: PICTURE_SECONDS, signal });
  if (!looked.result.ok) return { ...nothing, result: unfitOf(looked.result, mediaType) };
  const { facts } = looked.result;
  if ((facts?.durationMs ?? 0) > VIDEO_SECONDS * 1000) return { ...nothing, result: { failureCode: 'video_too_long' } };
  if (engine === undefined) return { ...nothing, result: { failureCode: 'unsupported_file' } };
  const stack = new AsyncDisposableStack();
  try {
    let film: VideoOutcome;
    try {
      film = stack.use(
        await engine.convert({
          inputPath,
          container: mediaType === 'video/webm' ? 'webm' : 'mp4',
          secondsMax: VIDEO_SECONDS,
          bytesMax: FILE_BYTES,
          durationMs: facts?.durationMs,
          rotation: facts?.rotation ?? 0,
          signal,
          onProgress,
        }),
      );
    } catch (error) {
      if (!(error instanceof VideoTooLong)) throw error;
      return { ...disposing(stack.move()), result: { failureCode: 'video_too_long' } };
    }
    if (film.made === undefined) {
      return { ...disposing(stack.move()), result: { failureCode: brokenCode(mediaType) } };
    }
    const { width, height, durationMs, path, stillPath } = film.made;
    const stills: PictureTask = { limits: LIMITS, outputs: [within(1920, 'webp', 82), THUMB, MODERATION] };
    const pictures = stack.use(
      await processPicture({ inputPath: stillPath, task: stills, seconds: PICTURE_SECONDS, signal }),
    );
    if (!pictures.result.ok) return { ...disposing(stack.move()), result: unfitOf(pictures.result, mediaType) };
    const media = { kind: 'media', name: 'media.mp4', path, mediaType: 'video/mp4', width, height } as const;
    const variants = [media, ...nameVariants(STILL_KINDS, pictures.result.outputs)];
    return { ...disposing(stack.move()), result: { width, height, durationMs, variants } };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

const disposing = (inner: AsyncDisposable): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => Promise.resolve(inner[Symbol.asyncDispose]()),
});

type Failed = Extract<PictureOutcome['result'], { ok: false }>;

/** Structural faults have their own codes; decoder errors get the code of the media type. */
function unfitOf({ failure, fault }: Failed, mediaType: InspectedType): Unfit {
  if (fault !== undefined) return { failureCode: fault };
  return { failureCode: failure === 'invalid_image' ? brokenCode(mediaType) : failure };
}

function nameVariants(
  kinds: readonly VariantKind[],
  outputs: readonly { readonly path: string; readonly width: number; readonly height: number }[],
): readonly MadeVariant[] {
  return kinds.flatMap((kind, index) => {
    const output = outputs[index];
    if (output === undefined) return [];
    const isJpeg = kind === 'moderation';
    const { path, width, height } = output;
    const name = `${kind}.${isJpeg ? 'jpg' : 'webp'}`;
    return [{ kind, name, path, width, height, mediaType: isJpeg ? 'image/jpeg' : 'image/webp' }];
  });
}
