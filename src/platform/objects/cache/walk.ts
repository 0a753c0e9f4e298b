// Files of a cache folder on disk: `{space}/{2 hex}/{sha256 of the key}.json` and `{…}.{start of the body's
// digest}.body`. Reads metadata, and walks the folder for entries and leftovers. Does not decide what is evicted.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, isAbsence, isLeftover, isTemporaryName } from '../../files/durable.ts';

export const METADATA_SUFFIX = '.json';
export const BODY_SUFFIX = '.body';
/** Grace period of unreferenced bodies and of entries that were just written or read. */
export const GRACE_MS = 60_000;
const METADATA_BYTES_MAX = 64 * 1024;

/** Metadata stored with a body; small values only. */
export type CacheMetadata = Readonly<Record<string, string | number>>;

export interface StoredMetadata {
  readonly sha256: string;
  readonly bytes: number;
  readonly key: string;
  readonly metadata: CacheMetadata;
}

/** Metadata of an entry; undefined when it is missing, malformed or belongs to another key. */
export async function readMetadata(path: string, key: string): Promise<StoredMetadata | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length > METADATA_BYTES_MAX) return undefined;
    const parsed: unknown = JSON.parse(text);
    return isStoredMetadata(parsed) && parsed.key === key ? parsed : undefined;
  } catch (error) {
    // Unreadable metadata counts as missing; the entry is fetched again.
    if (isAbsence(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isStoredMetadata(value: unknown): value is StoredMetadata {
  if (typeof value !== 'object' || value === null) return false;
  const { sha256, bytes, key, metadata } = value as Partial<Record<keyof StoredMetadata, unknown>>;
  return (
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof bytes === 'number' &&
    typeof key === 'string' &&
    typeof metadata === 'object' &&
    metadata !== null
  );
}

interface WalkedEntry {
  readonly space: string;
  readonly metadataPath: string;
  readonly bodies: string[];
  bytes: number;
  /** Milliseconds since the epoch. */
  usedAt: number;
  writtenAt: number;
}

export interface Walked {
  readonly entries: WalkedEntry[];
  /** Temporary files of dead processes, and bodies without metadata after their grace period. */
  readonly leftovers: readonly string[];
}

/** All entries below the root. A stem without metadata, or with two bodies, has leftovers. */
export async function walkEntries(root: string): Promise<Walked> {
  const stems = new Map<string, WalkedEntry>();
  const leftovers: string[] = [];
  const now = Date.now();
  for (const space of await readNames(root)) {
    for (const shard of await readNames(join(root, space))) {
      const folder = join(root, space, shard);
      if (isTemporaryName(shard)) {
        const found = await ifPresent(stat(folder));
        if (found !== undefined && isLeftover(shard, found.mtimeMs, now)) leftovers.push(folder);
        continue;
      }
      for (const name of await readNames(folder)) {
        const path = join(folder, name);
        const found = await ifPresent(stat(path));
        if (found === undefined) continue;
        if (isTemporaryName(name)) {
          if (isLeftover(name, found.mtimeMs, now)) leftovers.push(path);
          continue;
        }
        const stem = join(folder, name.slice(0, 64));
        const entry = stems.get(stem) ?? {
          space,
          metadataPath: `${stem}${METADATA_SUFFIX}`,
          bodies: [],
          bytes: 0,
          usedAt: 0,
          writtenAt: 0,
        };
        stems.set(stem, entry);
        entry.bytes += found.size;
        if (name.endsWith(METADATA_SUFFIX)) entry.usedAt = found.mtimeMs;
        else if (name.endsWith(BODY_SUFFIX)) {
          entry.bodies.push(path);
          entry.writtenAt = Math.max(entry.writtenAt, found.mtimeMs);
        }
      }
    }
  }
  for (const entry of stems.values()) {
    if (entry.usedAt > 0 && entry.bodies.length < 2) continue;
    const named = entry.usedAt > 0 ? await namedBody(entry.metadataPath) : undefined;
    for (const path of entry.bodies) {
      const found = await ifPresent(stat(path));
      const settled = found !== undefined && now - Math.max(found.ctimeMs, found.mtimeMs, entry.usedAt) > GRACE_MS;
      if (settled && (named === undefined || !path.includes(`.${named.slice(0, 32)}.`))) leftovers.push(path);
    }
  }
  return { entries: [...stems.values()], leftovers };
}

async function namedBody(path: string): Promise<string | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isStoredMetadata(parsed) ? parsed.sha256 : undefined;
  } catch {
    return undefined;
  }
}

const readNames = async (folder: string): Promise<readonly string[]> => (await ifPresent(readdir(folder))) ?? [];
