// Sizes of pictures and lengths of sounds: recorded beside a release while it is published, and read from the file where a
// release has no record of it. Pages need them before they show a picture, so that nothing moves when it arrives.
import { z } from 'zod';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { contentKey } from '../../kernel/object-key.ts';
import { isMeasurable, type MediaMeasure, measureFile } from '../../platform/media/measure.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import { planFallbacks } from '../files/localized.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';

/** Name of the record among the extras of a release. */
export const MEDIA_FACTS_EXTRA = 'media-facts-v1.json';
const side = z.int().min(1);
/** Path → width and height, or seconds. */
const mediaFactsSchema = z.record(z.string(), z.union([z.tuple([side, side]), z.number().positive()]));
type RecordedFacts = ReadonlyMap<string, MediaMeasure>;

const FACTS_BYTES = 32 * 1024 * 1024;
const MEASURES_KEPT = 20_000;
/** Files that one page may have measured because they are in no record. */
const MEASURED_AT_ONCE = 100;

/** What is known of the files of one release. */
export interface MediaFacts {
  /** Of a release path; undefined while it is not known. */
  of(path: string): MediaMeasure | undefined;
  /** Measures these paths, as far as they are not known yet. */
  learn(paths: Iterable<string>): Promise<void>;
}

export function createMediaFactReader(releases: Releases, objects: Objects, verified: VerifiedObjects) {
  const records = verified.createCache({ memoryBytes: FACTS_BYTES, weight: 4, make: parseFacts });
  /** By digest; undefined: it cannot be told. */
  const measured = new BoundedCache<string, { readonly measure: MediaMeasure | undefined }>(MEASURES_KEPT);

  /** The facts of a release. A release that cannot be read has none. */
  async function open(server: string, releaseId: string): Promise<MediaFacts> {
    const release = await releases.requirePinned(server, releaseId);
    const extra = release.side.extras[MEDIA_FACTS_EXTRA];
    const recorded: RecordedFacts =
      extra === undefined ? new Map() : await records.open(release.expect(extra.sha256, extra.bytes));
    const learned = new Map<string, MediaMeasure | undefined>();
    const find = (path: string): MediaMeasure | undefined => {
      for (const one of [path, ...planFallbacks(path)]) {
        const known = recorded.get(one);
        if (known !== undefined) return known;
      }
      return learned.get(path);
    };
    return {
      of: find,
      learn: async (paths) => {
        const wanted = [...new Set(paths)].filter((path) => isMeasurable(path) && find(path) === undefined);
        await Promise.all(
          wanted.slice(0, MEASURED_AT_ONCE).map(async (path) => learned.set(path, await measure(release, path))),
        );
      },
    };
  }

  async function measure(release: OpenedRelease, path: string): Promise<MediaMeasure | undefined> {
    for (const one of [path, ...planFallbacks(path)]) {
      const file = await release.readFile(one);
      if (file === undefined) continue;
      const { sha256, bytes } = file.identity;
      const known = measured.read(sha256);
      if (known !== undefined) return known.measure;
      // Not proven: a damaged file gives a wrong size, and its own address says that it is damaged.
      const local = await objects.local(contentKey(sha256));
      const measure = local && measureFile(local.path, one, bytes);
      measured.store(sha256, { measure }, 1);
      return measure;
    }
    return undefined;
  }

  return { open };
}

export type MediaFactReader = ReturnType<typeof createMediaFactReader>;

function parseFacts(bytes: Uint8Array): RecordedFacts {
  const parsed = mediaFactsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return new Map(
    Object.entries(parsed).map(([path, fact]): [string, MediaMeasure] => [
      path,
      typeof fact === 'number' ? { seconds: fact } : { width: fact[0], height: fact[1] },
    ]),
  );
}
