// Search over levels: texts normalised once (width and case are equal), every term must occur. Pure.
import { toNormalForm } from '../../../kernel/normal-form.ts';
import type { LocalizedText } from '../common/formats.ts';
import { everyText } from '../common/texts.ts';

const KEYWORDS_MAX = 200;
const TERMS_MAX = 16;

/** Text as it is compared. */
export const normaliseText = (text: string): string => toNormalForm(text, 'NFKC').toLowerCase();

/** Terms of what a person typed; none when it is blank. */
export function readTerms(keywords: string | undefined): readonly string[] {
  if (keywords === undefined) return [];
  const terms = normaliseText(keywords.slice(0, KEYWORDS_MAX))
    .split(/\s+/u)
    .filter((term) => term !== '');
  return [...new Set(terms)].slice(0, TERMS_MAX);
}

/** What a search looks at in a song: title and artists, in all locales; of merged servers, everything once. */
export function searchTextOf(
  songs: readonly { readonly title: LocalizedText; readonly artists: LocalizedText }[],
): string {
  const texts = songs.flatMap(({ title, artists }) => [...everyText(title), ...everyText(artists)]);
  return normaliseText([...new Set(texts)].join('\n'));
}
