// Punctuation between texts that a page puts together. Japanese and Chinese write it as wide as a character, so that no blank
// follows it.
const isWide = (locale: string): boolean => /^(?:ja|zh)\b/.test(locale);

/** What stands between a label and its value. */
export const colonIn = (locale: string): string => (isWide(locale) ? '：' : ': ');

/** What stands between the values of a list. */
export const commaIn = (locale: string): string => (isWide(locale) ? '、' : ', ');

/** The blank between words or sentences, where the language writes one. */
export const gapIn = (locale: string): string => (isWide(locale) ? '' : ' ');

/** A text with a remark in parentheses after it. Korean writes them without a blank before them. */
export function withRemark(locale: string, text: string, remark: string): string {
  if (isWide(locale)) return `${text}（${remark}）`;
  return /^ko\b/.test(locale) ? `${text}(${remark})` : `${text} (${remark})`;
}
