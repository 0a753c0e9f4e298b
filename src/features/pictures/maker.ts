// Makes narrow versions of pictures in the confined process, once for each content and width, and keeps them in the cache
// folder of the machine, which all processes share. What cannot be decoded is remembered too.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { required } from '../../kernel/refusal.ts';
import { processPicture } from '../../platform/media/picture/process.ts';
import type { PictureTask } from '../../platform/media/picture/task.ts';
import type { CacheFolder, CacheKey } from '../../platform/objects/cache/folder.ts';
import type { ExpectedObject } from '../../platform/objects/verified.ts';
import type { PictureWidth } from './contract.ts';
import { WorkLine } from './line.ts';
import {
  findInput,
  isTrouble,
  LINE_LIMITS,
  type MadeFile,
  type MakerDependencies,
  mayBeInput,
  readMade,
  SECONDS_MAX,
  WAIT_MS,
} from './making.ts';

/** `undecodable`: never; `busy`: not now. */
export type PictureOutcome = MadeFile | 'undecodable' | 'busy';

const SPACE = 'pictures';
const KEPT_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 256;
const QUALITY = 80;
/** The original of a drawing is no picture for a page, so its readers wait: a browser asks for six at once. */
const DRAWING_LIMITS = { waiting: 64, perClient: 16 };
/** The longest side of a WebP. */
const SIDE_MAX = 16_383;
const LIMITS: PictureTask['limits'] = {
  pixels: 64_000_000,
  memoryBytes: 768 * 1024 * 1024,
  processorSeconds: 20,
  fileBytes: 4 * 1024 * 1024,
};

export class PictureMaker {
  readonly #dependencies: MakerDependencies;
  readonly #line = new WorkLine(LINE_LIMITS);
  readonly #drawings = new WorkLine(DRAWING_LIMITS);
  readonly #kept = new BoundedCache<string, MadeFile | 'undecodable'>(KEPT_BYTES);
  readonly #running = new Map<string, Promise<PictureOutcome>>();
  #cache: CacheFolder | undefined;

  constructor(dependencies: MakerDependencies) {
    this.#dependencies = dependencies;
  }

  /** The picture at this width, made now if it has not been; `client` is who would wait for it. */
  async read(original: ExpectedObject, width: PictureWidth, client: string, isVector = false): Promise<PictureOutcome> {
    const key = `${original.sha256} ${width}`;
    const known = this.#kept.read(key);
    if (known !== undefined) return known;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const task = taskOf(width, isVector);
    const work = this.#find(key, original, task, client).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #find(key: string, original: ExpectedObject, task: PictureTask, client: string): Promise<PictureOutcome> {
    const { openCache, log } = this.#dependencies;
    this.#cache ??= openCache();
    const cache = this.#cache;
    const target: CacheKey = { space: SPACE, key };
    const readStored = async () => this.#keep(key, await readCached(cache, target));
    const standing = await readStored();
    if (standing !== undefined) return standing;
    const line = task.vector ? this.#drawings : this.#line;
    const made = line.run(client, () =>
      // Another process may have made it meanwhile.
      cache.exclusively(target, async () => (await readStored()) ?? this.#make(cache, target, key, original, task)),
    );
    if (made === undefined) return 'busy';
    try {
      return await withinTime(made, WAIT_MS, () => 'busy' as const);
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
    task: PictureTask,
  ): Promise<PictureOutcome> {
    const undecodable = (): PictureOutcome => {
      cache.write(target, new Uint8Array(0), {});
      return this.#keep(key, 'undecodable') ?? 'busy';
    };
    if (!mayBeInput(original)) return undecodable();
    const inputPath = required(await findInput(this.#dependencies, original), 'object_corrupt');
    await using outcome = await processPicture({ inputPath, task, seconds: SECONDS_MAX });
    const [output] = outcome.result.ok ? outcome.result.outputs : [];
    if (output === undefined) return undecodable();
    const bytes = await Bun.file(output.path).bytes();
    const { sha256 } = cache.write(target, bytes, {});
    return this.#keep(key, { sha256, blob: new Blob([bytes]) }) ?? 'busy';
  }

  #keep(key: string, found: MadeFile | 'undecodable' | undefined): MadeFile | 'undecodable' | undefined {
    if (found !== undefined) {
      this.#kept.store(key, found, ENTRY_BYTES + (found === 'undecodable' ? 0 : found.blob.size));
    }
    return found;
  }
}

const taskOf = (width: PictureWidth, isVector: boolean): PictureTask => ({
  limits: LIMITS,
  outputs: [{ width, height: SIDE_MAX, fit: 'inside', format: 'webp', quality: QUALITY }],
  ...(isVector && { vector: true }),
});

/** What the cache folder has; nothing when the file there is not what was written. */
async function readCached(cache: CacheFolder, target: CacheKey): Promise<MadeFile | 'undecodable' | undefined> {
  const file = await cache.read(target);
  if (file === undefined) return undefined;
  return file.bytes === 0 ? 'undecodable' : readMade(file);
}
