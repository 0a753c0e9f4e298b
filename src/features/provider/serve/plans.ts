// Defines each document route: which upstream documents are read, how an unknown id is recognised, and which projection
// produces the bytes. One function per route; pure except for the reader passed in.
import { isRecord } from '../../../kernel/is-object.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import type { Difficulty, Region } from '../common/rules.ts';
import * as upstream from '../common/upstream-paths.ts';
import { type DocumentPlan, PROVIDER_CACHE_CONTROL } from '../mirror/documents.ts';
import type { DocumentReader } from '../mirror/reader.ts';
import { wantChart, wantFileList, wantList, wantRecord } from '../mirror/upstream-files.ts';
import { isCardReleased, presentCard, projectCards } from '../projections/cards.ts';
import { isChart } from '../projections/charts.ts';
import { readFiles, readTree } from '../projections/explorer.ts';
import { projectBands, projectCharacters } from '../projections/people.ts';
import { entryOf, type UnknownRecord } from '../projections/shapes.ts';
import { projectSongMeta } from '../projections/song-meta.ts';
import {
  difficultiesOf,
  isSongReleased,
  needsItemTexts,
  presentSongRecord,
  projectSongs,
} from '../projections/songs.ts';
import {
  listStories,
  planAfterliveStories,
  planBandStories,
  planEventStories,
  planMainStories,
  type StoryPlan,
} from '../projections/stories.ts';

/** Collections by the name of their route. */
export const COLLECTIONS = [
  'bands',
  'songs',
  'song-meta',
  'characters',
  'cards',
  'stories/event',
  'stories/band',
  'stories/main',
  'stories/afterlive',
] as const;
export type Collection = (typeof COLLECTIONS)[number];

const encoder = new TextEncoder();
const JSON_TYPE = 'application/json';

export function jsonPlan(
  key: string,
  stored: boolean,
  make: (reader: DocumentReader) => Promise<unknown>,
): DocumentPlan {
  return {
    key,
    stored,
    mediaType: JSON_TYPE,
    cacheControl: PROVIDER_CACHE_CONTROL.list,
    make: async (reader) => encoder.encode(JSON.stringify(await make(reader))),
  };
}

/** Reads two required lists. */
async function requireBoth(
  reader: DocumentReader,
  first: string,
  second: string,
): Promise<readonly [unknown, unknown]> {
  return Promise.all([reader.require(wantList(first)), reader.require(wantList(second))]);
}

const everyone = (): boolean => true;
const released = (plan: StoryPlan): boolean => plan.released;

async function makeCollection(name: Collection, region: Region, reader: DocumentReader): Promise<unknown> {
  switch (name) {
    case 'bands': {
      const [bands, characters] = await requireBoth(reader, upstream.BANDS, upstream.CHARACTERS);
      return projectBands(bands, characters, region);
    }
    case 'songs':
      return projectSongs(await reader.require(wantList(upstream.SONGS)), region);
    case 'song-meta':
      return projectSongMeta(...(await requireBoth(reader, upstream.SONGS, upstream.SONG_META)));
    case 'characters':
      return projectCharacters(await reader.require(wantList(upstream.CHARACTERS)), region);
    case 'cards':
      return projectCards(await reader.require(wantList(upstream.CARDS)), region);
    case 'stories/event':
      return listStories(await readEventStories(reader, region), everyone);
    case 'stories/band':
      return listStories(
        planBandStories(await reader.require(wantList(upstream.BAND_STORIES)), region).plans,
        released,
      );
    case 'stories/main':
      return listStories(planMainStories(await reader.require(wantList(upstream.MAIN_STORIES)), region), released);
    case 'stories/afterlive':
      return listStories(await readAfterliveStories(reader, region), released);
  }
}

export async function readEventStories(reader: DocumentReader, region: Region) {
  return planEventStories(...(await requireBoth(reader, upstream.EVENT_STORIES, upstream.EVENTS)), region);
}

export async function readAfterliveStories(reader: DocumentReader, region: Region) {
  return planAfterliveStories(...(await requireBoth(reader, upstream.AFTERLIVE_TALKS, upstream.CHARACTERS)), region);
}

/** A collection of a region. */
export function planCollection(name: Collection, region: Region): DocumentPlan {
  // Song metrics contain no links and no dates, so they are the same in every region.
  const key = name === 'song-meta' ? name : `${name}/${region}`;
  return jsonPlan(key, true, (reader) => makeCollection(name, region, reader));
}

/** The list entry of a song that is released in the region. */
async function requireSong(reader: DocumentReader, id: string, region: Region): Promise<UnknownRecord> {
  const song = entryOf(await reader.require(wantList(upstream.SONGS)), id);
  if (song === undefined || !isSongReleased(song, region)) throw new Refusal('provider_not_found');
  return song;
}

async function requireRecord(reader: DocumentReader, path: string): Promise<UnknownRecord> {
  const record = required(await reader.read(wantRecord(path)), 'provider_not_found');
  if (!isRecord(record)) throw new Refusal('provider_upstream');
  return record;
}

export function planSong(id: string, region: Region): DocumentPlan {
  return jsonPlan(`songs/${id}/${region}`, false, async (reader) => {
    const listed = await requireSong(reader, id, region);
    const record = await requireRecord(reader, upstream.songRecord(id));
    const itemTexts = needsItemTexts(record) ? await reader.tryRead(wantList(upstream.ITEM_TEXTS)) : undefined;
    // The dates come from the list in both documents, so that they cannot contradict each other.
    return presentSongRecord(id, { ...listed, ...record, publishedAt: listed.publishedAt }, itemTexts, region);
  });
}

export function planSongMeta(id: string, region: Region): DocumentPlan {
  return jsonPlan(`song-meta/${id}/${region}`, false, async (reader) => {
    await requireSong(reader, id, region);
    const meta = projectSongMeta(...(await requireBoth(reader, upstream.SONGS, upstream.SONG_META)));
    return Object.hasOwn(meta, id) ? meta[id] : {};
  });
}

export function planCard(id: string, region: Region): DocumentPlan {
  return jsonPlan(`cards/${id}/${region}`, false, async (reader) => {
    const listed = entryOf(await reader.require(wantList(upstream.CARDS)), id);
    if (listed === undefined || !isCardReleased(listed, region)) throw new Refusal('provider_not_found');
    const record = await requireRecord(reader, upstream.cardRecord(id));
    return presentCard(id, { ...listed, ...record, releasedAt: listed.releasedAt }, region);
  });
}

/** A chart, byte for byte. */
export function planChart(id: string, difficulty: Difficulty, region: Region): DocumentPlan {
  return {
    key: `charts/${id}/${difficulty}/${region}`,
    stored: false,
    mediaType: 'text/plain; charset=utf-8',
    cacheControl: PROVIDER_CACHE_CONTROL.chart,
    make: async (reader) => {
      const song = await requireSong(reader, id, region);
      if (!difficultiesOf(song).some(([name]) => name === difficulty)) throw new Refusal('provider_not_found');
      const want = wantChart(upstream.chart(id, difficulty));
      const [bytes, chart] = [await reader.readBytes(want), await reader.read(want)];
      if (bytes === undefined) throw new Refusal('provider_not_found');
      if (!isChart(chart)) throw new Refusal('provider_upstream', { cause: new Error('the document is no chart') });
      return bytes;
    },
  };
}

export function planEditorTree(region: Region): DocumentPlan {
  return jsonPlan(`editor-assets/${region}`, true, async (reader) => {
    const tree = readTree(await reader.require(wantList(upstream.explorerTree(region))));
    if (tree === undefined) throw new Refusal('provider_upstream', { cause: new Error('the tree is malformed') });
    return { server: region, tree };
  });
}

export function planEditorBundle(path: string, region: Region): DocumentPlan {
  return jsonPlan(`editor-assets/${region}/${path}`, false, async (reader) => {
    const list = required(await reader.read(wantFileList(upstream.explorerBundle(region, path))), 'provider_not_found');
    const files = readFiles(list);
    // An empty list is a failure of upstream: bundles without files have no list.
    if (files === undefined || files.length === 0) {
      throw new Refusal('provider_upstream', { cause: new Error('the file list is malformed or empty') });
    }
    return { server: region, path, files };
  });
}
