// Whether texts are written for people, and fields that hold such texts although they are called like ids. Pure.

/** `nameID` and `serviceNameID` hold the texts that ids of messages stood for. */
const TEXT_IDS = /(?:name|title|description|desc)_?ids?$/i;
const NAME_IDS = /(?:name|title)_?ids?$/i;

/** Whether a text has capitalised words or several of them. */
export const hasWords = (text: string): boolean => !text.includes('/') && /\p{Lu}\p{Ll}|\p{L}\p{L} \p{L}/u.test(text);

/** Whether a text is written for people: words, or letters that programs rarely use. */
const isReadableText = (text: string): boolean =>
  hasWords(text) || (!text.includes('/') && /(?=\p{L})\P{Script=Latin}/u.test(text));

/** Whether most of the texts are written for people. */
export const areReadable = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.filter(isReadableText).length * 2 >= texts.length;

/** Whether a field, or the object that it is in, is called like the id of a text. */
export const isTextId = (segments: readonly string[]): boolean => segments.some((segment) => TEXT_IDS.test(segment));

/** Whether a field is called like the id of a name, and `nameID` before `serviceNameID`. */
export function rankOfNameId(name: string): number | undefined {
  if (!NAME_IDS.test(name)) return undefined;
  return /^(?:name|title)_?ids?$/i.test(name) ? 0 : 1;
}
