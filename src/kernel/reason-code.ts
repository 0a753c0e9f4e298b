// Why something is reported or decided (specification, bodies of reports): the only list, for contracts, pages and islands.

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
