// Which names of files, folders and keys are languages. Pure.
import { canonicalTag, primaryLanguage } from '../../kernel/languages.ts';
import { SLOT_LOCALES } from '../../kernel/names.ts';

/** Of these, one is present wherever texts are stored by language. */
const WIDE: ReadonlySet<string> = new Set(['en', 'ja', 'zh', 'ko', 'es', 'fr', 'de', 'ru', 'pt']);
const NAMED =
  'zh chinese|en english|ja japanese|ko korean|es spanish|fr french|de german|ru russian|pt portuguese|it italian|th thai|' +
  'id indonesian|tr turkish|vi vietnamese|pl polish|nl dutch|ar arabic|uk ukrainian|cs czech|hu hungarian|sv swedish|' +
  'da danish|fi finnish|el greek|he hebrew|hi hindi|ro romanian|bg bulgarian|ms malay|no norwegian';
const BY_NAME = new Map(
  NAMED.split('|').map((entry): [string, string] => {
    const [tag = '', name = ''] = entry.split(' ');
    return [name, tag];
  }),
);

/** The language of a tag, also of one with three letters of ISO 639-2 or 639-3 (`jpn`); undefined: it is none. */
export function languageOfTag(tag: string): string | undefined {
  const known = primaryLanguage(tag);
  if (known !== undefined) return known;
  if (!/^[a-z]{3}$/i.test(tag)) return undefined;
  // Tags with a shorter form are those of languages; `per` and others of ISO 639-2 have a second name for the same.
  const canonical = canonicalTag(tag.toLowerCase());
  return canonical.length === 2 ? canonical : undefined;
}

/** The language of a key such as `en`, `zh-TW`, `jpn`, `Japanese` or `ChineseSimplified`. */
function languageOfName(name: string): string | undefined {
  const tag = languageOfTag(name);
  if (tag !== undefined) return tag;
  const lower = name.toLowerCase();
  const found = [...BY_NAME].find(([word]) => lower.startsWith(word));
  return found !== undefined &&
    /^[a-z]+[-_ (]*(?:simplified|traditional|brazil|latin|america|ized)?[a-z) ]*$/.test(lower)
    ? found[1]
    : undefined;
}

/** Whether these names, and no others, are those of two or more languages. */
export function areLanguages(names: readonly string[], languageOf = languageOfName): boolean {
  if (names.length < 2) return false;
  const languages = names.map(languageOf);
  const known = new Set(languages.filter((language) => language !== undefined));
  return known.size >= 2 && !languages.includes(undefined) && [...known].some((language) => WIDE.has(language));
}

/** The language that leads: English, else the first that is usual in games. */
export function chooseLeader(tags: readonly string[]): string {
  const exact = (wanted: string): string | undefined =>
    tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ??
    tags.find((tag) => languageOfName(tag) === wanted.split('-')[0]);
  for (const wanted of ['en', ...SLOT_LOCALES]) {
    const found = exact(wanted);
    if (found !== undefined) return found;
  }
  return tags[0] ?? '';
}

/** Files that are the same in several languages. */
export interface LanguageGroup {
  /** Path with `{locale}` where the tag stands. */
  readonly pattern: string;
  /** Tag → path. */
  readonly files: ReadonlyMap<string, string>;
}

const MARK = '{locale}';
/** Names of files and folders that are a tag, or end or begin with one. */
const PARTS: readonly RegExp[] = [
  /^()([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)()$/,
  /^(.+[._-])([A-Za-z]{2}(?:[-_](?:[A-Z]{2}|Hans|Hant))?)()$/,
  /^()([A-Za-z]{2}(?:[-_](?:[A-Z]{2}|Hans|Hant))?)([._-].+)$/,
];

/** Groups the files whose paths differ by a language only. Every file is in one group at most. */
export function groupByLanguage(paths: readonly string[]): readonly LanguageGroup[] {
  const groups = new Map<string, Map<string, string>>();
  for (const path of paths) {
    for (const { pattern, tag } of patternsOf(path)) {
      const known = groups.get(pattern) ?? new Map<string, string>();
      groups.set(pattern, known.set(tag, path));
    }
  }
  const fit = [...groups].filter(([, files]) => {
    const languages = [...files.keys()].map((tag) => languageOfTag(tag));
    const all = languages.filter((language) => language !== undefined);
    return (
      areLanguages(
        [...files.keys()].filter((tag) => languageOfTag(tag) !== undefined),
        languageOfTag,
      ) && all.length >= languages.length * 0.9
    );
  });
  const taken = new Set<string>();
  const all = new Set(paths);
  return fit
    .sort(([, a], [, b]) => b.size - a.size)
    .flatMap(([pattern, files]) => {
      const own = new Map([...files].filter(([tag, path]) => !taken.has(path) && languageOfTag(tag) !== undefined));
      // `items.json` beside `ja/items.json` is in the language that the others lack.
      const base = pattern.replace(/\{locale\}\/|[._-]\{locale\}|\{locale\}[._-]/, '');
      const hasEnglish = [...own.keys()].some((tag) => languageOfTag(tag) === 'en');
      if (base !== pattern && all.has(base) && !taken.has(base) && !hasEnglish) own.set('en', base);
      if (own.size < 2) return [];
      for (const path of own.values()) taken.add(path);
      return [{ pattern, files: own }];
    });
}

/** What a path is like when a part of it stands for a language. Names that are no tags belong to their group, too. */
function patternsOf(path: string): readonly { readonly pattern: string; readonly tag: string }[] {
  const dot = path.lastIndexOf('.');
  const suffix = dot > path.lastIndexOf('/') ? path.slice(dot) : '';
  const segments = path.slice(0, path.length - suffix.length).split('/');
  return segments.flatMap((segment, at) => {
    const found = PARTS.flatMap((part, index) => {
      const [, before = '', tag = '', after = ''] = part.exec(segment) ?? [];
      return tag === '' || (index > 0 && languageOfTag(tag) === undefined) ? [] : [{ before, tag, after }];
    });
    // The name of a file that is no tag rules its folder out: `AD.json`, `alt-af.json`.
    const isLast = at === segments.length - 1;
    const all = found.length > 0 || !isLast ? found : [{ before: '', tag: segment, after: '' }];
    return all.map(({ before, tag, after }) => {
      const marked = segments.map((other, index) => (index === at ? `${before}${MARK}${after}` : other)).join('/');
      return { pattern: `${marked}${suffix}`, tag };
    });
  });
}
