// Why something is reported or decided (specification, bodies of reports), and how long the texts beside a decision may be:
// the only place, for contracts, pages and islands.

/** Characters of a message that the person reads. */
export const MESSAGE_MAX = 1_000;
/** Characters of a note of the staff. */
export const NOTE_MAX = 2_000;

/** In the order in which forms offer them; on the desk their place is their digit. */
export const REASON_CODES = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'privacy',
  'copyright',
  'misinformation',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Whether a text is one of the codes. */
export const isReasonCode = (text: string): text is ReasonCode => REASON_CODES.some((code) => code === text);
