// The work of the mirror command: fills the cache folder with everything of a region, so that it can be served without
// upstream. Idempotent: fresh files are skipped, changed ones fetched, missing ones counted. Stops after many
// consecutive upstream failures.
import { retry } from '../../kernel/concurrency/retry.ts';
import { isRecord } from '../../kernel/is-object.ts';
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
import { entriesOf, listOf, recordOf, recordsOf, textOf } from './projections/shapes.ts';
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
  const run = createSyncRun(provider, options);
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

function createSyncRun(provider: Provider, options: SyncOptions) {
  const failures: string[] = [];
  let count: SyncCount = { held: 0, brought: 0, missing: 0, failed: 0 };
  let inARow = 0;

  function begin(): SyncCount {
    count = { held: 0, brought: 0, missing: 0, failed: 0 };
    return count;
  }

  async function part(part: SyncPart): Promise<void> {
    const { region } = options;
    switch (part) {
      case 'bands':
        return collections(part, [upstream.BANDS, upstream.CHARACTERS], ['bands']);
      case 'characters':
        return collections(part, [upstream.CHARACTERS], ['characters']);
      case 'song-meta':
        return collections(part, [upstream.SONGS, upstream.SONG_META], ['song-meta']);
      case 'songs': {
        await collections(part, [upstream.SONGS, upstream.ITEM_TEXTS], ['songs']);
        const songs = await readSongs();
        return bringEach(
          part,
          songs.map(([id]) => wantRecord(upstream.songRecord(id))),
        );
      }
      case 'cards': {
        await collections(part, [upstream.CARDS], ['cards']);
        return bringCards(part, await readCards());
      }
      case 'charts': {
        await bringLists(part, [upstream.SONGS]);
        const wants = (await readSongs()).flatMap(([id, song]) =>
          difficultiesOf(song).map(([difficulty]) => wantChart(upstream.chart(id, difficulty))),
        );
        return bringEach(part, wants);
      }
      case 'stories':
        return stories(part);
      case 'editor-assets': {
        await bringLists(part, [upstream.explorerTree(region)]);
        await prepare(() => provider.documents.prepare(planEditorTree(region), FILE_MS));
        const paths = [...bundlePaths(await readRegionTree())];
        return bringEach(
          part,
          paths.map((path) => wantFileList(upstream.explorerBundle(region, path))),
        );
      }
      case 'live2d': {
        await bringLists(part, [upstream.explorerTree(region)]);
        const ids = Object.keys(recordOf(recordOf((await readRegionTree()).live2d).chara));
        const models = ids.filter((id) => isLive2dId(id) && !id.endsWith('_general'));
        const chain = chainFrom(region);
        return bringAll(
          part,
          models.map((id) => chain.map((server) => wantLooseJson(upstream.live2dBuildData(server, id)))),
        );
      }
      case 'media':
        return media(part);
    }
  }

  async function media(part: SyncPart): Promise<void> {
    const { region } = options;
    await bringLists(part, [upstream.SONGS, upstream.explorerTree(region)]);
    const chains: Chain[] = [];
    for (const [id, song] of await readSongs()) {
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
    for (const name of Object.keys(await readRegionTree())) {
      const id = /^stage_challenge_(\d+)$/.exec(name)?.[1];
      if (id !== undefined) chains.push([wantMedia(upstream.stageChallenge(region, id), PNG)]);
    }
    return bringAll(part, chains);
  }

  async function stories(part: SyncPart): Promise<void> {
    const { region } = options;
    const { EVENT_STORIES, EVENTS, BAND_STORIES, MAIN_STORIES, AFTERLIVE_TALKS, CHARACTERS, CARDS } = upstream;
    const lists = [EVENT_STORIES, EVENTS, BAND_STORIES, MAIN_STORIES, AFTERLIVE_TALKS, CHARACTERS, CARDS];
    await collections(
      part,
      lists,
      COLLECTIONS.filter((name) => name.startsWith('stories/')),
    );
    const reader = openReader();
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
    await bringAll(
      part,
      plans
        .filter((plan) => plan.released)
        .map((plan) => (plan.bandStoryKey === undefined ? plan : (band.byKey.get(plan.bandStoryKey) ?? plan)))
        .map((plan) => scenario(plan.bundle, plan.scenarioId)),
    );
    const cards = await readCards();
    await bringCards(part, cards);
    const chains: Chain[] = [];
    for (const id of cards) {
      const record = await openReader().tryRead(wantRecord(upstream.cardRecord(id)));
      const resourceSet = isRecord(record) ? textOf(record.resourceSetName) : undefined;
      if (resourceSet === undefined) continue;
      for (const episode of recordsOf(recordOf(recordOf(record).episodes).entries)) {
        const scenarioId = textOf(episode.scenarioId);
        if (scenarioId !== undefined) chains.push(scenario(upstream.cardBundle(resourceSet), scenarioId));
      }
    }
    return bringAll(part, chains);
  }

  function openReader(): DocumentReader {
    return provider.documents.reader(Date.now() + FILE_MS);
  }

  async function readSongs() {
    const songs = await openReader().tryRead(wantList(upstream.SONGS));
    return entriesOf(songs).filter(([, song]) => isSongReleased(song, options.region));
  }

  async function readCards(): Promise<readonly string[]> {
    const cards = await openReader().tryRead(wantList(upstream.CARDS));
    return entriesOf(cards).flatMap(([id, card]) => (isCardReleased(card, options.region) ? [id] : []));
  }

  async function readRegionTree(): Promise<ExplorerTree> {
    return readTree(await openReader().tryRead(wantList(upstream.explorerTree(options.region)))) ?? {};
  }

  async function collections(part: SyncPart, lists: readonly string[], names: readonly Collection[]): Promise<void> {
    await bringLists(part, lists);
    for (const name of names) {
      const plan = planCollection(name, options.region);
      await prepare(() => provider.documents.prepare(plan, FILE_MS));
    }
  }

  /** A collection that cannot be built is already reported by the failure of its lists. */
  async function prepare(work: () => Promise<void>): Promise<void> {
    await work().catch(() => undefined);
  }

  const bringLists = (part: SyncPart, paths: readonly string[]) => bringEach(part, paths.map(wantList));
  const bringCards = (part: SyncPart, ids: readonly string[]) =>
    bringEach(
      part,
      ids.map((id) => wantRecord(upstream.cardRecord(id))),
    );
  const bringEach = (part: SyncPart, wants: readonly Want[]) =>
    bringAll(
      part,
      wants.map((want) => [want]),
    );

  async function bringAll(part: SyncPart, chains: readonly Chain[]): Promise<void> {
    let done = 0;
    const queue = chains.values();
    options.onProgress(part, 0, chains.length);
    const work = async (): Promise<void> => {
      for (const chain of queue) {
        await bringFirst(chain);
        done += 1;
        options.onProgress(part, done, chains.length);
      }
    };
    await Promise.all(Array.from({ length: options.concurrency }, work));
  }

  async function bringFirst(chain: Chain): Promise<void> {
    let failed: string | undefined;
    for (const want of chain) {
      const outcome = await bring(want);
      if (outcome === 'held' || outcome === 'brought') {
        count[outcome] += 1;
        return;
      }
      if (outcome === 'failed') failed ??= want.path;
    }
    if (failed === undefined) {
      count.missing += 1;
      return;
    }
    count.failed += 1;
    if (failures.length < FAILURES_SHOWN) failures.push(failed);
  }

  async function bring(want: Want): Promise<'held' | 'brought' | 'missing' | 'failed'> {
    const patienceMs = want.space === 'media' ? MEDIA_MS : FILE_MS;
    try {
      const outcome = await retry(
        () => provider.mirror.bring(want, Date.now() + patienceMs),
        (error, tries) => (isAway(error) && tries < TRIES ? PAUSE_MS : undefined),
      );
      inARow = 0;
      return outcome;
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable)) throw error;
      if (isAway(error)) {
        inARow += 1;
        if (inARow >= FAILURES_IN_A_ROW) throw new GivenUp();
      }
      return 'failed';
    }
  }

  return { failures, begin, part };
}

/** Whether upstream is unavailable, so that a retry is worthwhile. An incorrect response is not retried. */
const isAway = (error: unknown): boolean => error instanceof UpstreamUnavailable && (error.retryable || error.resting);
