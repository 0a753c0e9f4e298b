// Unicode normalization whose cost is linear in the length of the text. Engines sort the marks of one letter by insertion,
// so a letter with thousands of marks costs seconds. The text is made stream-safe first (UAX #15, section 13): no run of
// marks is longer than 30. Ordinary text of any language is not changed by this.

const MARKS_MAX = 30;
/** Combining grapheme joiner: no mark is sorted across it. */
const JOINER = '\u034f';
/** Halfwidth sound marks are letters that become marks in the compatibility forms. */
const MARK = String.raw`[[\p{M}\uff9e\uff9f]--[\u034f]]`;
const LONG_RUN = new RegExp(`${MARK}{${MARKS_MAX}}(?=${MARK})`, 'gv');

/** The text in a normal form; a joiner is put behind every 30 marks of a longer run. */
export const toNormalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(LONG_RUN, `$&${JOINER}`).normalize(form);
