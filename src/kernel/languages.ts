// Tags of languages as data of games writes them: which texts are tags, and which languages are usual. Pure.

/** Languages of ISO 639-1, and some of three letters that games have. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et ' +
    'eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl ' +
    'km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj ' +
    'om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to ' +
    'tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ceb ckb fil haw hmn kmr yue'
  ).split(' '),
);

/** The 60 most used languages in texts of games and software. */
const USUAL: ReadonlySet<string> = new Set(
  (
    'en zh ja ko es fr de ru pt it pl tr nl sv da nb no fi cs hu ro el bg uk vi th id ms ar he fa hi bn ur ta te mr gu kn ml pa ' +
    'sk hr sr sl lt lv et ca eu gl is ga cy sq mk az ka hy kk fil'
  ).split(' '),
);

/** Languages of which one is present wherever an object holds a text by language. */
const WIDE: ReadonlySet<string> = new Set(['en', 'ja', 'zh', 'ko', 'es', 'fr', 'de', 'ru', 'pt']);

const TAG = /^([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{1,8})*$/;

/** The language of a tag such as `zh-TW`; undefined: it is no tag of a known language. */
export function primaryLanguage(tag: string): string | undefined {
  const language = TAG.exec(tag)?.[1]?.toLowerCase();
  return language !== undefined && KNOWN.has(language) ? language : undefined;
}

/** The tag as programs compare tags: `zh_tw` is `zh-TW`, `jpn` is `ja`. A text that is no tag stays. */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? tag;
  } catch {
    return tag;
  }
}

/**
 * Whether an object with these keys is a text by language, as far as keys can tell: every key is a tag, a wide-spread language
 * is among them, and they are declared or usual. `id` alone or beside one other key may be anything.
 */
export function areLocales(keys: readonly string[], declared: readonly string[] | undefined): boolean {
  if (keys.length === 0) return false;
  const languages = keys.map(primaryLanguage);
  const isDeclared = (key: string): boolean =>
    declared?.some((tag) => canonicalTag(tag) === canonicalTag(key)) ?? false;
  if (!keys.every((key, at) => languages[at] !== undefined && (isDeclared(key) || USUAL.has(languages[at] ?? ''))))
    return false;
  if (keys.includes('id') && keys.length < 3) return false;
  return keys.some(isDeclared) || languages.some((language) => WIDE.has(language ?? ''));
}

/** The first of the present tags that fits: the same, else one of the same language. */
export function matchLocale(wanted: string, present: readonly string[]): string | undefined {
  const exact = canonicalTag(wanted).toLowerCase();
  const language = (tag: string): string => canonicalTag(tag).split('-')[0]?.toLowerCase() ?? '';
  return (
    present.find((tag) => canonicalTag(tag).toLowerCase() === exact) ??
    present.find((tag) => language(tag) === language(wanted))
  );
}

/** All present tags in the order in which texts are taken: those that the wanted languages match first. */
export const tagsInOrder = (wanted: readonly string[], present: readonly string[]): readonly string[] => [
  ...new Set([...wanted.flatMap((locale) => matchLocale(locale, present) ?? []), ...present]),
];
