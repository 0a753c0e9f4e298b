// The work of the mirror command: fills the cache folder with everything of a region, so that it can be served without
// upstream. Idempotent: fresh files are skipped, changed ones fetched, missing ones counted. Stops after many
// consecutive upstream failures.
import { retry } from '../../kernel/concurrency/retry.ts';
import { UpstreamUnavailable } from '../../platform/outside/upstream.ts';
import { chainFrom, isLive2dId, type Region } from './common/rules.ts';
import * as upstream from './common/upstream-paths.ts';
import type { Want } from './mirror/mirror.ts';
import type { Provider } from './mirror/provider.ts';
import type { DocumentReader } from './mirror/reader.ts';
import {
  MP3,
  MP4,
  PNG,
  wantAssetJson,
  wantChart,
  wantFileList,
  wantList,
  wantLooseJson,
  wantMedia,
  wantRecord,
} from './mirror/upstream-files.ts';
import { isCardReleased } from './projections/cards.ts';
import { bundlePaths, type ExplorerTree, readTree } from './projections/explorer.ts';
import { entriesOf, isRecord, listOf, recordOf, recordsOf, textOf } from './projections/shapes.ts';
import { difficultiesOf, isSongReleased } from './projections/songs.ts';
import {
  planAfterliveStories,
  planBandStories,
  planEventStories,
  planMainStories,
  type StoryPlan,
} from './projections/stories.ts';
import { COLLECTIONS, type Collection, planCollection, planEditorTree } from './serve/plans.ts';

/** Parts that can be selected. All but the last are selected by default. */
export const SYNC_PARTS = [
  'bands',
  'songs',
  'song-meta',
  'characters',
  'cards',
  'stories',
  'charts',
  'editor-assets',
  'live2d',
  'media',
] as const;
export type SyncPart = (typeof SYNC_PARTS)[number];
export const DEFAULT_PARTS: readonly SyncPart[] = SYNC_PARTS.filter((part) => part !== 'media');

interface SyncCount {
  /** Already fresh. */
  held: number;
  brought: number;
  /** Upstream has no such file. */
  missing: number;
  failed: number;
}

export interface SyncResult {
  readonly parts: Readonly<Partial<Record<SyncPart, SyncCount>>>;
  /** Paths that failed; only the first few. */
  readonly failures: readonly string[];
  /** False when it stopped because upstream does not respond. */
  readonly complete: boolean;
}

export interface SyncOptions {
  readonly region: Region;
  readonly parts: readonly SyncPart[];
  /** Concurrent files; the client has a limit of its own too. */
  readonly concurrency: number;
  readonly onProgress: (part: SyncPart, done: number, total: number) => void;
}

/** Alternatives, of which the first that exists is used. */
type Chain = readonly Want[];

const FILE_MS = 30_000;
const MEDIA_MS = 20 * 60 * 1000;
const TRIES = 3;
const PAUSE_MS = 2000;
const FAILURES_IN_A_ROW = 12;
const FAILURES_SHOWN = 20;

class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Fills the cache. Throws only for a bug or a failing cache folder. */
export async function syncRegion(provider: Provider, options: SyncOptions): Promise<SyncResult> {
  const run = new SyncRun(provider, options);
  const parts: Partial<Record<SyncPart, SyncCount>> = {};
  let complete = true;
  try {
    for (const part of SYNC_PARTS) {
      if (!options.parts.includes(part)) continue;
      parts[part] = run.begin();
      await run.part(part);
    }
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    complete = false;
  }
  return { parts, failures: run.failures, complete };
}

class SyncRun {
  readonly failures: string[] = [];
  readonly #provider: Provider;
  readonly #options: SyncOptions;
  #count: SyncCount = { held: 0, brought: 0, missing: 0, failed: 0 };
  #inARow = 0;

  constructor(provider: Provider, options: SyncOptions) {
    this.#provider = provider;
    this.#options = options;
  }

  begin(): SyncCount {
    this.#count = { held: 0, brought: 0, missing: 0, failed: 0 };
    return this.#count;
  }

  async part(part: SyncPart): Promise<void> {
    const { region } = this.#options;
    switch (part) {
      case 'bands':
        return this.#collections(part, [upstream.BANDS, upstream.CHARACTERS], ['bands']);
      case 'characters':
        return this.#collections(part, [upstream.CHARACTERS], ['characters']);
      case 'song-meta':
        return this.#collections(part, [upstream.SONGS, upstream.SONG_META], ['song-meta']);
      case 'songs': {
        await this.#collections(part, [upstream.SONGS, upstream.ITEM_TEXTS], ['songs']);
        return this.#bringAll(
          part,
          (await this.#songs()).map(([id]) => [wantRecord(upstream.songRecord(id))]),
        );
      }
      case 'cards': {
        await this.#collections(part, [upstream.CARDS], ['cards']);
        return this.#bringAll(
          part,
          (await this.#cards()).map((id) => [wantRecord(upstream.cardRecord(id))]),
        );
      }
      case 'charts': {
        await this.#bringLists(part, [upstream.SONGS]);
        const wants = (await this.#songs()).flatMap(([id, song]) =>
          difficultiesOf(song).map(([difficulty]) => [wantChart(upstream.chart(id, difficulty))]),
        );
        return this.#bringAll(part, wants);
      }
      case 'stories':
        return this.#stories(part);
      case 'editor-assets': {
        await this.#bringLists(part, [upstream.explorerTree(region)]);
        await this.#prepare(() => this.#provider.documents.prepare(planEditorTree(region), FILE_MS));
        const paths = [...bundlePaths(await this.#tree())];
        return this.#bringAll(
          part,
          paths.map((path) => [wantFileList(upstream.explorerBundle(region, path))]),
        );
      }
      case 'live2d': {
        await this.#bringLists(part, [upstream.explorerTree(region)]);
        const ids = Object.keys(recordOf(recordOf((await this.#tree()).live2d).chara));
        const models = ids.filter((id) => isLive2dId(id) && !id.endsWith('_general'));
        const chain = chainFrom(region);
        return this.#bringAll(
          part,
          models.map((id) => chain.map((server) => wantLooseJson(upstream.live2dBuildData(server, id)))),
        );
      }
      case 'media':
        return this.#media(part);
    }
  }

  async #media(part: SyncPart): Promise<void> {
    const { region } = this.#options;
    await this.#bringLists(part, [upstream.SONGS, upstream.explorerTree(region)]);
    const chains: Chain[] = [];
    for (const [id, song] of await this.#songs()) {
      const jacketPackage = String(upstream.jacketPackage(Number(id)));
      for (const image of listOf(song.jacketImage)) {
        if (typeof image !== 'string') continue;
        const names = [...new Set([image, image.toLowerCase()])];
        for (const form of ['jacket', 'thumb'] as const) {
          chains.push(names.map((name) => wantMedia(upstream.jacket(region, jacketPackage, name, form), PNG)));
        }
      }
      chains.push([wantMedia(upstream.sound(region, id), MP3)]);
      for (const name of Object.keys(recordOf(song.musicVideos))) {
        chains.push([wantMedia(upstream.musicVideo(region, name), MP4)]);
      }
    }
    for (const name of Object.keys(await this.#tree())) {
      const id = /^stage_challenge_(\d+)$/.exec(name)?.[1];
      if (id !== undefined) chains.push([wantMedia(upstream.stageChallenge(region, id), PNG)]);
    }
    return this.#bringAll(part, chains);
  }

  async #stories(part: SyncPart): Promise<void> {
    const { region } = this.#options;
    const { EVENT_STORIES, EVENTS, BAND_STORIES, MAIN_STORIES, AFTERLIVE_TALKS, CHARACTERS, CARDS } = upstream;
    const lists = [EVENT_STORIES, EVENTS, BAND_STORIES, MAIN_STORIES, AFTERLIVE_TALKS, CHARACTERS, CARDS];
    await this.#collections(
      part,
      lists,
      COLLECTIONS.filter((name) => name.startsWith('stories/')),
    );
    const reader = this.#reader();
    const read = (path: string): Promise<unknown> => reader.tryRead(wantList(path));
    const band = planBandStories(await read(BAND_STORIES), region);
    const plans: readonly StoryPlan[] = [
      ...planEventStories(await read(EVENT_STORIES), await read(EVENTS), region).values(),
      ...band.plans.values(),
      ...planMainStories(await read(MAIN_STORIES), region).values(),
      ...planAfterliveStories(await read(AFTERLIVE_TALKS), await read(CHARACTERS), region).values(),
    ];
    const chain = chainFrom(region);
    const scenario = (bundle: string, scenarioId: string): Chain =>
      chain.map((server) => wantAssetJson(upstream.scenario(server, bundle, scenarioId)));
    await this.#bringAll(
      part,
      plans
        .filter((plan) => plan.released)
        .map((plan) => (plan.bandStoryKey === undefined ? plan : (band.byKey.get(plan.bandStoryKey) ?? plan)))
        .map((plan) => scenario(plan.bundle, plan.scenarioId)),
    );
    const cards = await this.#cards();
    await this.#bringAll(
      part,
      cards.map((id) => [wantRecord(upstream.cardRecord(id))]),
    );
    const chains: Chain[] = [];
    for (const id of cards) {
      const record = await this.#reader().tryRead(wantRecord(upstream.cardRecord(id)));
      const resourceSet = isRecord(record) ? textOf(record.resourceSetName) : undefined;
      if (resourceSet === undefined) continue;
      for (const episode of recordsOf(recordOf(recordOf(record).episodes).entries)) {
        const scenarioId = textOf(episode.scenarioId);
        if (scenarioId !== undefined) chains.push(scenario(upstream.cardBundle(resourceSet), scenarioId));
      }
    }
    return this.#bringAll(part, chains);
  }

  #reader(): DocumentReader {
    return this.#provider.documents.reader(Date.now() + FILE_MS);
  }

  async #songs() {
    const songs = await this.#reader().tryRead(wantList(upstream.SONGS));
    return entriesOf(songs).filter(([, song]) => isSongReleased(song, this.#options.region));
  }

  async #cards(): Promise<readonly string[]> {
    const cards = await this.#reader().tryRead(wantList(upstream.CARDS));
    return entriesOf(cards).flatMap(([id, card]) => (isCardReleased(card, this.#options.region) ? [id] : []));
  }

  async #tree(): Promise<ExplorerTree> {
    return readTree(await this.#reader().tryRead(wantList(upstream.explorerTree(this.#options.region)))) ?? {};
  }

  async #collections(part: SyncPart, lists: readonly string[], names: readonly Collection[]): Promise<void> {
    await this.#bringLists(part, lists);
    for (const name of names) {
      const plan = planCollection(name, this.#options.region);
      await this.#prepare(() => this.#provider.documents.prepare(plan, FILE_MS));
    }
  }

  /** A collection that cannot be built is already reported by the failure of its lists. */
  async #prepare(work: () => Promise<void>): Promise<void> {
    await work().catch(() => undefined);
  }

  #bringLists(part: SyncPart, paths: readonly string[]): Promise<void> {
    return this.#bringAll(
      part,
      paths.map((path) => [wantList(path)]),
    );
  }

  async #bringAll(part: SyncPart, chains: readonly Chain[]): Promise<void> {
    let done = 0;
    const queue = chains.values();
    this.#options.onProgress(part, 0, chains.length);
    const work = async (): Promise<void> => {
      for (const chain of queue) {
        await this.#bringFirst(chain);
        done += 1;
        this.#options.onProgress(part, done, chains.length);
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, work));
  }

  async #bringFirst(chain: Chain): Promise<void> {
    let failed: string | undefined;
    for (const want of chain) {
      const outcome = await this.#bring(want);
      if (outcome === 'held' || outcome === 'brought') {
        this.#count[outcome] += 1;
        return;
      }
      if (outcome === 'failed') failed ??= want.path;
    }
    if (failed === undefined) {
      this.#count.missing += 1;
      return;
    }
    this.#count.failed += 1;
    if (this.failures.length < FAILURES_SHOWN) this.failures.push(failed);
  }

  async #bring(want: Want): Promise<'held' | 'brought' | 'missing' | 'failed'> {
    const patienceMs = want.space === 'media' ? MEDIA_MS : FILE_MS;
    try {
      const outcome = await retry(
        () => this.#provider.mirror.bring(want, Date.now() + patienceMs),
        (error, tries) => (isAway(error) && tries < TRIES ? PAUSE_MS : undefined),
      );
      this.#inARow = 0;
      return outcome;
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable)) throw error;
      if (isAway(error)) {
        this.#inARow += 1;
        if (this.#inARow >= FAILURES_IN_A_ROW) throw new GivenUp();
      }
      return 'failed';
    }
  }
}

/** Whether upstream is unavailable, so that a retry is worthwhile. An incorrect response is not retried. */
const isAway = (error: unknown): boolean => error instanceof UpstreamUnavailable && (error.retryable || error.resting);
