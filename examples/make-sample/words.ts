// Bands, members and songs of the invented game, with their texts in the five languages of the contract. Names, bands
// and titles are made up for this sample. Data only; shapes of the published records are made in catalog.ts.
import type { Scale } from './score.ts';

/** Text in slot order ja, en, zh-TW, zh-CN, ko. */
export type Text = readonly [string, string, string, string, string];

export interface Band {
  readonly id: number;
  readonly name: Text;
  readonly description: Text;
  /** Dark, middle, light, accent as `#rrggbb`. */
  readonly colors: readonly [string, string, string, string];
}

export interface Member {
  readonly name: Text;
  readonly catchCopy: Text;
  readonly birthday: readonly [month: number, day: number];
}

export interface Song {
  readonly id: number;
  readonly bandIds: readonly [number, ...number[]];
  readonly title: Text;
  /** Beats and tempo: the first at beat 0. */
  readonly tempo: readonly (readonly [beat: number, bpm: number])[];
  readonly beatsPerBar: 3 | 4;
  /** MIDI note of the tonic. */
  readonly tonic: number;
  readonly scale: Scale;
  /** Scale degrees of the chords, one a bar. */
  readonly chords: readonly number[];
  readonly publishedAt: string;
}

export const BANDS: readonly Band[] = [
  {
    id: 1,
    name: ['塩硝子ランタンズ', 'Saltglass Lanterns', '鹽琉璃燈籠', '盐琉璃灯笼', '솔트글라스 랜턴즈'],
    description: [
      '港町の灯台で出会った四人組。潮騒のようなギターロックを鳴らす。',
      'Four friends who met at a harbour lighthouse and play guitar rock that rolls like the tide.',
      '在港口小鎮的燈塔相遇的四人組，奏響如潮聲般的吉他搖滾。',
      '在港口小镇的灯塔相遇的四人组，奏响如潮声般的吉他摇滚。',
      '항구 마을 등대에서 만난 4인조. 파도 소리 같은 기타 록을 들려준다.',
    ],
    colors: ['#0b1f3a', '#1f5f8b', '#7fd1d8', '#ffb454'],
  },
  {
    id: 2,
    name: ['紙彗星クラブ', 'Paper Comet Club', '紙彗星俱樂部', '纸彗星俱乐部', '종이혜성 클럽'],
    description: [
      '放課後の天文部室から生まれたポップバンド。夢は屋上から宇宙へ届く曲。',
      'A pop band born in the astronomy club room, writing songs meant to reach space from a school roof.',
      '誕生於放學後天文社教室的流行樂團，夢想是讓歌聲從屋頂傳到宇宙。',
      '诞生于放学后天文社教室的流行乐队，梦想是让歌声从屋顶传到宇宙。',
      '방과 후 천문부실에서 태어난 팝 밴드. 옥상에서 우주까지 닿는 노래가 꿈이다.',
    ],
    colors: ['#1a1147', '#6a3fb5', '#ff9ecb', '#ffe36e'],
  },
  {
    id: 3,
    name: ['モスワイヤ・ラジオ', 'Mosswire Radio', '苔線電台', '苔线电台', '모스와이어 라디오'],
    description: [
      '森の奥の古い放送局に集まった電子音楽ユニット。雑音も楽器のうち。',
      'An electronic unit in an old forest radio station, where noise counts as an instrument.',
      '聚集在森林深處老廣播站的電子音樂組合，雜音也是樂器。',
      '聚集在森林深处老广播站的电子音乐组合，杂音也是乐器。',
      '숲속 오래된 방송국에 모인 전자음악 유닛. 잡음도 악기의 하나다.',
    ],
    colors: ['#0d2119', '#2c6b4a', '#b7e07a', '#ff6f61'],
  },
];

/** Instrument of each of a band's four members, in order. */
export const PARTS: readonly Text[] = [
  ['ボーカル＆ギター', 'Vocals and guitar', '主唱兼吉他', '主唱兼吉他', '보컬 & 기타'],
  ['ベース', 'Bass', '貝斯', '贝斯', '베이스'],
  ['キーボード', 'Keyboard', '鍵盤', '键盘', '키보드'],
  ['ドラム', 'Drums', '鼓', '鼓', '드럼'],
];

/** Four members a band, in band order. */
export const MEMBERS: readonly Member[] = [
  {
    name: ['汐見 灯', 'Akari Shiomi', '汐見燈', '汐见灯', '시오미 아카리'],
    catchCopy: [
      '灯りは、声で灯す。',
      'I light lamps with my voice.',
      '用歌聲點亮燈火。',
      '用歌声点亮灯火。',
      '불빛은 목소리로 켠다.',
    ],
    birthday: [7, 20],
  },
  {
    name: ['波多野 凪', 'Nagi Hatano', '波多野凪', '波多野凪', '하타노 나기'],
    catchCopy: [
      '静かな波ほど深い。',
      'Quiet waves run deep.',
      '越平靜的浪越深沉。',
      '越平静的浪越深沉。',
      '고요한 물결일수록 깊다.',
    ],
    birthday: [11, 3],
  },
  {
    name: ['砂原 みつき', 'Mitsuki Sunahara', '砂原美月', '砂原美月', '스나하라 미츠키'],
    catchCopy: [
      '砂時計は待ってくれない。',
      'The hourglass waits for no one.',
      '沙漏不等人。',
      '沙漏不等人。',
      '모래시계는 기다려 주지 않아.',
    ],
    birthday: [2, 14],
  },
  {
    name: ['沖 千帆', 'Chiho Oki', '沖千帆', '冲千帆', '오키 치호'],
    catchCopy: [
      '追い風は自分で叩く。',
      'I drum up my own tailwind.',
      '順風由我敲響。',
      '顺风由我敲响。',
      '순풍은 내가 두드려 만든다.',
    ],
    birthday: [5, 28],
  },
  {
    name: ['折原 しおり', 'Shiori Orihara', '折原栞', '折原栞', '오리하라 시오리'],
    catchCopy: [
      '折り目は、飛ぶためにある。',
      'Every fold is there to fly.',
      '每一道摺痕都為了飛翔。',
      '每一道折痕都为了飞翔。',
      '접은 자국은 날기 위해 있어.',
    ],
    birthday: [4, 12],
  },
  {
    name: ['箕輪 ほたる', 'Hotaru Minowa', '箕輪螢', '箕轮萤', '미노와 호타루'],
    catchCopy: [
      '低い音ほど遠くへ光る。',
      'Low notes glow the farthest.',
      '越低的音，光照得越遠。',
      '越低的音，光照得越远。',
      '낮은 소리일수록 멀리 빛나.',
    ],
    birthday: [6, 9],
  },
  {
    name: ['空木 るか', 'Ruka Utsugi', '空木琉華', '空木琉华', '우츠기 루카'],
    catchCopy: [
      '星図なら、もう弾ける。',
      'I can already play the star chart.',
      '星圖我已經會彈了。',
      '星图我已经会弹了。',
      '별자리표라면 벌써 칠 수 있어.',
    ],
    birthday: [12, 22],
  },
  {
    name: ['紙屋 いと', 'Ito Kamiya', '紙屋絲', '纸屋丝', '카미야 이토'],
    catchCopy: [
      'カウントダウンは任せて。',
      'Leave the countdown to me.',
      '倒數就交給我。',
      '倒数就交给我。',
      '카운트다운은 나에게 맡겨.',
    ],
    birthday: [9, 1],
  },
  {
    name: ['森下 楓', 'Kaede Morishita', '森下楓', '森下枫', '모리시타 카에데'],
    catchCopy: [
      '雑音の中に歌がある。',
      'There is a song inside the noise.',
      '雜音之中有歌。',
      '杂音之中有歌。',
      '잡음 속에 노래가 있다.',
    ],
    birthday: [10, 17],
  },
  {
    name: ['伊那 しの', 'Shino Ina', '伊那志乃', '伊那志乃', '이나 시노'],
    catchCopy: [
      '根っこは、見えなくても響く。',
      'Roots resound even unseen.',
      '根即使看不見也會迴響。',
      '根即使看不见也会回响。',
      '뿌리는 보이지 않아도 울린다.',
    ],
    birthday: [3, 8],
  },
  {
    name: ['黒羽 いつき', 'Itsuki Kuroha', '黑羽樹', '黑羽树', '쿠로하 이츠키'],
    catchCopy: [
      '周波数を、あなたに合わせる。',
      'Tuning the dial to you.',
      '將頻率對準你。',
      '将频率对准你。',
      '주파수를 당신에게 맞춘다.',
    ],
    birthday: [1, 30],
  },
  {
    name: ['羊田 めい', 'Mei Hitsujida', '羊田芽衣', '羊田芽衣', '히츠지다 메이'],
    catchCopy: [
      '眠くても、拍は外さない。',
      'Sleepy, but never off the beat.',
      '再睏也不會漏拍。',
      '再困也不会漏拍。',
      '졸려도 박자는 놓치지 않아.',
    ],
    birthday: [8, 15],
  },
];

export const SONGS: readonly Song[] = [
  song(
    1001,
    [1],
    ['灯台の約束', 'Promise of the Lighthouse', '燈塔的約定', '灯塔的约定', '등대의 약속'],
    128,
    62,
    'major',
    [0, 4, 5, 3],
  ),
  song(
    1002,
    [1],
    ['引き潮パレード', 'Ebb Tide Parade', '退潮遊行', '退潮游行', '썰물 퍼레이드'],
    150,
    64,
    'major',
    [3, 4, 2, 5],
  ),
  song(1003, [1], ['硝子の朝', 'Glass Morning', '玻璃之晨', '玻璃之晨', '유리빛 아침'], 96, 60, 'major', [0, 2, 3, 4]),
  song(1004, [1], ['夜光バス', 'Night-Glow Bus', '夜光巴士', '夜光巴士', '야광 버스'], 172, 57, 'minor', [0, 5, 2, 6]),
  song(
    2001,
    [2],
    ['紙ひこうき軌道', 'Paper Plane Orbit', '紙飛機軌道', '纸飞机轨道', '종이비행기 궤도'],
    160,
    65,
    'major',
    [0, 5, 3, 4],
  ),
  song(
    2002,
    [2],
    ['放課後コメット', 'After-School Comet', '放學後的彗星', '放学后的彗星', '방과 후 혜성'],
    140,
    67,
    'major',
    [3, 4, 5, 0],
  ),
  {
    ...song(
      2003,
      [2],
      ['望遠鏡のワルツ', 'Telescope Waltz', '望遠鏡圓舞曲', '望远镜圆舞曲', '망원경 왈츠'],
      108,
      62,
      'major',
      [0, 5, 1, 4],
    ),
    beatsPerBar: 3,
  },
  song(2004, [2], ['ゼロ等星', 'Zero-Magnitude Star', '零等星', '零等星', '0등성'], 186, 59, 'minor', [0, 3, 5, 6]),
  song(
    3001,
    [3],
    ['雨樋ノイズ', 'Rain Gutter Noise', '雨簷雜音', '雨檐杂音', '빗물받이 노이즈'],
    120,
    57,
    'minor',
    [0, 6, 5, 4],
  ),
  {
    ...song(
      3002,
      [3],
      ['苔むす電波', 'Mossgrown Airwaves', '長苔的電波', '长苔的电波', '이끼 낀 전파'],
      134,
      60,
      'minor',
      [0, 3, 6, 2],
    ),
    tempo: [
      [0, 134],
      [16, 150],
    ],
  },
  song(
    3003,
    [3],
    ['真空管のこもりうた', 'Vacuum Tube Lullaby', '真空管搖籃曲', '真空管摇篮曲', '진공관 자장가'],
    84,
    58,
    'major',
    [0, 3, 1, 4],
  ),
  song(
    3004,
    [3, 1],
    ['周波数ゲーム', 'Frequency Game', '頻率遊戲', '频率游戏', '주파수 게임'],
    178,
    61,
    'minor',
    [0, 5, 3, 6],
  ),
];

function song(
  id: number,
  bandIds: readonly [number, ...number[]],
  title: Text,
  bpm: number,
  tonic: number,
  scale: Scale,
  chords: readonly number[],
): Song {
  const month = 1 + ((id + Math.floor(id / 1000) * 4) % 9);
  const publishedAt = `2026-${String(month).padStart(2, '0')}-${String(5 + (id % 20)).padStart(2, '0')}T03:00:00Z`;
  return { id, bandIds, title, tempo: [[0, bpm]], beatsPerBar: 4, tonic, scale, chords, publishedAt };
}
