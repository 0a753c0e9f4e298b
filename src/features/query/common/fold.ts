// How texts are compared by `q`: full and half width, ligatures and case are equal (NFKC, then lower case). Pure.

export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The terms of a search, each of which must occur. */
export function searchTerms(q: string): readonly string[] {
  return [...new Set(foldText(q).split(/\s+/u))].filter((term) => term !== '');
}
