// The JSON tables of the sample: records of bands, characters, cards, songs, stories and the smaller tables, in the
// shapes that clients of the contract know (five-slot texts, five-slot times, release paths of media).

import type { Expression } from './portrait.ts';
import { cycle } from './random.ts';
import { makeShows, VENUES } from './shows.ts';
import { CARD_TITLES, CHAPTERS, EVENTS, ITEMS, SKILLS, STAMPS } from './stories.ts';
import { BANDS, type Band, MEMBERS, type Member, PARTS, SONGS, type Song, type Text } from './words.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Table = Record<string, Json>;

export const ASSETS = 'assets/Assets/Livehouse';
export const CARD_TYPES = ['red', 'blue', 'green', 'yellow'] as const;

export interface ChartFacts {
  readonly difficulty: string;
  readonly rating: number;
  readonly notes: number;
  readonly file: string;
}

export interface SongFacts {
  readonly song: Song;
  readonly seconds: number;
  readonly charts: readonly ChartFacts[];
}

export interface Character {
  readonly id: number;
  readonly band: Band;
  readonly part: number;
  readonly member: Member;
}

export interface Card {
  readonly id: number;
  readonly character: Character;
  readonly rarity: number;
  readonly title: Text;
  readonly type: (typeof CARD_TYPES)[number];
}

export const CHARACTERS: readonly Character[] = MEMBERS.map((member, index) => ({
  id: index + 1,
  band: cycle(BANDS, Math.floor(index / 4)),
  part: index % 4,
  member,
}));

export const CARDS: readonly Card[] = CARD_TITLES.map((title, index) => {
  const character = cycle(CHARACTERS, Math.floor(index / 2));
  return {
    id: character.id * 1000 + 1 + (index % 2),
    character,
    rarity: index % 2 === 1 ? 4 : 2 + (character.id % 2),
    title,
    type: cycle(CARD_TYPES, index + Math.floor(index / 8)),
  };
});

const portraitOf = (character: number, expression: Expression): string =>
  `${ASSETS}/Portraits/${character}_${expression}.webp`;

export interface StoryLine {
  readonly voiceKey: string;
  /** Release path of its sound. */
  readonly voice: string;
  /** Id of who says it. */
  readonly character: number;
  readonly text: Text;
}

/** Every line of the stories. */
export const listLines = (): readonly StoryLine[] =>
  CHAPTERS.flatMap(({ episodes }, chapter) =>
    episodes.flatMap(({ lines }, episode) =>
      lines.map(([member, text], line): StoryLine => {
        const storyId = `${101 + chapter}-${episode + 1}`;
        return {
          voiceKey: `talk:${storyId}:${line + 1}`,
          voice: `runtime/voices/${storyId}-${line + 1}.mp3`,
          character: member + 1,
          text,
        };
      }),
    ),
  );

/** Milliseconds in every slot that a text slot has; servers that open later have none yet. */
function timeSlots(iso: string, open: number): Json {
  const time = Date.parse(iso);
  return [0, 1, 2, 3, 4].map((slot) => (slot < open ? time : null));
}

const localize = (write: (slot: number) => string): Json => [0, 1, 2, 3, 4].map(write);
const slotOf = (text: Text, slot: number): string => text[slot] ?? text[0];

function makeBands(): Json {
  return table(BANDS, (band) => [
    String(band.id),
    {
      bandId: band.id,
      bandName: band.name,
      description: band.description,
      color: band.colors[1],
      logo: `${ASSETS}/Bands/${band.id}.png`,
    },
  ]);
}

function makeCharacters(): Json {
  return table(CHARACTERS, ({ id, band, part, member }) => [
    String(id),
    {
      characterId: id,
      characterKey: String(id).padStart(3, '0'),
      characterType: 'unique',
      characterName: member.name,
      catchCopy: member.catchCopy,
      bandId: band.id,
      bandPart: cycle(PARTS, part),
      birthday: { month: member.birthday[0], day: member.birthday[1] },
      colorCode: cycle([band.colors[1], band.colors[2], band.colors[3], band.colors[0]], part),
      faceImage: `${ASSETS}/Characters/${id}.png`,
      portrait: portraitOf(id, 'calm'),
    },
  ]);
}

function makeCards(): Json {
  const cards = CARDS.map(({ id, character, rarity, title, type }) => {
    const base = 900 + rarity * 700 + character.id * 13;
    const max = {
      performance: base * 4 + character.part * 120,
      technique: base * 4,
      visual: base * 4 - character.part * 40,
    };
    return {
      cardId: id,
      characterId: character.id,
      bandId: character.band.id,
      prefix: title,
      rarity,
      cardType: type,
      skillId: 1 + (id % SKILLS.length),
      levelLimit: rarity * 15,
      releasedAt: timeSlots(`2026-0${1 + (character.id % 9)}-15T03:00:00Z`, 2 + (id % 4)),
      stat: { '1': { performance: base, technique: base, visual: base }, [String(rarity * 15)]: max },
      images: { thumbnail: `${ASSETS}/Cards/Thumbs/${id}.png`, full: `${ASSETS}/Cards/${id}.webp` },
      type: rarity === 4 ? 'limited' : 'permanent',
    };
  });
  return { updatedAt: Date.parse('2026-10-01T00:00:00Z'), cards };
}

function makeSongs(facts: readonly SongFacts[]): Json {
  return table(facts, ({ song, seconds, charts }) => {
    const bands = song.bandIds.map((id) => cycle(BANDS, id - 1));
    return [
      String(song.id),
      {
        musicId: song.id,
        musicTitle: song.title,
        bandId: song.bandIds[0],
        bandIds: song.bandIds,
        artistName: localize((slot) => bands.map((band) => slotOf(band.name, slot)).join(' × ')),
        bpm: song.tempo.map(([beat, bpm]) => ({ beat, bpm })),
        seconds: Number(seconds.toFixed(3)),
        publishedAt: timeSlots(song.publishedAt, 5),
        jacket: `${ASSETS}/Jackets/${song.id}.png`,
        jacketThumb: `${ASSETS}/Jackets/Thumbs/${song.id}.png`,
        sound: `runtime/sounds/song-${song.id}.mp3`,
        charts: Object.fromEntries(
          charts.map(({ difficulty, rating, file }) => [difficulty, { rating, file, format: 'bestdori' }]),
        ),
      },
    ];
  });
}

function makeSongMeta(facts: readonly SongFacts[]): Json {
  return table(facts, ({ song, seconds, charts }) => [
    String(song.id),
    Object.fromEntries(
      charts.map(({ rating, notes }, index) => [
        String(index),
        {
          playLevel: rating,
          n: notes,
          firstBpm: song.tempo[0]?.[1] ?? 0,
          time: Number(seconds.toFixed(3)),
          nps: Number((notes / seconds).toFixed(3)),
        },
      ]),
    ),
  ]);
}

function makeStories(): Json {
  const episodes: Table = {};
  const chapters: Table = {};
  for (const [index, chapter] of CHAPTERS.entries()) {
    const chapterId = 100 + index + 1;
    const ids: string[] = [];
    for (const [number, words] of chapter.episodes.entries()) {
      const storyId = `${chapterId}-${number + 1}`;
      ids.push(storyId);
      episodes[storyId] = {
        storyId,
        chapterId,
        episodeNumber: number + 1,
        bandId: chapter.bandId,
        title: words.title,
        description: words.description,
        characterIds: words.lines.map(([member]) => member + 1),
        publishedAt: timeSlots(`2026-0${index + 2}-0${number + 3}T03:00:00Z`, 5),
        commands: words.lines.map(([member, text], line) => ({
          index: line,
          type: 'talk',
          targetName: cycle(CHARACTERS, member).member.name,
          characterId: member + 1,
          portrait: portraitOf(member + 1, line % 2 === 0 ? 'calm' : 'smile'),
          text,
          voiceIds: [`talk:${storyId}:${line + 1}`],
        })),
      };
    }
    chapters[String(chapterId)] = { chapterId, chapterName: chapter.name, bandId: chapter.bandId, episodes: ids };
  }
  const homeSpots = table(BANDS, (band) => [
    `spot-${band.id}`,
    {
      spotId: `spot-${band.id}`,
      bandId: band.id,
      characterIds: CHARACTERS.filter((c) => c.band === band).map((c) => c.id),
    },
  ]);
  return { schema: 'demo-stories-v1', chapters, episodes, homeSpots };
}

function makeVoices(): Json {
  const entries = table(listLines(), ({ voiceKey, voice, character, text }) => [
    voiceKey,
    { voiceKey, masterType: 0, characterIds: [character], text, sound: voice },
  ]);
  return { entries, enums: { masterType: { '0': 'talk' } } };
}

function makeStamps(): readonly (readonly Json[])[] {
  const stamps = STAMPS.map((name, index) => ({
    id: index + 1,
    stampId: index + 1,
    name,
    characterIds: [index * 2 + 1, index * 2 + 2],
    image: `${ASSETS}/Stamps/stamp_${index + 1}.png`,
  }));
  return [stamps.slice(0, 3), stamps.slice(3)];
}

function makeEvents(): Json {
  return table(EVENTS, ({ name, description, bandId, startAt, endAt, songIds, bonusPercent }, index) => {
    // The servers that open later have none of the third event yet.
    const open = index < 3 ? 5 - index : 5;
    return [
      String(index + 1),
      {
        eventId: index + 1,
        eventName: name,
        description,
        bandId,
        startAt: timeSlots(startAt, open),
        endAt: timeSlots(endAt, open),
        bonusPercent,
        songIds,
        rewardCards: CARDS.filter((card) => card.character.band.id === bandId && card.rarity === 4).map(
          (card) => card.id,
        ),
        banner: `${ASSETS}/Banners/event_${index + 1}.png`,
      },
    ];
  });
}

/** Texts as objects by language. */
function makeVenues(): Json {
  return {
    venues: VENUES.map(({ id, bandId, name, address, capacity, opened }) => ({
      ...{ venueId: id, venueName: { ...name }, address: { ...address }, bandId, capacity, opened },
      picture: `${ASSETS}/Venues/${id}.webp`,
    })),
  };
}

function makeProgression(): Json {
  const playerRanks = Array.from({ length: 30 }, (_, index) => ({
    rankId: index + 1,
    rank: index + 1,
    exp: index * index * 120,
    friendMax: 20 + index,
  }));
  const cardLevels = Array.from({ length: 60 }, (_, index) => ({
    levelId: index + 1,
    level: index + 1,
    exp: Math.round(index ** 1.8 * 40),
  }));
  return { playerRanks, cardLevels };
}

function makeFeatureStatus(): Json {
  const status = (feature: string, state: string, reason: Text | null): [string, Json] => [
    feature,
    { feature, status: state, ...(reason === null ? {} : { reason }), sourceTables: [`Master${feature}`] },
  ];
  return {
    features: Object.fromEntries([
      status('events', 'available', null),
      status('stories', 'available', null),
      status('shop', 'construction', ['準備中です', 'In preparation', '準備中', '准备中', '준비 중입니다']),
    ]),
  };
}

/** Every catalog file: its name below `catalog/` and its content. */
export function makeCatalog(facts: readonly SongFacts[]): ReadonlyMap<string, Json> {
  const [stampsBefore = [], stampsAfter = []] = makeStamps();
  return new Map<string, Json>([
    ['bands.json', makeBands()],
    ['characters.json', makeCharacters()],
    ['cards.json', makeCards()],
    ['songs.json', makeSongs(facts)],
    ['song-meta.json', makeSongMeta(facts)],
    ['stories.json', makeStories()],
    [
      'story-runtime.json',
      { textSpeed: 0.04, minimumTalkSeconds: 1.6, frameRates: [30, 30, 45, 60, 60], defaultTransition: 'fade' },
    ],
    ['voices.json', makeVoices()],
    ['stamps-1.json', stampsBefore],
    ['stamps-2.json', stampsAfter],
    ['events.json', makeEvents()],
    ['venues.json', makeVenues()],
    ['shows.json', makeShows().map((show) => ({ ...show }))],
    ['progression.json', makeProgression()],
    ['feature-status.json', makeFeatureStatus()],
    [
      'provenance.json',
      {
        schema: 'demo-provenance-v1',
        localeSlots: ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'],
        songs: SONGS.length,
        cards: CARDS.length,
        made: 'by code',
      },
    ],
    [
      'skills.json',
      table(SKILLS, (skill, index) => [
        String(index + 1),
        {
          skillId: index + 1,
          skillName: skill.name,
          description: skill.description,
          duration: skill.seconds,
          effects: [{ effectId: 1, effectType: 'score', effectValue: skill.percent }],
        },
      ]),
    ],
    [
      'items.json',
      {
        items: table(ITEMS, (name, index) => [
          String(index + 1),
          { itemId: index + 1, name, order: index + 1, max: 9999 },
        ]),
        itemTypes: ['ticket', 'material'],
      },
    ],
    [
      'scenes.json',
      BANDS.flatMap((band) =>
        ['Stage', 'Studio'].map((place) => ({
          path: `/Scenes/Band ${band.id}/${place}`,
          bandId: band.id,
          parent: `/Scenes/Band ${band.id}`,
          lights: [band.colors[2], band.colors[3]],
        })),
      ),
    ],
  ]);
}

function table<T>(list: readonly T[], entry: (element: T, index: number) => readonly [string, Json]): Table {
  return Object.fromEntries(list.map(entry));
}
