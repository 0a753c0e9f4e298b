// URL paths on the provider's host. Pure. All results are absolute, percent-encoded paths.
import { type Difficulty, REGIONS, type Region } from './rules.ts';

/** Encodes a decoded path segment by segment. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

export const SONGS = '/api/songs/all.8.json';
export const SONG_META = '/api/songs/meta/all.5.json';
export const BANDS = '/api/bands/all.1.json';
export const CHARACTERS = '/api/characters/all.5.json';
export const CARDS = '/api/cards/all.5.json';
export const EVENTS = '/api/events/all.5.json';
export const EVENT_STORIES = '/api/events/all.stories.json';
export const BAND_STORIES = '/api/misc/bandstories.5.json';
export const MAIN_STORIES = '/api/misc/mainstories.5.json';
export const AFTERLIVE_TALKS = '/api/misc/afterlivetalks.5.json';
export const ITEM_TEXTS = '/api/misc/itemtexts.2.json';

export const songRecord = (id: string): string => `/api/songs/${id}.json`;
export const cardRecord = (id: string): string => `/api/cards/${id}.json`;
export const chart = (id: string, difficulty: Difficulty): string => `/api/charts/${id}/${difficulty}.json`;
export const explorerTree = (region: Region): string => `/api/explorer/${region}/assets/_info.json`;
export const explorerBundle = (region: Region, bundlePath: string): string =>
  `/api/explorer/${region}/assets/${encodePath(bundlePath)}.json`;

/** The jacket package is the song id rounded up to ten; two old songs are in another package. */
export function jacketPackage(songId: number): number {
  return songId === 13 || songId === 40 ? 30 : Math.ceil(songId / 10) * 10;
}

export function jacket(region: Region, jacketPackageId: string, image: string, form: 'jacket' | 'thumb'): string {
  const bundle = `musicjacket${jacketPackageId}`;
  const file = `assets-star-forassetbundle-startapp-musicjacket-${bundle}-${image}-${form}.png`;
  return `/assets/${region}/musicjacket/${bundle}_rip/${encodeURIComponent(file)}`;
}

export function sound(region: Region, soundId: string): string {
  const name = `bgm${String(Number(soundId)).padStart(3, '0')}`;
  return `/assets/${region}/sound/${name}_rip/${name}.mp3`;
}

/** `name` is the bundle name without `_hq` and suffix. */
export function musicVideo(region: Region, name: string): string {
  const encoded = encodeURIComponent(name);
  return `/assets/${region}/movie/mv/${encoded}_hq_rip/${encoded}_hq.mp4`;
}

export const stageChallenge = (region: Region, id: string): string =>
  `/assets/${region}/stage_challenge_${id}_rip/image.png`;

/** A scenario file; `bundle` is without `_rip`. */
export const scenario = (region: Region, bundle: string, scenarioId: string): string =>
  `/assets/${region}/${encodePath(bundle)}_rip/Scenario${encodeURIComponent(scenarioId)}.asset`;

export const live2dBuildData = (region: Region, id: string): string =>
  `/assets/${region}/live2d/chara/${id}_rip/buildData.asset`;

/** Three digits, as in bundle names. */
export const threeDigits = (id: number): string => String(id).padStart(3, '0');

export const eventBundle = (eventId: string): string => `scenario/eventstory/event${eventId}`;
export const bandBundle = (bandId: number): string => `scenario/band/${threeDigits(bandId)}`;
export const MAIN_BUNDLE = 'scenario/main';
export const afterliveBundle = (id: string): string => `scenario/afterlivetalk/group${Math.floor(Number(id) / 256)}`;
export const cardBundle = (resourceSet: string): string => `characters/resourceset/${resourceSet}`;

export const voiceBundle = {
  event: (eventId: string, episode: number): string => `sound/voice/scenario/eventstory${eventId}_${episode - 1}`,
  band: (voiceAssetBundleName: string): string => `sound/voice/scenario/${voiceAssetBundleName}`,
  main: (id: string): string => `sound/voice/scenario/mainstory${id}`,
  afterlive: (id: string): string => `sound/voice/scenario/afterlivetalk/group${Math.floor(Number(id) / 100)}`,
  card: (resourceSet: string): string => `sound/voice/scenario/resourceset/${resourceSet}`,
} as const;

/** Whether a band has a logo in a region (only a few have, and not in all regions). */
export function hasLogo(bandId: number, region: Region): boolean {
  if ([1, 2, 3, 4, 5, 18, 21].includes(bandId)) return true;
  if (bandId === 45) return region !== 'kr';
  return bandId === 6 && region === 'cn';
}

/** URLs of our own routes that projections link to. */
export function createLinks(region: Region) {
  const root = `/api/v1/game/provider/${region}`;
  const rawAsset = (path: string): string => `${root}/raw/assets/${region}/${encodePath(path)}`;
  return {
    jacket: (songId: number, image: string, form: 'jacket' | 'jacket-thumb'): string =>
      `${root}/media/${form}/${jacketPackage(songId)}/${encodeURIComponent(image)}`,
    sound: (songId: number): string => `${root}/media/sound/${songId}`,
    musicVideo: (name: string): string => `${root}/media/mv/${encodeURIComponent(name)}.mp4`,
    chart: (songId: number, difficulty: Difficulty): string => `${root}/charts/${songId}/${difficulty}`,
    rawAsset,
    /** A file of an unpacked bundle. */
    bundleFile: (bundle: string, file: string): string => rawAsset(`${bundle}_rip/${file}`),
    resource: (path: string): string => `${root}/raw/res/${encodePath(path)}`,
  };
}
export type Links = ReturnType<typeof createLinks>;

/** One `Links` per region. */
export const LINKS: ReadonlyMap<Region, Links> = new Map(REGIONS.map((region) => [region, createLinks(region)]));
