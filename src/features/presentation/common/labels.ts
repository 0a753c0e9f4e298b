// Names of fields and resources that occur in many games, in the languages of the interface. English is made of the name
// itself. A publisher whose data uses other names declares labels. Pure.
import type { Locale } from '../../../kernel/names.ts';

type Translations = readonly [ja: string, zhTW: string, zhCN: string, ko: string];
type Texts = { readonly [Name in Locale]?: string | undefined };

/** By name in lower case without the ending of a key: `bandIds` is `band`. */
const NAMES: Readonly<Record<string, Translations>> = {
  id: ['ID', 'ID', 'ID', 'ID'],
  name: ['名前', '名稱', '名称', '이름'],
  'display name': ['表示名', '顯示名稱', '显示名称', '표시 이름'],
  title: ['タイトル', '標題', '标题', '제목'],
  subtitle: ['サブタイトル', '副標題', '副标题', '부제'],
  description: ['説明', '說明', '说明', '설명'],
  text: ['テキスト', '文字', '文字', '텍스트'],
  'catch copy': ['キャッチコピー', '標語', '标语', '캐치프레이즈'],
  caption: ['見出し', '標題文字', '标题文字', '표제'],
  comment: ['コメント', '註解', '注释', '설명'],
  type: ['種類', '種類', '种类', '종류'],
  kind: ['種類', '種類', '种类', '종류'],
  category: ['分類', '分類', '分类', '분류'],
  group: ['グループ', '群組', '分组', '그룹'],
  tag: ['タグ', '標籤', '标签', '태그'],
  state: ['状態', '狀態', '状态', '상태'],
  status: ['状態', '狀態', '状态', '상태'],
  order: ['並び順', '順序', '顺序', '순서'],
  number: ['番号', '編號', '编号', '번호'],
  index: ['番号', '索引', '索引', '색인'],
  count: ['数', '數量', '数量', '개수'],
  amount: ['数', '數量', '数量', '수량'],
  quantity: ['数', '數量', '数量', '수량'],
  min: ['最小', '最小', '最小', '최소'],
  max: ['最大', '最大', '最大', '최대'],
  total: ['合計', '合計', '合计', '합계'],
  value: ['値', '數值', '数值', '값'],
  level: ['レベル', '等級', '等级', '레벨'],
  'level limit': ['レベル上限', '等級上限', '等级上限', '레벨 제한'],
  'max level': ['最大レベル', '最高等級', '最高等级', '최대 레벨'],
  'play level': ['難易度', '難度', '难度', '난이도'],
  rank: ['ランク', '階級', '等级', '랭크'],
  rarity: ['レアリティ', '稀有度', '稀有度', '희귀도'],
  rating: ['レーティング', '評級', '评级', '등급'],
  exp: ['経験値', '經驗值', '经验值', '경험치'],
  score: ['スコア', '分數', '分数', '점수'],
  point: ['ポイント', '點數', '点数', '포인트'],
  price: ['価格', '價格', '价格', '가격'],
  cost: ['コスト', '費用', '费用', '비용'],
  color: ['色', '顏色', '颜色', '색'],
  colour: ['色', '顏色', '颜色', '색'],
  'color code': ['色', '顏色', '颜色', '색'],
  attribute: ['属性', '屬性', '属性', '속성'],
  element: ['属性', '屬性', '元素', '속성'],
  stat: ['ステータス', '數值', '属性值', '능력치'],
  performance: ['パフォーマンス', '演出', '演出', '퍼포먼스'],
  technique: ['テクニック', '技巧', '技巧', '테크닉'],
  visual: ['ビジュアル', '形象', '形象', '비주얼'],
  attack: ['攻撃力', '攻擊力', '攻击力', '공격력'],
  defense: ['防御力', '防禦力', '防御力', '방어력'],
  hp: ['HP', 'HP', 'HP', 'HP'],
  health: ['体力', '生命值', '生命值', '체력'],
  speed: ['速さ', '速度', '速度', '속도'],
  weight: ['重さ', '重量', '重量', '무게'],
  hardness: ['硬さ', '硬度', '硬度', '경도'],
  'stack size': ['スタック数', '堆疊數', '堆叠数', '묶음 크기'],
  duration: ['長さ', '時長', '时长', '지속 시간'],
  seconds: ['秒数', '秒數', '秒数', '초'],
  length: ['長さ', '長度', '长度', '길이'],
  time: ['時間', '時間', '时间', '시간'],
  bpm: ['BPM', 'BPM', 'BPM', 'BPM'],
  beat: ['拍', '拍', '拍', '박'],
  date: ['日付', '日期', '日期', '날짜'],
  year: ['年', '年', '年', '연도'],
  month: ['月', '月', '月', '월'],
  day: ['日', '日', '日', '일'],
  birthday: ['誕生日', '生日', '生日', '생일'],
  'created at': ['作成日', '建立日期', '创建日期', '만든 날'],
  'updated at': ['更新日', '更新日期', '更新日期', '고친 날'],
  'published at': ['公開日', '公開日期', '公开日期', '공개일'],
  'released at': ['登場日', '推出日期', '推出日期', '출시일'],
  'release at': ['登場日', '推出日期', '推出日期', '출시일'],
  'start at': ['開始', '開始', '开始', '시작'],
  'end at': ['終了', '結束', '结束', '종료'],
  'started at': ['開始', '開始', '开始', '시작'],
  'ended at': ['終了', '結束', '结束', '종료'],
  image: ['画像', '圖片', '图片', '그림'],
  picture: ['画像', '圖片', '图片', '그림'],
  icon: ['アイコン', '圖示', '图标', '아이콘'],
  logo: ['ロゴ', '標誌', '标志', '로고'],
  banner: ['バナー', '橫幅', '横幅', '배너'],
  jacket: ['ジャケット', '封面', '封面', '재킷'],
  cover: ['カバー', '封面', '封面', '표지'],
  thumbnail: ['サムネイル', '縮圖', '缩略图', '섬네일'],
  full: ['全体', '全圖', '全图', '전체'],
  sound: ['音声', '音訊', '音频', '소리'],
  voice: ['ボイス', '語音', '语音', '보이스'],
  file: ['ファイル', '檔案', '文件', '파일'],
  path: ['パス', '路徑', '路径', '경로'],
  artist: ['アーティスト', '演出者', '艺人', '아티스트'],
  'artist name': ['アーティスト', '演出者', '艺人', '아티스트'],
  composer: ['作曲', '作曲', '作曲', '작곡'],
  lyricist: ['作詞', '作詞', '作词', '작사'],
  arranger: ['編曲', '編曲', '编曲', '편곡'],
  chart: ['譜面', '譜面', '谱面', '채보'],
  easy: ['EASY', 'EASY', 'EASY', 'EASY'],
  normal: ['NORMAL', 'NORMAL', 'NORMAL', 'NORMAL'],
  hard: ['HARD', 'HARD', 'HARD', 'HARD'],
  expert: ['EXPERT', 'EXPERT', 'EXPERT', 'EXPERT'],
  difficulty: ['難易度', '難度', '难度', '난이도'],
  part: ['パート', '聲部', '声部', '파트'],
  'band part': ['担当', '負責樂器', '负责乐器', '파트'],
  episode: ['話', '集數', '集数', '화'],
  'episode number': ['話数', '集數', '集数', '화 번호'],
  chapter: ['章', '章節', '章节', '장'],
  reward: ['報酬', '獎勵', '奖励', '보상'],
  'reward card': ['報酬カード', '獎勵卡片', '奖励卡片', '보상 카드'],
  song: ['楽曲', '歌曲', '歌曲', '곡'],
  music: ['楽曲', '歌曲', '歌曲', '곡'],
  card: ['カード', '卡片', '卡片', '카드'],
  character: ['キャラクター', '角色', '角色', '캐릭터'],
  member: ['メンバー', '成員', '成员', '멤버'],
  band: ['バンド', '樂團', '乐队', '밴드'],
  unit: ['ユニット', '團體', '组合', '유닛'],
  event: ['イベント', '活動', '活动', '이벤트'],
  skill: ['スキル', '技能', '技能', '스킬'],
  effect: ['効果', '效果', '效果', '효과'],
  item: ['アイテム', '道具', '道具', '아이템'],
  material: ['素材', '素材', '素材', '소재'],
  weapon: ['武器', '武器', '武器', '무기'],
  block: ['ブロック', '方塊', '方块', '블록'],
  food: ['食べ物', '食物', '食物', '음식'],
  entity: ['エンティティ', '實體', '实体', '개체'],
  biome: ['バイオーム', '生態域', '生物群系', '생물 군계'],
  recipe: ['レシピ', '配方', '配方', '제작법'],
  story: ['ストーリー', '劇情', '剧情', '스토리'],
  scene: ['シーン', '場景', '场景', '장면'],
  stamp: ['スタンプ', '貼圖', '表情', '스탬프'],
  costume: ['衣装', '服裝', '服装', '의상'],
  gacha: ['ガチャ', '轉蛋', '扭蛋', '가챠'],
  shop: ['ショップ', '商店', '商店', '상점'],
  mission: ['ミッション', '任務', '任务', '미션'],
  quest: ['クエスト', '任務', '任务', '퀘스트'],
  progression: ['進行', '進度', '进度', '진행'],
};

const ABBREVIATIONS = /\b(?:id|bpm|hp|mp|np|npc|url|uuid|xp)(s?)\b/gi;

/** English words with the abbreviations that many games have in capitals: `card id` → `card ID`. */
export const capitaliseAbbreviations = (words: string): string =>
  words.replace(
    ABBREVIATIONS,
    (word, plural: string) => `${word.slice(0, word.length - plural.length).toUpperCase()}${plural}`,
  );

/** Plurals that do not end in `s` alone. */
const plain = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** Words of a name: `bandIds` → `band ids`. */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[-_\s.]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Translations of a common name; none of others. */
export function translateName(name: string): Texts {
  const words = wordsOf(name);
  const stem = words.replace(/ ids?$/, '');
  const found = [words, stem, plain(stem)].find((one) => Object.hasOwn(NAMES, one));
  const texts = found === undefined ? undefined : NAMES[found];
  if (texts === undefined) return {};
  // A key is not what it names: `musicId` is no song.
  const key = found !== words && found !== undefined && stem !== words ? ' ID' : '';
  const [ja, zhTW, zhCN, ko] = texts.map((text) => `${text}${key}`);
  return { ja, 'zh-TW': zhTW, 'zh-CN': zhCN, ko };
}
