// How long ago something was, or how long it is until then, as people write it in each language. Pure.

export interface RelativeTime {
  /** What is less than a minute old. `Intl` has only the word for "at this time". */
  readonly justNow: string;
  format(value: number, unit: Intl.RelativeTimeFormatUnit): string;
}

const JUST_NOW: Readonly<Record<string, string>> = {
  ja: 'たった今',
  ko: '방금',
  'zh-CN': '刚刚',
  'zh-TW': '剛剛',
};

/** Making one takes longer than using it. */
export function createRelativeTime(locale: string): RelativeTime {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const write: RelativeTime['format'] = (value, unit) => {
    const text = format.format(value, unit);
    return /^(?:ja|zh)/.test(locale) ? text.replaceAll(' ', '') : text;
  };
  return { justNow: JUST_NOW[locale] ?? 'just now', format: write };
}
