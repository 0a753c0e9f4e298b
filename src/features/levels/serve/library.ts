// Files of the engines, skins, backgrounds, effects and particles, by SHA-1. Data files come from the engine packages
// and the free pack; pictures of engines are our own. Read once at start; about 300 KB stay in memory. library-items.ts
// builds the items that reference these files.
import type { Srl } from '@sonolus/core';
import { type ENGINE_FILES, openPack, type Pack, readEngineFile, readPackFile } from '../common/engine-data.ts';
import { ENGINE_IDS, type EngineId } from '../common/formats.ts';
import { repositoryLink } from '../common/names.ts';
import { drawCover, drawLanes } from './picture.ts';

/** A file of the library. */
export interface LibraryFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/** Files of an engine, as its item names them. */
export type EngineFiles = Readonly<Record<'thumbnail' | (typeof ENGINE_FILES)[number], Srl>>;

const LANES: Readonly<Record<EngineId, number>> = { seven: 7, twelve: 12 };

export class Library {
  readonly #files = new Map<string, LibraryFile>();
  readonly #engineFiles = new Map<EngineId, EngineFiles>();
  readonly pack: Pack;
  /** Cover of songs without one. */
  readonly cover: Srl;

  constructor() {
    this.pack = openPack();
    const { skins, backgrounds, effects, particles } = this.pack;
    for (const item of [...skins, ...backgrounds, ...effects, ...particles]) {
      for (const value of Object.values(item)) {
        if (typeof value === 'object' && 'hash' in value) this.#keep(readPackFile(value.hash));
      }
    }
    for (const engine of ENGINE_IDS) {
      const read = (file: (typeof ENGINE_FILES)[number]): Srl => this.#keep(readEngineFile(engine, file));
      this.#engineFiles.set(engine, {
        thumbnail: this.#keep(drawLanes(LANES[engine])),
        playData: read('playData'),
        watchData: read('watchData'),
        previewData: read('previewData'),
        tutorialData: read('tutorialData'),
        configuration: read('configuration'),
      });
    }
    this.cover = this.#keep(drawCover());
  }

  /** The file with this SHA-1, or undefined. */
  file(sha1: string): LibraryFile | undefined {
    return this.#files.get(sha1);
  }

  engineFiles(engine: EngineId): EngineFiles {
    const files = this.#engineFiles.get(engine);
    if (files === undefined) throw new Error(`there is no engine ${engine}`);
    return files;
  }

  #keep(bytes: Uint8Array<ArrayBuffer>): Srl {
    const sha1 = new Bun.CryptoHasher('sha1').update(bytes).digest('hex');
    this.#files.set(sha1, { bytes, mediaType: sniffType(bytes) });
    return repositoryLink(sha1);
  }
}

/** The library contains only three file types. */
function sniffType(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'application/gzip';
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? 'application/zip' : 'image/png';
}
