// What making a narrow picture and drawing a card have in common: the proven input, the file in the cache folder, and the troubles
// that mean "not now".
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { contentKey } from '../../kernel/object-key.ts';
import { LockTimeout } from '../../platform/files/lock.ts';
import { NoRoom } from '../../platform/files/work-folder.ts';
import { PictureProcessError } from '../../platform/media/picture/process.ts';
import type { CachedFile, CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { ExpectedObject, VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';

export interface MakerDependencies {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly openCache: () => CacheFolder;
  readonly log: Log;
}

/** A file of the cache folder whose content is what was written. */
export interface MadeFile {
  readonly sha256: string;
  readonly blob: Blob;
}

/** Who waits, and how long the confined process may work. */
export const LINE_LIMITS = { waiting: 32, perClient: 4 };
export const SECONDS_MAX = 60;
/** Nobody waits longer: on a machine without idle time, work at the lowest priority hardly begins. It goes on for the next one. */
export const WAIT_MS = 10_000;

const INPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Whether a picture is small enough to be decoded. */
export const mayBeInput = ({ bytes }: ExpectedObject): boolean => bytes > 0 && bytes <= INPUT_BYTES_MAX;

/** Proves the whole content, which then stands at this path of the machine; undefined: it does not. */
export async function findInput(
  { objects, verified }: Pick<MakerDependencies, 'objects' | 'verified'>,
  picture: ExpectedObject,
): Promise<string | undefined> {
  await verified.open(picture, 0, picture.bytes);
  return (await objects.local(contentKey(picture.sha256)))?.path;
}

/** The content of a file; undefined when it is not what was written. */
export async function readMade({ path, sha256 }: CachedFile): Promise<MadeFile | undefined> {
  const bytes = await Bun.file(path)
    .bytes()
    .catch(() => undefined);
  return bytes === undefined || sha256Hex(bytes) !== sha256 ? undefined : { sha256, blob: new Blob([bytes]) };
}

/** Whether an error passes by itself, so that a later request may succeed. */
export const isTrouble = (error: unknown): boolean =>
  [PictureProcessError, NoRoom, LockTimeout].some((kind) => error instanceof kind);
