// Unicode normalization in linear time. Engines sort the combining marks of one character by insertion sort, so a
// character with thousands of marks costs seconds of CPU time. The text is made stream-safe first (UAX #15, section
// 13): no run of marks is longer than 30. Ordinary text of any language is not changed by this.

const MARKS_MAX = 30;
/** Combining grapheme joiner. Normalization never reorders marks across it. */
const JOINER = '\u034f';
/** Halfwidth sound marks are letters, but become combining marks in the compatibility forms. */
const MARK = String.raw`[[\p{M}\uff9e\uff9f]--[\u034f]]`;
const LONG_RUN = new RegExp(`${MARK}{${MARKS_MAX}}(?=${MARK})`, 'gv');

/** Normalizes text. In a longer run of marks, a joiner is inserted after every 30. */
export const toNormalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(LONG_RUN, (run) => `${run}${JOINER}`).normalize(form);
