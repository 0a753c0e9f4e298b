// Words that data of many games has as values, in the languages of the interface. English is the value itself. A publisher whose
// values should read otherwise writes them as texts in several languages.
import type { Locale } from '../../../kernel/names.ts';

type Translations = readonly [ja: string, zhTW: string, zhCN: string, ko: string];

const ORDER: readonly Locale[] = ['ja', 'zh-TW', 'zh-CN', 'ko'];

/** By the value, in lower case. */
const VALUES = new Map<string, Translations>([
  ['red', ['赤', '紅', '红', '빨강']],
  ['blue', ['青', '藍', '蓝', '파랑']],
  ['green', ['緑', '綠', '绿', '초록']],
  ['yellow', ['黄', '黃', '黄', '노랑']],
  ['orange', ['橙', '橙', '橙', '주황']],
  ['purple', ['紫', '紫', '紫', '보라']],
  ['pink', ['ピンク', '粉紅', '粉红', '분홍']],
  ['white', ['白', '白', '白', '하양']],
  ['black', ['黒', '黑', '黑', '검정']],
  ['permanent', ['恒常', '常駐', '常驻', '상시']],
  ['limited', ['限定', '限定', '限定', '한정']],
  ['unique', ['固有', '固有', '固有', '고유']],
  ['event', ['イベント', '活動', '活动', '이벤트']],
  ['birthday', ['誕生日', '生日', '生日', '생일']],
  ['vocal', ['ボーカル', '主唱', '主唱', '보컬']],
  ['guitar', ['ギター', '吉他', '吉他', '기타']],
  ['bass', ['ベース', '貝斯', '贝斯', '베이스']],
  ['keyboard', ['キーボード', '鍵盤', '键盘', '키보드']],
  ['drums', ['ドラム', '鼓', '鼓', '드럼']],
]);

/** A value in the language of a page; the value itself where it is no common word. */
export const sayValue = (locale: Locale, value: string): string =>
  VALUES.get(value.toLowerCase())?.[ORDER.indexOf(locale)] ?? value;
