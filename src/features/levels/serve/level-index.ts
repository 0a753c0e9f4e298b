// The level index of a release: which songs have levels. Parsed once per opened release.
import { Refusal } from '../../../kernel/refusal.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';
import { parseDocument } from '../../release/store/formats.ts';
import { type IndexedSong, LEVEL_INDEX_EXTRA, levelIndexSchema } from '../common/formats.ts';

interface ReleaseLevels {
  /** Resource of the songs; undefined in releases that were published before the index named it. */
  readonly resource: string | undefined;
  /** By id, in catalog order. */
  readonly songs: ReadonlyMap<string, IndexedSong>;
}

/** Refuses with `release_invalid` when the index is damaged; undefined when the release has none. */
export type ReadLevels = (release: OpenedRelease) => Promise<ReleaseLevels | undefined>;

export function createLevelsReader(verified: VerifiedObjects): ReadLevels {
  const cache = new WeakMap<OpenedRelease, Promise<ReleaseLevels | undefined>>();
  return (release) => {
    const known = cache.get(release);
    if (known !== undefined) return known;
    const reading = readLevels(verified, release);
    cache.set(release, reading);
    reading.catch(() => cache.delete(release));
    return reading;
  };
}

async function readLevels(verified: VerifiedObjects, release: OpenedRelease): Promise<ReleaseLevels | undefined> {
  const extra = release.side.extras[LEVEL_INDEX_EXTRA];
  if (extra === undefined) return undefined;
  const bytes = await verified.readWhole(release.expect(extra.sha256, extra.bytes, 'release_invalid'));
  const index = parseDocument(levelIndexSchema, bytes);
  if (index === undefined) throw new Refusal('release_invalid', { cause: new Error('the level index is malformed') });
  return { resource: index.resource, songs: new Map(index.songs.map((song) => [song.id, song])) };
}
