// Punctuation between texts that a page puts together. Japanese and Chinese write it as wide as a character.
const isWide = (locale: string): boolean => /^(?:ja|zh)\b/.test(locale);

/** What stands between a label and its value. */
export const colonIn = (locale: string): string => (isWide(locale) ? '：' : ': ');

/** What stands between the values of a list. */
export const commaIn = (locale: string): string => (isWide(locale) ? '、' : ', ');
