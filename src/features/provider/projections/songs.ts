// Songs as served, in lists and individually (reference sheet, 7b; provider sheet, part 5). Pure.
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
  isRecord,
  listOf,
  numberOf,
  optionalTextsOf,
  recordOf,
  recordsOf,
  type Texts,
  textOf,
  textsOf,
  type UnknownRecord,
} from './shapes.ts';

type SongDifficultyView = DeclaredSong['difficulty'][number] & {
  readonly noteCount: number | null;
  readonly publishedAt: Dates | null;
  readonly file: string;
};

interface MusicVideoView {
  readonly playableUrl: string;
  readonly type: 'video/mp4';
  readonly title?: Texts;
}

export interface SongView extends DeclaredSong {
  readonly composer: Texts | null;
  readonly lyricist: Texts | null;
  readonly arranger: Texts | null;
  readonly difficulty: readonly SongDifficultyView[];
  readonly musicVideos: Readonly<Record<string, MusicVideoView>>;
}

interface RewardView {
  readonly rewardType: string;
  readonly rewardId: number | null;
  readonly quantity: number;
  readonly name?: Texts;
}

type ScoreReward = RewardView & DeclaredSongRecord['scoreRewards'][number];
type ComboReward = RewardView & DeclaredSongRecord['comboRewards'][string][number];

export interface SongRecordView extends SongView {
  readonly scoreRanks: DeclaredSongRecord['scoreRanks'];
  readonly scoreRewards: readonly ScoreReward[];
  readonly comboRewards: Readonly<Record<Difficulty, readonly ComboReward[]>>;
}

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
export function projectSongs(songs: unknown, region: Region): Readonly<Record<string, SongView>> {
  return Object.fromEntries(
    entriesOf(songs).flatMap(([id, song]) => (isListedSong(song) ? [[id, presentSong(id, song, region)]] : [])),
  );
}

/** One song of a collection or record. */
function presentSong(id: string, song: UnknownRecord, region: Region): SongView {
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
  };
}

function presentVideos(value: unknown, published: Dates, region: Region): Readonly<Record<string, MusicVideoView>> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([key, video]) => {
      if (!isRecord(video) || !/^[A-Za-z0-9_().-]{1,150}$/.test(key)) return [];
      const startAt = readDates(video.startAt);
      const links = linksOf(releaseRegion(isReleasedAnywhere(startAt) ? startAt : published, region));
      const title = optionalTextsOf(video.title);
      const view: MusicVideoView = {
        playableUrl: links.musicVideo(textOf(video.assetBundleName) ?? key),
        type: 'video/mp4',
        ...(title === null ? {} : { title }),
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
): SongRecordView {
  const scoreRewards: ScoreReward[] = [];
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

function presentReward(achievement: UnknownRecord, itemTexts: unknown): RewardView {
  const rewardType = textOf(achievement.rewardType) ?? '';
  const rewardId = numberOf(achievement.rewardId);
  const key = `${rewardType}_${rewardId ?? ''}`;
  const item = isRecord(itemTexts) && Object.hasOwn(itemTexts, key) ? recordOf(itemTexts[key]) : {};
  const name = optionalTextsOf(item.name);
  return { rewardType, rewardId, quantity: numberOf(achievement.quantity) ?? 0, ...(name === null ? {} : { name }) };
}

/** Score thresholds of the first difficulty that has any; upstream repeats them in every difficulty. */
function presentRanks(record: UnknownRecord): SongRecordView['scoreRanks'] {
  for (const [, entry] of difficultiesOf(record)) {
    const ranks = SCORE_RANKS.flatMap(([name, scoreRank]) => {
      const requiredScore = numberOf(entry[`score${name}`]);
      return requiredScore === null ? [] : [{ scoreRank, requiredScore }];
    });
    if (ranks.length > 0) return ranks;
  }
  return [];
}
