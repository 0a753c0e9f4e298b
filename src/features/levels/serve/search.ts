// Search over levels: texts are normalised once (width and case are ignored), and every term must occur. Pure.
import { toNormalForm } from '../../../kernel/normal-form.ts';
import type { LocalizedText } from '../common/formats.ts';
import { everyText } from '../common/texts.ts';

const KEYWORDS_MAX = 200;
const TERMS_MAX = 16;

/** Normalised text for comparison. */
const normaliseText = (text: string): string => toNormalForm(text, 'NFKC').toLowerCase();

/** The terms of a search text; none when it is blank. */
export function readTerms(keywords: string | undefined): readonly string[] {
  if (keywords === undefined) return [];
  const terms = normaliseText(keywords.slice(0, KEYWORDS_MAX))
    .split(/\s+/u)
    .filter((term) => term !== '');
  return [...new Set(terms)].slice(0, TERMS_MAX);
}

/** The text of a song that is searched: title and artists in all locales, without repetitions for merged servers. */
export function searchTextOf(
  songs: readonly { readonly title: LocalizedText; readonly artists: LocalizedText }[],
): string {
  const texts = songs.flatMap(({ title, artists }) => [...everyText(title), ...everyText(artists)]);
  return normaliseText([...new Set(texts)].join('\n'));
}
