// Cards that other sites show for a page: a drawing with texts, and a picture of a release on it. Made in the confined
// process, one at a time with narrow pictures, and kept in the cache folder by what the card is about, so that a card that
// nobody may see any more can be removed.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { processPicture } from '../../platform/media/picture/process.ts';
import type { CardDrawing, PictureTask } from '../../platform/media/picture/task.ts';
import type { CacheFolder } from '../../platform/objects/cache/folder.ts';
import type { ExpectedObject } from '../../platform/objects/verified.ts';
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

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

export interface Card {
  /** What it is about, in which language. */
  readonly subject: string;
  readonly drawing: CardDrawing;
  readonly picture: ExpectedObject | undefined;
}

const SPACE = 'cards';
const NOTHING = '/dev/null';
const LIMITS: PictureTask['limits'] = {
  pixels: 64_000_000,
  memoryBytes: 1024 * 1024 * 1024,
  processorSeconds: 20,
  fileBytes: 4 * 1024 * 1024,
};

export function createCardMaker(dependencies: MakerDependencies, waitMs = WAIT_MS) {
  const line = new WorkLine(LINE_LIMITS);
  let cache: CacheFolder | undefined;

  /** The card, drawn now if what it shows has changed; undefined: not now. `client` is who would wait for it. */
  async function read(card: Card, client: string): Promise<MadeFile | undefined> {
    const shown = sha256Hex(JSON.stringify([card.drawing, card.picture?.sha256]));
    const known = await readKept(card.subject, shown);
    if (known !== undefined) return known;
    const target = { space: SPACE, key: card.subject };
    const drawn = line.run(client, () =>
      folder().exclusively(target, async () => {
        // Another process may have drawn it meanwhile.
        const standing = await readKept(card.subject, shown);
        return standing ?? draw(card, shown);
      }),
    );
    if (drawn === undefined) return undefined;
    try {
      return await withinTime(drawn, waitMs, () => undefined);
    } catch (error) {
      if (!isTrouble(error)) throw error;
      dependencies.log.warn('a card could not be drawn', { error });
      return undefined;
    }
  }

  /** Removes a card that may not be shown any more. Names of nothing have none, and touch no file. */
  async function remove(subject: string): Promise<void> {
    const target = { space: SPACE, key: subject };
    if ((await folder().read(target)) !== undefined) await folder().remove(target);
  }

  async function draw({ subject, drawing, picture }: Card, shown: string): Promise<MadeFile | undefined> {
    const inputPath =
      picture === undefined || !mayBeInput(picture) ? undefined : await findInput(dependencies, picture);
    const bytes =
      (inputPath === undefined ? undefined : await run(drawing, inputPath)) ??
      // What cannot be decoded is left out.
      (await run({ svg: drawing.svg }, NOTHING));
    if (bytes === undefined) return undefined;
    const { sha256 } = folder().write({ space: SPACE, key: subject }, bytes, { shown });
    return { sha256, blob: new Blob([bytes]) };
  }

  async function run(drawing: CardDrawing, inputPath: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const size = { width: CARD_WIDTH, height: CARD_HEIGHT };
    const output = { ...size, fit: 'cover', format: 'png', quality: 90 } as const;
    const task: PictureTask = { limits: LIMITS, card: drawing, outputs: [output] };
    await using outcome = await processPicture({ inputPath, task, seconds: SECONDS_MAX });
    const [made] = outcome.result.ok ? outcome.result.outputs : [];
    return made && (await Bun.file(made.path).bytes());
  }

  async function readKept(subject: string, shown: string): Promise<MadeFile | undefined> {
    const file = await folder().read({ space: SPACE, key: subject });
    return file === undefined || file.metadata.shown !== shown ? undefined : readMade(file);
  }

  function folder(): CacheFolder {
    cache ??= dependencies.openCache();
    return cache;
  }

  return { read, remove };
}

export type CardMaker = ReturnType<typeof createCardMaker>;
