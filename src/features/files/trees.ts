// The files of a release as a tree of folders, for people who look for one. Made from the release manifest at first use and
// kept while memory allows. Entries are sorted by path, so that a folder is a range of them.
import type { VerifiedCache, VerifiedObjects } from '../../platform/objects/verified.ts';
import type { OpenedRelease } from '../release/serve/opened.ts';
import type { Releases } from '../release/serve/releases.ts';
import { type ReleaseEntry, releaseManifestSchema } from '../release/store/formats.ts';
import { planFallbacks } from './localized.ts';

export type FileEntry = Pick<ReleaseEntry, 'path' | 'bytes' | 'sha256' | 'mediaType'>;

export interface FolderEntry {
  readonly name: string;
  /** Of files below it, at any depth. */
  readonly files: number;
  readonly bytes: number;
}

/** Trees that have public addresses. */
const TREES = /^(?:assets|runtime|objects|game-client)\//;
const MEMORY_BYTES = 128 * 1024 * 1024;

export class FileTree {
  readonly #entries: readonly FileEntry[];
  /** Bytes of all entries before each index. */
  readonly #sums: Float64Array;

  constructor(entries: readonly FileEntry[]) {
    this.#entries = entries;
    this.#sums = new Float64Array(entries.length + 1);
    entries.forEach(({ bytes }, index) => {
      this.#sums[index + 1] = (this.#sums[index] ?? 0) + bytes;
    });
  }

  file(path: string): FileEntry | undefined {
    const entry = this.#entries[this.#seek(path)];
    return entry?.path === path ? entry : undefined;
  }

  /** The file that answers for a path: its own, else the first fallback that the release has. */
  answering(path: string): FileEntry | undefined {
    for (const one of [path, ...planFallbacks(path)]) {
      const found = this.file(one);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Files whose path begins with a text, in the order of paths, after a path. */
  page(prefix: string, after: string | undefined, limit: number): readonly FileEntry[] {
    const start = this.#seek(after === undefined || after < prefix ? prefix : after);
    const from = this.#entries[start]?.path === after ? start + 1 : start;
    const found: FileEntry[] = [];
    for (let at = from; found.length < limit; at++) {
      const entry = this.#entries[at];
      if (entry === undefined || !entry.path.startsWith(prefix)) break;
      found.push(entry);
    }
    return found;
  }

  /** What stands directly in a folder (`''` is the root); undefined when nothing does. */
  list(folder: string): { readonly folders: readonly FolderEntry[]; readonly files: readonly FileEntry[] } | undefined {
    const [start, end] = this.#range(folder);
    if (start === end) return undefined;
    const depth = folder === '' ? 0 : folder.length + 1;
    const folders: FolderEntry[] = [];
    const files: FileEntry[] = [];
    for (let at = start; at < end; ) {
      const entry = this.#entries[at];
      if (entry === undefined) break;
      const slash = entry.path.indexOf('/', depth);
      if (slash < 0) {
        files.push(entry);
        at += 1;
        continue;
      }
      const [, after] = this.#range(entry.path.slice(0, slash));
      const bytes = (this.#sums[after] ?? 0) - (this.#sums[at] ?? 0);
      folders.push({ name: entry.path.slice(depth, slash), files: after - at, bytes });
      at = after;
    }
    return { folders, files };
  }

  /** Files below a folder, at any depth, whose path there contains the text in any case. */
  search(folder: string, text: string): readonly FileEntry[] {
    const [start, end] = this.#range(folder);
    const wanted = text.toLowerCase();
    const depth = folder === '' ? 0 : folder.length + 1;
    return this.#entries.slice(start, end).filter(({ path }) => path.toLowerCase().includes(wanted, depth));
  }

  #range(folder: string): readonly [start: number, end: number] {
    // `0` is the character after the slash, so that it ends what is below a folder.
    return folder === '' ? [0, this.#entries.length] : [this.#seek(`${folder}/`), this.#seek(`${folder}0`)];
  }

  /** Index of the first entry whose path is not less. */
  #seek(path: string): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.path ?? '') < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class FileTrees {
  readonly #releases: Releases;
  readonly #verified: VerifiedObjects;
  readonly #trees: VerifiedCache<FileTree>;

  constructor(releases: Releases, verified: VerifiedObjects) {
    this.#releases = releases;
    this.#verified = verified;
    this.#trees = verified.createCache({
      memoryBytes: MEMORY_BYTES,
      weight: 2,
      make: (bytes) => {
        const { entries } = releaseManifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
        return new FileTree(entries.filter(({ path }) => TREES.test(path)));
      },
    });
  }

  /** The tree of an opened release. Refuses when its manifest is damaged. */
  of(release: OpenedRelease): FileTree | Promise<FileTree> {
    return this.#trees.open(release.manifest.identity);
  }

  /** The tree of a release. Refuses when the release cannot be read. */
  async open(server: string, releaseId: string): Promise<FileTree> {
    const release = await this.#releases.requirePinned(server, releaseId);
    return this.#trees.open(release.manifest.identity);
  }

  /** The text of a file in UTF-8, proven; undefined when it is larger than `bytesMax` or no text. */
  async readText(server: string, releaseId: string, path: string, bytesMax: number): Promise<string | undefined> {
    const release = await this.#releases.requirePinned(server, releaseId);
    const file = await release.readFile(path);
    if (file === undefined || file.identity.bytes > bytesMax) return undefined;
    const bytes = await this.#verified.readWhole(file.identity);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
}
