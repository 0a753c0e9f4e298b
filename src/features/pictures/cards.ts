// Cards that other sites show for a page: a drawing with texts, and a picture of a release on it. Made in the confined
// process, one at a time with narrow pictures, and kept in the cache folder by what the card is about, so that a card that
// nobody may see any more can be removed.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { contentKey } from '../../kernel/object-key.ts';
import { LockTimeout } from '../../platform/files/lock.ts';
import { NoRoom } from '../../platform/files/work-folder.ts';
import { PictureProcessError, processPicture } from '../../platform/media/picture/process.ts';
import type { CardDrawing, PictureTask } from '../../platform/media/picture/task.ts';
import type { CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { ExpectedObject } from '../../platform/objects/verified.ts';
import { WorkLine } from './line.ts';
import type { MakerParts } from './maker.ts';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

export interface Card {
  /** What it is about, in which language. */
  readonly subject: string;
  readonly drawing: CardDrawing;
  readonly picture: ExpectedObject | undefined;
}

export interface DrawnCard {
  readonly sha256: string;
  readonly blob: Blob;
}

const SPACE = 'cards';
const WAITING_MAX = 32;
const PER_CLIENT_MAX = 4;
const SECONDS_MAX = 60;
const INPUT_BYTES_MAX = 64 * 1024 * 1024;
const NOTHING = '/dev/null';
const LIMITS: PictureTask['limits'] = {
  pixels: 64_000_000,
  memoryBytes: 1024 * 1024 * 1024,
  processorSeconds: 20,
  fileBytes: 4 * 1024 * 1024,
};

export class CardMaker {
  readonly #parts: MakerParts;
  readonly #line = new WorkLine({ waiting: WAITING_MAX, perClient: PER_CLIENT_MAX });
  #cache: CacheFolder | undefined;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /** The card, drawn now if what it shows has changed; undefined: not now. `client` is who would wait for it. */
  async read(card: Card, client: string): Promise<DrawnCard | undefined> {
    const shown = sha256Hex(JSON.stringify([card.drawing, card.picture?.sha256]));
    const known = await this.#readKept(card.subject, shown);
    if (known !== undefined) return known;
    const target = { space: SPACE, key: card.subject };
    const drawn = this.#line.run(client, () =>
      this.#folder().exclusively(target, async () => {
        // Another process may have drawn it meanwhile.
        const standing = await this.#readKept(card.subject, shown);
        return standing ?? this.#draw(card, shown);
      }),
    );
    try {
      return await drawn;
    } catch (error) {
      const isTrouble = [PictureProcessError, NoRoom, LockTimeout].some((kind) => error instanceof kind);
      if (!isTrouble) throw error;
      this.#parts.log.warn('a card could not be drawn', { error });
      return undefined;
    }
  }

  /** Removes a card that may not be shown any more. */
  remove(subject: string): Promise<void> {
    return this.#folder().remove({ space: SPACE, key: subject });
  }

  async #draw({ subject, drawing, picture }: Card, shown: string): Promise<DrawnCard | undefined> {
    const inputPath = picture === undefined ? undefined : await this.#findPicture(picture);
    const bytes =
      (inputPath === undefined ? undefined : await this.#run(drawing, inputPath)) ??
      // What cannot be decoded is left out.
      (await this.#run({ svg: drawing.svg }, NOTHING));
    if (bytes === undefined) return undefined;
    const { sha256 } = this.#folder().write({ space: SPACE, key: subject }, bytes, { shown });
    return { sha256, blob: new Blob([bytes]) };
  }

  async #run(drawing: CardDrawing, inputPath: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const size = { width: CARD_WIDTH, height: CARD_HEIGHT };
    const output = { ...size, fit: 'cover', format: 'png', quality: 90 } as const;
    const task: PictureTask = { limits: LIMITS, card: drawing, outputs: [output] };
    await using outcome = await processPicture({ inputPath, task, seconds: SECONDS_MAX });
    const [made] = outcome.result.ok ? outcome.result.outputs : [];
    return made && (await Bun.file(made.path).bytes());
  }

  async #findPicture(picture: ExpectedObject): Promise<string | undefined> {
    if (picture.bytes === 0 || picture.bytes > INPUT_BYTES_MAX) return undefined;
    const { objects, verified } = this.#parts;
    // Proves the whole content, which then stands at a path of this machine.
    await verified.open(picture, 0, picture.bytes);
    return (await objects.local(contentKey(picture.sha256)))?.path;
  }

  async #readKept(subject: string, shown: string): Promise<DrawnCard | undefined> {
    const file = await this.#folder().read({ space: SPACE, key: subject });
    if (file === undefined || file.metadata.shown !== shown) return undefined;
    const bytes = await Bun.file(file.path)
      .bytes()
      .catch(() => undefined);
    if (bytes === undefined || sha256Hex(bytes) !== file.sha256) return undefined;
    return { sha256: file.sha256, blob: new Blob([bytes]) };
  }

  #folder(): CacheFolder {
    this.#cache ??= this.#parts.openCache();
    return this.#cache;
  }
}
