// How long ago something was, or how long it is until then, as people write it in each language. Pure.

export interface RelativeTime {
  /** What is less than a minute old. `Intl` has only the word for "at this time". */
  readonly justNow: string;
  format(value: number, unit: Intl.RelativeTimeFormatUnit): string;
}

const JUST_NOW: Readonly<Record<string, string>> = {
  en: 'just now',
  ja: 'たった今',
  ko: '방금',
  'zh-CN': '刚刚',
  'zh-TW': '剛剛',
};

/** Making one takes longer than using it. */
export function createRelativeTime(locale: string): RelativeTime {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const hasBlanks = !/^(?:ja|zh)\b/.test(locale);
  const write: RelativeTime['format'] = (value, unit) => {
    const text = format.format(value, unit);
    return hasBlanks ? text : text.replaceAll(' ', '');
  };
  return { justNow: JUST_NOW[locale] ?? write(0, 'second'), format: write };
}
