// Venues with their texts as objects by language, and a table of the shows that were played in them. Attendance and scores are drawn
// at random with a seed: many small shows and few large ones, as it would be.
import { createRandom, cycle, type Random } from './random.ts';
import type { Text } from './words.ts';

/** A text for each language, in the form that many games use in place of slots. */
interface LocalizedText {
  readonly ja: string;
  readonly en: string;
  readonly 'zh-TW': string;
  readonly 'zh-CN': string;
  readonly ko: string;
}

export interface Venue {
  readonly id: string;
  readonly bandId: number;
  readonly name: LocalizedText;
  readonly address: LocalizedText;
  readonly capacity: number;
  readonly opened: string;
}

const texts = (ja: string, en: string, traditional: string, simplified: string, ko: string): LocalizedText => ({
  ...{ ja, en, 'zh-TW': traditional, 'zh-CN': simplified },
  ko,
});

export const VENUES: readonly Venue[] = [
  {
    id: 'pier',
    bandId: 1,
    name: texts('桟橋ホール', 'Pier Hall', '棧橋廳', '栈桥厅', '부두 홀'),
    address: texts(
      '港町 第三埠頭',
      'Third Quay, Harbour Town',
      '港口鎮第三碼頭',
      '港口镇第三码头',
      '항구 마을 제3부두',
    ),
    capacity: 320,
    opened: '1998-04-12',
  },
  {
    id: 'lighthouse',
    bandId: 1,
    name: texts('灯台の下', 'Below the Lighthouse', '燈塔之下', '灯塔之下', '등대 아래'),
    address: texts('岬 一番地', '1 Cape Road', '海角路1號', '海角路1号', '곶길 1번지'),
    capacity: 90,
    opened: '2012-07-01',
  },
  {
    id: 'rooftop',
    bandId: 2,
    name: texts('屋上天文台', 'Rooftop Observatory', '屋頂天文台', '屋顶天文台', '옥상 천문대'),
    address: texts('北高校 屋上', 'Roof of North School', '北高中屋頂', '北高中屋顶', '북고등학교 옥상'),
    capacity: 140,
    opened: '2019-09-20',
  },
  {
    id: 'planetarium',
    bandId: 2,
    name: texts('プラネタリウム・ゼロ', 'Planetarium Zero', '零號天象館', '零号天象馆', '플라네타륨 제로'),
    address: texts('中央公園 東口', 'East Gate, Central Park', '中央公園東口', '中央公园东口', '중앙공원 동문'),
    capacity: 520,
    opened: '2004-03-03',
  },
  {
    id: 'station',
    bandId: 3,
    name: texts('森の放送局', 'Forest Station', '森林電台', '森林电台', '숲속 방송국'),
    address: texts(
      '苔の森 送信所前',
      'By the Transmitter, Moss Forest',
      '苔之森發射站前',
      '苔之森发射站前',
      '이끼 숲 송신소 앞',
    ),
    capacity: 60,
    opened: '1987-11-05',
  },
  {
    id: 'greenhouse',
    bandId: 3,
    name: texts('硝子温室', 'Glass Greenhouse', '玻璃溫室', '玻璃温室', '유리 온실'),
    address: texts('植物園 南館', 'South Wing, Botanical Garden', '植物園南館', '植物园南馆', '식물원 남관'),
    capacity: 210,
    opened: '2015-05-30',
  },
];

export interface Show {
  readonly showId: number;
  readonly showName: Text;
  readonly playedOn: string;
  readonly venueId: string;
  readonly bandId: number;
  readonly songs: number;
  readonly attendance: number;
  readonly score: number;
  readonly weather: 'clear' | 'cloudy' | 'rain' | 'snow';
}

const SHOWS = 360;
const FIRST_DAY = Date.parse('2024-04-01');
const LAST_DAY = Date.parse('2026-10-31');
const DAY_MS = 86_400_000;
const WEATHER = ['clear', 'clear', 'clear', 'cloudy', 'cloudy', 'rain', 'rain'] as const;
/** Months with snow, from 0. */
const WINTER = [11, 0, 1];

const nameShow = ({ name }: Venue, number: number): Text => [
  `${name.ja} 第${number}夜`,
  `${name.en}, night ${number}`,
  `${name['zh-TW']} 第${number}夜`,
  `${name['zh-CN']} 第${number}夜`,
  `${name.ko} ${number}번째 밤`,
];

/** About normally distributed around 0 with deviation 1. */
const normal = (random: Random): number => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b) - 6;

export function makeShows(): readonly Show[] {
  const random = createRandom(20_240_401);
  // More shows as time goes on.
  const days = Array.from({ length: SHOWS }, () => {
    const share = random.next() ** 0.6;
    return FIRST_DAY + Math.floor((share * (LAST_DAY - FIRST_DAY)) / DAY_MS) * DAY_MS;
  }).sort((a, b) => a - b);
  const played = new Map<string, number>();
  return days.map((day, index): Show => {
    const venue = random.choose(VENUES);
    const number = (played.get(venue.id) ?? 0) + 1;
    played.set(venue.id, number);
    const sky = cycle(WEATHER, random.below(WEATHER.length));
    const filled = Math.min(1, 0.42 * Math.exp(0.45 * normal(random)) + (0.2 * index) / SHOWS);
    return {
      showId: index + 1,
      showName: nameShow(venue, number),
      playedOn: new Date(day).toISOString().slice(0, 10),
      venueId: venue.id,
      bandId: random.next() < 0.7 ? venue.bandId : 1 + random.below(3),
      songs: 4 + random.below(9),
      attendance: Math.max(5, Math.round(venue.capacity * filled)),
      score: Math.round(Math.min(100, Math.max(0, 71 + 11 * normal(random)))),
      weather: sky === 'rain' && WINTER.includes(new Date(day).getUTCMonth()) ? 'snow' : sky,
    };
  });
}
