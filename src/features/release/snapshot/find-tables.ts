// Finds the tables that a descriptor means: files that exist as they are named, globs, and languages whose tags stand in a
// path. Pure; the caller knows which files there are.

import { primaryLanguage } from '../../../kernel/languages.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import type { Descriptor } from './descriptor.ts';
import { LOCALE_MARK } from './descriptor-schema.ts';
import { type Edition, hasGlobSigns, type ResourceDeclaration } from './resource-declaration.ts';
import { jsonPath } from './tables/json-input.ts';

/** The files below `catalog/`. */
export interface CatalogFiles {
  has(path: string): boolean;
  /** All of them, sorted. Listed when somebody asks. */
  list(): readonly string[];
}

/** A file that a descriptor names, and where it does. */
export interface NamedTable {
  readonly path: string;
  readonly mention: readonly (string | number)[];
}

type Report = (path: string, code: string, message: string) => void;

/** The descriptor with the files that its resources are made of. Reports globs that find nothing. */
export function findTables(descriptor: Descriptor, files: CatalogFiles, report: Report): Descriptor {
  const resources = descriptor.resources.map((resource) => findEditions(resource, files, report));
  return { ...descriptor, resources };
}

function findEditions(resource: ResourceDeclaration, files: CatalogFiles, report: Report): ResourceDeclaration {
  const named = new Set(resource.editions.map(({ locale }) => locale));
  const others = [...localesOf(resource.otherLocales, files)].filter(([locale]) => !named.has(locale));
  const written = [...resource.editions, ...others.map(([, edition]) => edition)];
  const globs = written.flatMap((edition) => (edition.isGlob ? edition.files : []));
  const editions = written.map((edition) => {
    const [pattern = ''] = edition.files;
    if (!edition.isGlob) return edition;
    if (files.has(pattern)) return { ...edition, isGlob: false };
    const found = matching(pattern, files);
    if (found.length === 0) {
      const mention = ['resources', resource.name, 'file', ...(edition.locale === undefined ? [] : [edition.locale])];
      const near = nearestName(pattern, patternsOf(files));
      const hint = near === undefined ? '' : ` There is "${near}".`;
      report(jsonPath(mention), 'missing_file', `No file is called "${pattern}".${hint}`);
    }
    return { ...edition, files: found };
  });
  const [first] = editions;
  // What looked like a glob is the name of one file, whose form the index keeps.
  const isOne = editions.length === 1 && first?.locale === undefined && !first?.isGlob && first?.files.length === 1;
  const joined = resource.joined && !(isOne && resource.editions[0]?.isGlob);
  return { ...resource, editions, globs, joined, files: editions.flatMap((edition) => edition.files) };
}

/** Globs of all files of a folder with the same ending. */
const patternsOf = (files: CatalogFiles): readonly string[] => [
  ...new Set(files.list().map((path) => path.replace(/[^/]*?(\.[^./]+)?$/, (_, suffix = '') => `*${suffix}`))),
];

function matching(pattern: string, files: CatalogFiles): readonly string[] {
  const glob = new Bun.Glob(pattern);
  return files.list().filter((path) => glob.match(path));
}

/** The languages that have files at a pattern. */
function localesOf(pattern: string | undefined, files: CatalogFiles): ReadonlyMap<string, Edition> {
  const found = new Map<string, Edition>();
  if (pattern === undefined) return found;
  const expression = new RegExp(
    `^${pattern.split(LOCALE_MARK).map(expressionOf).join('([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)')}$`,
  );
  for (const path of files.list()) {
    const [, tag, ...more] = expression.exec(path) ?? [];
    if (tag === undefined || more.some((other) => other !== tag) || primaryLanguage(tag) === undefined) continue;
    const locale = tag.replaceAll('_', '-');
    if (found.has(locale)) continue;
    found.set(locale, {
      locale,
      files: [pattern.replaceAll(LOCALE_MARK, () => tag)],
      isGlob: hasGlobSigns(pattern.replaceAll(LOCALE_MARK, '')),
    });
  }
  return found;
}

/** A part of a pattern as a regular expression: `*` stays inside a segment, `**` crosses segments. */
const expressionOf = (text: string): string =>
  text
    .replace(/[\\^$.+?()[\]{}|]/g, (sign) => `\\${sign}`)
    .replace(/\*\*\/|\*\*|\*/g, (sign) => (sign === '*' ? '[^/]*' : sign === '**' ? '.*' : '(?:.*/)?'));

/** The catalog files that a descriptor names, and where it names each first. Its globs must have been replaced. */
export function namedTables({ resources, uiMarks }: Descriptor): readonly NamedTable[] {
  const named = new Map<string, NamedTable>();
  const add = (path: string, mention: readonly (string | number)[]): void => {
    if (!named.has(path)) named.set(path, { path, mention });
  };
  for (const { name, editions, merge } of resources) {
    for (const { locale, files, isGlob } of editions) {
      files.forEach((file, index) => {
        const place = locale ?? (files.length > 1 && !isGlob ? index : undefined);
        add(file, ['resources', name, 'file', ...(place === undefined ? [] : [place])]);
      });
    }
    merge.forEach(({ file }, index) => {
      add(file, ['resources', name, 'merge', index, 'file']);
    });
  }
  if (uiMarks?.kind === 'file') add(uiMarks.file, ['uiMarks']);
  return [...named.values()];
}
