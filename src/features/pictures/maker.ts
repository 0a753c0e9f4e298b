// Makes narrow versions of pictures in the confined process, once for each content and width, and keeps them in the cache
// folder of the machine, which all processes share. What cannot be decoded is remembered too.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { contentKey } from '../../kernel/object-key.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { LockTimeout } from '../../platform/files/lock.ts';
import { NoRoom } from '../../platform/files/work-folder.ts';
import { PictureProcessError, processPicture } from '../../platform/media/picture/process.ts';
import type { PictureTask } from '../../platform/media/picture/task.ts';
import type { CachedFile, CacheFolder, CacheKey } from '../../platform/objects/cache/folder.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { ExpectedObject, VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { PictureWidth } from './contract.ts';
import { WorkLine } from './line.ts';

export interface MadePicture {
  readonly sha256: string;
  readonly blob: Blob;
}

/** `undecodable`: never; `busy`: not now. */
export type PictureOutcome = MadePicture | 'undecodable' | 'busy';

export interface MakerParts {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly openCache: () => CacheFolder;
  readonly log: Log;
}

const SPACE = 'pictures';
const WAITING_MAX = 32;
const PER_CLIENT_MAX = 4;
const SECONDS_MAX = 60;
const INPUT_BYTES_MAX = 64 * 1024 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 256;
const QUALITY = 80;
/** The longest side of a WebP. */
const SIDE_MAX = 16_383;
const LIMITS: PictureTask['limits'] = {
  pixels: 64_000_000,
  memoryBytes: 768 * 1024 * 1024,
  processorSeconds: 20,
  fileBytes: 4 * 1024 * 1024,
};

export class PictureMaker {
  readonly #parts: MakerParts;
  readonly #line = new WorkLine({ waiting: WAITING_MAX, perClient: PER_CLIENT_MAX });
  readonly #kept = new BoundedCache<string, MadePicture | 'undecodable'>(KEPT_BYTES);
  readonly #running = new Map<string, Promise<PictureOutcome>>();
  #cache: CacheFolder | undefined;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /** The picture at this width, made now if it has not been; `client` is who would wait for it. */
  async read(original: ExpectedObject, width: PictureWidth, client: string): Promise<PictureOutcome> {
    const key = `${original.sha256} ${width}`;
    const known = this.#kept.read(key);
    if (known !== undefined) return known;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const work = this.#find(key, original, width, client).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #find(key: string, original: ExpectedObject, width: PictureWidth, client: string): Promise<PictureOutcome> {
    const { openCache, log } = this.#parts;
    this.#cache ??= openCache();
    const cache = this.#cache;
    const target: CacheKey = { space: SPACE, key };
    const readKept = async () => this.#keep(key, await readCached(cache, target));
    const standing = await readKept();
    if (standing !== undefined) return standing;
    const made = this.#line.run(client, () =>
      // Another process may have made it meanwhile.
      cache.exclusively(target, async () => (await readKept()) ?? this.#make(cache, target, key, original, width)),
    );
    if (made === undefined) return 'busy';
    try {
      return await made;
    } catch (error) {
      if (!isTrouble(error)) throw error;
      log.warn('a picture could not be made', { error, sha256: original.sha256 });
      return 'busy';
    }
  }

  async #make(
    cache: CacheFolder,
    target: CacheKey,
    key: string,
    original: ExpectedObject,
    width: PictureWidth,
  ): Promise<PictureOutcome> {
    const { objects, verified } = this.#parts;
    const undecodable = (): PictureOutcome => {
      cache.write(target, new Uint8Array(0), {});
      return this.#keep(key, 'undecodable') ?? 'busy';
    };
    if (original.bytes === 0 || original.bytes > INPUT_BYTES_MAX) return undecodable();
    // Proves the whole content, which then stands at a path of this machine.
    await verified.open(original, 0, original.bytes);
    const local = await objects.local(contentKey(original.sha256));
    if (local === undefined) throw new Refusal('object_corrupt');
    const task: PictureTask = {
      limits: LIMITS,
      outputs: [{ width, height: SIDE_MAX, fit: 'inside', format: 'webp', quality: QUALITY }],
    };
    await using outcome = await processPicture({ inputPath: local.path, task, seconds: SECONDS_MAX });
    const [output] = outcome.result.ok ? outcome.result.outputs : [];
    if (output === undefined) return undecodable();
    const bytes = await Bun.file(output.path).bytes();
    const { sha256 } = cache.write(target, bytes, {});
    return this.#keep(key, { sha256, blob: new Blob([bytes]) }) ?? 'busy';
  }

  #keep(key: string, found: MadePicture | 'undecodable' | undefined): MadePicture | 'undecodable' | undefined {
    if (found !== undefined) {
      this.#kept.keep(key, found, ENTRY_BYTES + (found === 'undecodable' ? 0 : found.blob.size));
    }
    return found;
  }
}

const isTrouble = (error: unknown): boolean =>
  error instanceof PictureProcessError || error instanceof NoRoom || error instanceof LockTimeout;

/** What the cache folder has; nothing when the file there is not what was written. */
async function readCached(cache: CacheFolder, target: CacheKey): Promise<MadePicture | 'undecodable' | undefined> {
  const file: CachedFile | undefined = await cache.read(target);
  if (file === undefined) return undefined;
  if (file.bytes === 0) return 'undecodable';
  const bytes = await Bun.file(file.path)
    .bytes()
    .catch(() => undefined);
  if (bytes === undefined || sha256Hex(bytes) !== file.sha256) return undefined;
  return { sha256: file.sha256, blob: new Blob([bytes]) };
}
