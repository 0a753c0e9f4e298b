// Card titles, skills, stories, stamps, events and items of the invented game in the five languages of the contract.
// Data only.
import type { Text } from './words.ts';

/** Two cards a member, in member order: the first of rarity 2–3, the second of rarity 4. */
export const CARD_TITLES: readonly Text[] = [
  ['はじめての灯', 'First Light', '最初的燈火', '最初的灯火', '첫 불빛'],
  ['嵐の夜の灯台守', 'Keeper on a Stormy Night', '暴風夜的守燈人', '暴风夜的守灯人', '폭풍우 치는 밤의 등대지기'],
  ['波打ち際の練習', 'Practice by the Surf', '浪邊的練習', '浪边的练习', '물가의 연습'],
  ['深海ベースライン', 'Deep-Sea Bassline', '深海貝斯線', '深海贝斯线', '심해 베이스라인'],
  ['砂の音階', 'Scales of Sand', '沙之音階', '沙之音阶', '모래의 음계'],
  ['硝子鍵盤の朝', 'Morning at the Glass Keys', '玻璃琴鍵的早晨', '玻璃琴键的早晨', '유리 건반의 아침'],
  ['追い風の合図', 'Tailwind Signal', '順風的信號', '顺风的信号', '순풍의 신호'],
  ['港まつりの大太鼓', 'The Great Harbour Drum', '港口祭的大鼓', '港口祭的大鼓', '항구 축제의 큰북'],
  ['折り紙の歌詞', 'Origami Lyrics', '摺紙歌詞', '折纸歌词', '종이접기 가사'],
  ['屋上からの離陸', 'Takeoff from the Roof', '從屋頂起飛', '从屋顶起飞', '옥상에서의 이륙'],
  ['蛍光灯の下で', 'Under Fluorescent Light', '日光燈下', '日光灯下', '형광등 아래에서'],
  ['夜空の低音', 'Low Notes of the Night Sky', '夜空的低音', '夜空的低音', '밤하늘의 저음'],
  ['星図ノート', 'Star Chart Notebook', '星圖筆記', '星图笔记', '별자리 노트'],
  ['流星群のアルペジオ', 'Meteor Shower Arpeggio', '流星雨琶音', '流星雨琶音', '유성우 아르페지오'],
  ['三、二、一', 'Three, Two, One', '三、二、一', '三、二、一', '셋, 둘, 하나'],
  ['打ち上げの夜', 'Night of the Launch', '升空之夜', '升空之夜', '발사의 밤'],
  ['森の放送室', 'Studio in the Woods', '森林播音室', '森林播音室', '숲속 방송실'],
  ['雨の日の生放送', 'Live on a Rainy Day', '雨天的直播', '雨天的直播', '비 오는 날의 생방송'],
  ['根を張る音', 'A Sound Taking Root', '扎根的聲音', '扎根的声音', '뿌리내리는 소리'],
  ['苔の絨毯', 'Carpet of Moss', '青苔地毯', '青苔地毯', '이끼 융단'],
  ['つまみを回して', 'Turn the Dial', '轉動旋鈕', '转动旋钮', '다이얼을 돌려'],
  ['深夜二時の周波数', 'Two A.M. Frequency', '凌晨兩點的頻率', '凌晨两点的频率', '새벽 두 시의 주파수'],
  ['ひだまりメトロノーム', 'Metronome in the Sun', '向陽處的節拍器', '向阳处的节拍器', '양지의 메트로놈'],
  ['真空管の子守歌', 'Song of the Vacuum Tubes', '真空管的安眠曲', '真空管的安眠曲', '진공관의 자장가'],
];

export interface SkillWords {
  readonly name: Text;
  readonly description: Text;
  readonly seconds: number;
  readonly percent: number;
}

export const SKILLS: readonly SkillWords[] = [
  skill(['灯火', 'Lamplight', '燈火', '灯火', '등불'], 5, 20),
  skill(['満ち潮', 'High Tide', '漲潮', '涨潮', '밀물'], 7, 60),
  skill(['軌道投入', 'Orbit Entry', '進入軌道', '进入轨道', '궤도 진입'], 6, 40),
  skill(['彗星の尾', "Comet's Tail", '彗星之尾', '彗星之尾', '혜성의 꼬리'], 7, 80),
  skill(['同調', 'Tuned In', '同頻', '同频', '동조'], 5, 30),
  skill(['深い森の残響', 'Deep Forest Echo', '森林深處的餘響', '森林深处的余响', '깊은 숲의 잔향'], 8, 100),
];

function skill(name: Text, seconds: number, percent: number): SkillWords {
  return {
    name,
    seconds,
    percent,
    description: [
      `${seconds}秒間、スコアが${percent}%アップする`,
      `Raises the score by ${percent}% for ${seconds} seconds`,
      `${seconds}秒內分數提升${percent}%`,
      `${seconds}秒内分数提升${percent}%`,
      `${seconds}초 동안 스코어가 ${percent}% 상승한다`,
    ],
  };
}

export interface ChapterWords {
  readonly bandId: number;
  readonly name: Text;
  readonly episodes: readonly {
    readonly title: Text;
    readonly description: Text;
    /** Speaker (member index, 0–11) and line. */
    readonly lines: readonly (readonly [member: number, text: Text])[];
  }[];
}

export const CHAPTERS: readonly ChapterWords[] = [
  {
    bandId: 1,
    name: ['灯台の四人', 'Four at the Lighthouse', '燈塔的四人', '灯塔的四人', '등대의 네 사람'],
    episodes: [
      {
        title: ['消えた灯', 'The Light Went Out', '熄滅的燈', '熄灭的灯', '꺼진 불'],
        description: [
          '古い灯台の灯が消えた夜、灯は岬へ走る。',
          'The night the old lighthouse goes dark, Akari runs to the cape.',
          '老燈塔熄滅的夜晚，燈奔向海角。',
          '老灯塔熄灭的夜晚，灯奔向海角。',
          '낡은 등대의 불이 꺼진 밤, 아카리는 곶으로 달려간다.',
        ],
        lines: [
          [0, ['灯りが…消えてる。', 'The light… it is out.', '燈……熄了。', '灯……熄了。', '불이… 꺼져 있어.']],
          [
            1,
            [
              'なら、音で知らせよう。',
              'Then let us call them with sound.',
              '那就用聲音來通知吧。',
              '那就用声音来通知吧。',
              '그럼 소리로 알리자.',
            ],
          ],
        ],
      },
      {
        title: ['最初の音', 'The First Sound', '最初的聲音', '最初的声音', '첫 소리'],
        description: [
          '四人の音が、港へ帰る船を導く。',
          'Four sounds guide the boats back to harbour.',
          '四人的聲音引導船隻回港。',
          '四人的声音引导船只回港。',
          '네 사람의 소리가 배를 항구로 이끈다.',
        ],
        lines: [
          [3, ['いくよ、せーの！', 'Here we go, and!', '要開始囉，預備！', '要开始啰，预备！', '간다, 하나 둘!']],
          [
            2,
            [
              '聞こえた？汽笛が返ってきた。',
              'Did you hear? A horn answered.',
              '聽到了嗎？汽笛回應了。',
              '听到了吗？汽笛回应了。',
              '들었어? 뱃고동이 대답했어.',
            ],
          ],
        ],
      },
    ],
  },
  {
    bandId: 2,
    name: ['放課後の打ち上げ', 'After-School Launch', '放學後的發射', '放学后的发射', '방과 후의 발사'],
    episodes: [
      {
        title: ['部員、四名', 'Four Members', '社員，四名', '社员，四名', '부원, 네 명'],
        description: [
          '廃部寸前の天文部に、楽器が持ち込まれる。',
          'Instruments find their way into an astronomy club about to close.',
          '樂器被搬進了瀕臨廢社的天文社。',
          '乐器被搬进了濒临废社的天文社。',
          '폐부 직전의 천문부에 악기가 들어온다.',
        ],
        lines: [
          [
            4,
            [
              '今日から、歌う天文部です。',
              'From today we are the club that sings to stars.',
              '從今天起，我們是會唱歌的天文社。',
              '从今天起，我们是会唱歌的天文社。',
              '오늘부터 우리는 노래하는 천문부예요.',
            ],
          ],
          [
            6,
            [
              '望遠鏡の横にキーボード。悪くない。',
              'A keyboard beside the telescope. Not bad.',
              '望遠鏡旁放鍵盤，不錯嘛。',
              '望远镜旁放键盘，不错嘛。',
              '망원경 옆에 키보드라. 나쁘지 않네.',
            ],
          ],
        ],
      },
      {
        title: ['屋上の観測会', 'Rooftop Observation', '屋頂觀測會', '屋顶观测会', '옥상 관측회'],
        description: [
          '流星群の夜、初めての演奏が始まる。',
          'On the night of the meteor shower, the first concert begins.',
          '流星雨之夜，第一場演奏開始了。',
          '流星雨之夜，第一场演奏开始了。',
          '유성우의 밤, 첫 연주가 시작된다.',
        ],
        lines: [
          [
            7,
            [
              '三、二、一…点火！',
              'Three, two, one… ignition!',
              '三、二、一……點火！',
              '三、二、一……点火！',
              '셋, 둘, 하나… 점화!',
            ],
          ],
          [
            5,
            [
              '空が、拍手してるみたい。',
              'It is as if the sky were clapping.',
              '天空好像在鼓掌。',
              '天空好像在鼓掌。',
              '하늘이 박수 치는 것 같아.',
            ],
          ],
        ],
      },
    ],
  },
  {
    bandId: 3,
    name: ['雑音放送局', 'Noise Station', '雜音電台', '杂音电台', '잡음 방송국'],
    episodes: [
      {
        title: ['受信', 'Reception', '接收', '接收', '수신'],
        description: [
          '誰もいないはずの放送局から、歌が聞こえた。',
          'A song comes from a station that should be empty.',
          '本該無人的電台傳來了歌聲。',
          '本该无人的电台传来了歌声。',
          '아무도 없어야 할 방송국에서 노래가 들려왔다.',
        ],
        lines: [
          [
            8,
            [
              'この雑音、旋律になってる。',
              'This noise has turned into a melody.',
              '這雜音，成了旋律。',
              '这杂音，成了旋律。',
              '이 잡음, 선율이 되어 있어.',
            ],
          ],
          [
            10,
            [
              'もう少しだけ、つまみを右へ。',
              'A little more to the right.',
              '旋鈕再往右一點。',
              '旋钮再往右一点。',
              '다이얼을 조금만 더 오른쪽으로.',
            ],
          ],
        ],
      },
      {
        title: ['送信', 'Transmission', '發送', '发送', '송신'],
        description: [
          '森の四人が、初めて電波に声を乗せる。',
          'The four of the forest put their voices on the air for the first time.',
          '森林的四人第一次把聲音送上電波。',
          '森林的四人第一次把声音送上电波。',
          '숲의 네 사람이 처음으로 전파에 목소리를 싣는다.',
        ],
        lines: [
          [
            9,
            [
              '聴いている人は、いますか。',
              'Is anyone listening?',
              '有人在聽嗎？',
              '有人在听吗？',
              '듣고 있는 사람, 있나요?',
            ],
          ],
          [
            11,
            [
              '…届いた。返事が来たよ。',
              '…It arrived. Someone answered.',
              '……傳到了。有回覆了。',
              '……传到了。有回复了。',
              '…닿았어. 답이 왔어.',
            ],
          ],
        ],
      },
    ],
  },
];

export const STAMPS: readonly Text[] = [
  ['ありがとう！', 'Thank you!', '謝謝！', '谢谢！', '고마워!'],
  ['おつかれさま', 'Good work', '辛苦了', '辛苦了', '수고했어'],
  ['もう一曲！', 'One more song!', '再來一首！', '再来一首！', '한 곡 더!'],
  ['出航！', 'Set sail!', '出航！', '出航！', '출항!'],
  ['発射準備よし', 'Ready for launch', '發射準備完成', '发射准备完成', '발사 준비 완료'],
  ['受信しました', 'Received', '已收到', '已收到', '수신 완료'],
];

export interface EventWords {
  readonly name: Text;
  readonly description: Text;
  readonly bandId: number;
  readonly startAt: string;
  readonly endAt: string;
  readonly songIds: readonly number[];
  readonly bonusPercent: number;
}

/** Three that are over, one that runs for years, and one that is far ahead, so that there is always one of each. */
export const EVENTS: readonly EventWords[] = [
  {
    name: ['港まつり前夜', 'Harbour Festival Eve', '港口祭前夜', '港口祭前夜', '항구 축제 전야'],
    description: [
      '灯籠が海に流れる夜、四人が桟橋で演奏する。',
      'On the night of floating lanterns, the four play on the pier.',
      '燈籠漂向大海的夜晚，四人在棧橋上演奏。',
      '灯笼漂向大海的夜晚，四人在栈桥上演奏。',
      '등롱이 바다로 흘러가는 밤, 네 사람이 부두에서 연주한다.',
    ],
    bandId: 1,
    startAt: '2026-06-10T03:00:00Z',
    endAt: '2026-06-19T03:00:00Z',
    songIds: [1001, 1002],
    bonusPercent: 20,
  },
  {
    name: ['流星観測週間', 'Meteor Watch Week', '流星觀測週', '流星观测周', '유성 관측 주간'],
    description: [
      '屋上に集まって、流れ星の数だけ曲を数える。',
      'Everyone meets on the roof and counts a song for each shooting star.',
      '大家聚在屋頂，每顆流星數一首歌。',
      '大家聚在屋顶，每颗流星数一首歌。',
      '옥상에 모여 별똥별마다 한 곡씩 센다.',
    ],
    bandId: 2,
    startAt: '2026-08-08T03:00:00Z',
    endAt: '2026-08-17T03:00:00Z',
    songIds: [2001, 2003],
    bonusPercent: 30,
  },
  {
    name: ['森の公開録音', 'Open Recording in the Woods', '森林公開錄音', '森林公开录音', '숲속 공개 녹음'],
    description: [
      '葉擦れの音まで録る、三日間の公開録音。',
      'An open recording that keeps even the rustle of the leaves.',
      '連樹葉的沙沙聲都錄下來的公開錄音。',
      '连树叶的沙沙声都录下来的公开录音。',
      '나뭇잎 스치는 소리까지 담는 공개 녹음.',
    ],
    bandId: 3,
    startAt: '2026-10-02T03:00:00Z',
    endAt: '2026-10-11T03:00:00Z',
    songIds: [3001, 3002],
    bonusPercent: 30,
  },
  {
    name: ['灯台ひらけた舞台', 'Lighthouse Open Stage', '燈塔開放舞台', '灯塔开放舞台', '등대 오픈 스테이지'],
    description: [
      '灯台の下の舞台は、誰にでもいつでも開いている。',
      'The stage below the lighthouse is open to everybody, all year.',
      '燈塔下的舞台全年向所有人開放。',
      '灯塔下的舞台全年向所有人开放。',
      '등대 아래 무대는 일 년 내내 누구에게나 열려 있다.',
    ],
    bandId: 1,
    startAt: '2024-04-01T03:00:00Z',
    endAt: '2044-04-01T03:00:00Z',
    songIds: [1003, 1004],
    bonusPercent: 5,
  },
  {
    name: ['彗星がもどる夜', 'The Night the Comet Returns', '彗星歸來之夜', '彗星归来之夜', '혜성이 돌아오는 밤'],
    description: [
      '二十年に一度の彗星を、三つのバンドが迎える。',
      'Three bands welcome the comet that comes once in twenty years.',
      '三支樂團迎接二十年一遇的彗星。',
      '三支乐队迎接二十年一遇的彗星。',
      '이십 년에 한 번 오는 혜성을 세 밴드가 맞이한다.',
    ],
    bandId: 2,
    startAt: '2043-08-08T03:00:00Z',
    endAt: '2043-08-17T03:00:00Z',
    songIds: [2002, 3003],
    bonusPercent: 50,
  },
];

export const ITEMS: readonly Text[] = [
  ['練習チケット', 'Practice Ticket', '練習券', '练习券', '연습 티켓'],
  ['潮の結晶', 'Tide Crystal', '潮汐結晶', '潮汐结晶', '조수의 결정'],
  ['彗星のかけら', 'Comet Shard', '彗星碎片', '彗星碎片', '혜성 조각'],
  ['苔の瓶', 'Bottle of Moss', '青苔瓶', '青苔瓶', '이끼 병'],
];
