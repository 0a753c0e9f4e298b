// Songs as served, in lists and individually (reference sheet, 7b; provider sheet, part 5). Pure.
import { isRecord } from '../../../kernel/is-object.ts';
import type { DeclaredSong, DeclaredSongRecord } from '../common/answers.ts';
import {
  type Dates,
  DIFFICULTIES,
  type Difficulty,
  isReleased,
  isReleasedAnywhere,
  type Region,
  readDates,
  releaseRegion,
  slotOf,
} from '../common/rules.ts';
import { createLinks, LINKS, type Links } from '../common/upstream-paths.ts';
import {
  entriesOf,
  listOf,
  numberOf,
  optionalTextsOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type UnknownRecord,
} from './shapes.ts';

type ComboReward = DeclaredSongRecord['comboRewards'][string][number];

/** Score ranks by the suffix of upstream's threshold names. */
const SCORE_RANKS = [
  ['C', 3],
  ['B', 4],
  ['A', 5],
  ['S', 6],
  ['SS', 7],
] as const;

const linksOf = (region: Region): Links => LINKS.get(region) ?? createLinks(region);

/** Whether the song is listed: released in any region. */
export const isListedSong = (song: UnknownRecord): boolean => isReleasedAnywhere(readDates(song.publishedAt));
export const isSongReleased = (song: UnknownRecord, region: Region): boolean =>
  isReleased(readDates(song.publishedAt), region);
/** Difficulties of a song, by upstream's keys "0" to "4". */
export function difficultiesOf(song: UnknownRecord): readonly (readonly [Difficulty, UnknownRecord])[] {
  const all = recordOf(song.difficulty);
  return DIFFICULTIES.flatMap((name, index) => {
    const entry = all[String(index)];
    return isRecord(entry) ? [[name, entry] as const] : [];
  });
}

/** The collection of a region. */
export function projectSongs(songs: unknown, region: Region) {
  return Object.fromEntries(
    entriesOf(songs).flatMap(([id, song]) => (isListedSong(song) ? [[id, presentSong(id, song, region)]] : [])),
  );
}

/** One song of a collection or record. */
function presentSong(id: string, song: UnknownRecord, region: Region) {
  const musicId = Number(id);
  const publishedAt = readDates(song.publishedAt);
  const links = linksOf(releaseRegion(publishedAt, region));
  const image = textOf(listOf(song.jacketImage)[0]);
  const notes = recordOf(song.notes);
  const tag = textOf(song.tag);
  return {
    musicId,
    musicTitle: textsOf(song.musicTitle),
    bandId: numberOf(song.bandId),
    jacketUrl: image === undefined ? null : links.jacket(musicId, image, 'jacket'),
    jacketThumbUrl: image === undefined ? null : links.jacket(musicId, image, 'jacket-thumb'),
    musicUrl: links.sound(musicId),
    composer: optionalTextsOf(song.composer),
    lyricist: optionalTextsOf(song.lyricist),
    arranger: optionalTextsOf(song.arranger),
    publishedAt: isReleasedAnywhere(publishedAt) ? publishedAt : null,
    releaseAt: publishedAt[slotOf(region)] ?? null,
    difficulty: difficultiesOf(song).map(([difficulty, entry]) => {
      const own = entry.publishedAt === undefined ? null : readDates(entry.publishedAt);
      return {
        difficulty,
        playLevel: numberOf(entry.playLevel),
        noteCount: numberOf(notes[String(DIFFICULTIES.indexOf(difficulty))]),
        publishedAt: own,
        file: links.chart(musicId, difficulty),
      };
    }),
    musicCategories: tag === undefined ? [] : [tag],
    musicType: 0,
    musicVideos: presentVideos(song.musicVideos, publishedAt, region),
  } satisfies DeclaredSong;
}

function presentVideos(value: unknown, published: Dates, region: Region) {
  return Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([key, video]) => {
      if (!isRecord(video) || !/^[A-Za-z0-9_().-]{1,150}$/.test(key)) return [];
      const startAt = readDates(video.startAt);
      const links = linksOf(releaseRegion(isReleasedAnywhere(startAt) ? startAt : published, region));
      const title = optionalTextsOf(video.title);
      const view = {
        playableUrl: links.musicVideo(textOf(video.assetBundleName) ?? key),
        type: 'video/mp4',
        ...(title !== null && { title }),
      };
      return [[key, view]];
    }),
  );
}

/** Whether a reward's text is in the item texts document. */
export function needsItemTexts(record: UnknownRecord): boolean {
  return recordsOf(record.achievements).some(
    (achievement) => textOf(achievement.rewardType)?.includes('ticket') === true,
  );
}

/** One song with ranks and rewards; `itemTexts` may be missing. */
export function presentSongRecord(
  id: string,
  record: UnknownRecord,
  itemTexts: unknown,
  region: Region,
): DeclaredSongRecord {
  const scoreRewards: DeclaredSongRecord['scoreRewards'][number][] = [];
  const comboRewards: Record<Difficulty, ComboReward[]> = {
    easy: [],
    normal: [],
    hard: [],
    expert: [],
    special: [],
  };
  for (const achievement of recordsOf(record.achievements)) {
    const type = textOf(achievement.achievementType) ?? '';
    const reward = presentReward(achievement, itemTexts);
    const rank = SCORE_RANKS.find(([name]) => type === `score_rank_${name.toLowerCase()}`);
    if (rank !== undefined) scoreRewards.push({ ...reward, scoreRank: rank[1] });
    const combo = /^(combo|full_combo)_([a-z]+)$/.exec(type);
    const difficulty = DIFFICULTIES.find((name) => name === combo?.[2]);
    if (combo?.[1] !== undefined && difficulty !== undefined) {
      comboRewards[difficulty].push({ ...reward, comboRateType: combo[1] });
    }
  }
  return { ...presentSong(id, record, region), scoreRanks: presentRanks(record), scoreRewards, comboRewards };
}

function presentReward(achievement: UnknownRecord, itemTexts: unknown) {
  const rewardType = textOf(achievement.rewardType) ?? '';
  const rewardId = numberOf(achievement.rewardId);
  const key = `${rewardType}_${rewardId ?? ''}`;
  const item = isRecord(itemTexts) && Object.hasOwn(itemTexts, key) ? recordOf(itemTexts[key]) : {};
  const name = optionalTextsOf(item.name);
  return { rewardType, rewardId, quantity: numberOf(achievement.quantity) ?? 0, ...(name !== null && { name }) };
}

/** Score thresholds of the first difficulty that has any; upstream repeats them in every difficulty. */
function presentRanks(record: UnknownRecord): DeclaredSongRecord['scoreRanks'] {
  for (const [, entry] of difficultiesOf(record)) {
    const ranks = SCORE_RANKS.flatMap(([name, scoreRank]) => {
      const requiredScore = numberOf(entry[`score${name}`]);
      return requiredScore === null ? [] : [{ scoreRank, requiredScore }];
    });
    if (ranks.length > 0) return ranks;
  }
  return [];
}
