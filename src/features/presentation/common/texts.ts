// Chooses the title of an entity and the fields that a search covers, from names and values of fields only, so that the
// result is the same at publication and when the release is read. Pure.
import type { ResourcePresentation } from '../../release/snapshot/presentation-schema.ts';
import type { DescribedField, DescribedResource } from './described.ts';

/** Maximum number of fields that a search covers if nothing is declared. */
const SEARCH_MAX = 64;
/** A field that fewer entities have is not a title. */
const TITLE_SHARE = 0.5;
/** Fields with a longer average text are not titles. */
const TITLE_CHARACTERS_MAX = 120;
const NAMES = /^(?:title|name|subtitle|prefix|label|displayName)$|(?:Title|Name)$/;
/** Names that programs use. */
const INNER_NAMES = /^(?:unique|file|image|icon|internal|class|asset|url|texture|sprite)Name$/i;
/** Names of fields that hold a title, the best first. A name comes before a title, which may be an epithet. */
const TITLES: readonly RegExp[] = [
  /^(?:display|localized|full|pretty)_?[nN]ame$/,
  /^name$/i,
  /^title$/i,
  /Title$|_title$/,
  /Name$|[_ -]name$|^[a-z]name$/,
  /^prefix$/,
  /^label$/i,
];
/** Names of fields of an object that is called like a title, the best first. */
const INNER_TITLES: readonly RegExp[] = [/^(?:common|default|short|text)$/, /^(?:official|full|long)$/];
const OUTER_TITLES = /^(?:name|title|label)$/i;
/** Names of fields that are used as subtitle, the best first. */
const SUBTITLES: readonly RegExp[] = [
  /^sub_?title$/i,
  /^(?:artist|author|composer)(?:s|Name)?$/,
  /^(?:catchCopy|tagline|caption)$/,
  /^(?:category|type|kind|class)$/,
];

/** Title, subtitle and searched fields of a resource. Declared paths that no entity has count as absent. */
export function chooseTexts(declared: ResourcePresentation | undefined, resource: DescribedResource) {
  const finder = fieldFinder(resource);
  const title = finder.declared(declared?.title) ?? inferTitle(resource);
  const subtitle = finder.declared(declared?.subtitle) ?? inferSubtitle(resource, title);
  const search = finder.declaredList(declared?.search) ?? inferSearch(resource, title, subtitle);
  return { title, subtitle, search };
}

/** Languages of slots: the declared ones, else the five usual ones when slots occur. */
export function chooseLocales(
  declared: readonly string[] | undefined,
  usual: readonly string[],
  hasSlots: boolean,
): readonly string[] {
  return declared ?? (hasSlots ? usual : []);
}

export interface FieldFinder {
  /** The path when an entity has it. */
  declared(path: string | undefined): string | undefined;
  declaredList(paths: readonly string[] | undefined): readonly string[] | undefined;
}

/** Declared paths that exist: of a field, of an object of fields, or of one slot or element of a list. */
export function fieldFinder({ fields }: DescribedResource): FieldFinder {
  const known = new Map(fields.map((field) => [field.path, field]));
  const exists = (path: string): boolean => {
    if (known.has(path)) return true;
    if (fields.some((field) => field.path.startsWith(`${path}.`))) return true;
    const element = /^(.+)\.(?:0|[1-9]\d?)$/.exec(path);
    const list = known.get(element?.[1] ?? '');
    return list !== undefined && (list.isList || list.isSlotted);
  };
  return {
    declared: (path) => (path !== undefined && exists(path) ? path : undefined),
    declaredList: (paths) => paths?.filter((path) => exists(path.replace(/^-/, ''))),
  };
}

function inferTitle(resource: DescribedResource): string | null {
  const texts = resource.fields.filter((field) => isText(field) && !field.isList && isNaming(field));
  const enough = texts.filter((field) => field.filled >= resource.count * TITLE_SHARE);
  // What people read comes before what programs use: `Old Sword` before `old_sword`.
  const readable = enough.filter(isReadable);
  const unread = enough.filter((field) => !isReadable(field));
  return titleAmong(readable, resource) ?? titleAmong(unread, resource);
}

function titleAmong(fields: readonly DescribedField[], resource: DescribedResource): string | null {
  const outermost = [...fields].sort((a, b) => a.segments.length - b.segments.length);
  for (const pattern of TITLES) {
    const found = outermost.find((field) => field.segments.length <= 2 && isNamed(field, pattern));
    if (found !== undefined) return found.path;
    if (pattern.source !== '^name$') continue;
    for (const inner of INNER_TITLES) {
      const within = outermost.find(({ segments: [outer = '', name = '', ...rest] }) => {
        return rest.length === 0 && OUTER_TITLES.test(outer) && inner.test(name);
      });
      if (within !== undefined) return within.path;
    }
  }
  const [top] = fields
    .filter(
      (field) =>
        field.segments.length === 1 && mayBeTitle(lastOf(field)) && !isNumeric(field) && isVaried(field, resource),
    )
    .sort((a, b) => b.filled - a.filled || Number(b.type === 'localized') - Number(a.type === 'localized'));
  return top?.path ?? null;
}

function inferSubtitle(resource: DescribedResource, title: string | null): string | null {
  const texts = resource.fields.filter(
    (field) => isText(field) && field.path !== title && field.segments.length === 1 && isNaming(field),
  );
  for (const pattern of SUBTITLES) {
    const found = texts.find((field) => pattern.test(lastOf(field)));
    if (found !== undefined) return found.path;
  }
  const named = texts.find(
    (field) => !field.isList && TITLES.some((pattern) => isNamed(field, pattern)) && !isIdName(lastOf(field)),
  );
  return named?.path ?? null;
}

function inferSearch(resource: DescribedResource, title: string | null, subtitle: string | null): readonly string[] {
  const named = resource.fields
    .filter((field) => isText(field) && (isNamed(field, NAMES) || (field.locales !== undefined && isNaming(field))))
    .sort((a, b) => a.segments.length - b.segments.length)
    .map(({ path }) => path);
  const chosen = [title, subtitle].filter((path) => path !== null);
  return [...new Set([...chosen, ...named])].slice(0, SEARCH_MAX);
}

const lastOf = (field: DescribedField): string => field.segments.at(-1) ?? '';
const isNamed = (field: DescribedField, pattern: RegExp): boolean =>
  pattern.test(lastOf(field)) && !INNER_NAMES.test(lastOf(field));
const isText = ({ type }: DescribedField): boolean => type === 'string' || type === 'localized';
const isIdName = (name: string): boolean => /(?:^|[a-z])(?:id|ids|key|path|url|hash|color|colour)$/i.test(name);
/** Names of what tells something about an entity, and does not name it. */
const TOLD_NAMES = /^(?:desc|description|notes?|comments?|lore|version|date|unicode|emoji|zip|.*code)$|^column\d+$/i;
/** Names of what an entity is derived from. */
const DERIVED_NAMES = /^parent$/i;
const mayBeTitle = (name: string): boolean => !isIdName(name) && !TOLD_NAMES.test(name) && !DERIVED_NAMES.test(name);
/** Names of what entities share: with more values than are counted, nothing shows that they differ. */
const SHARED_NAMES = /^(?:type|category|kind|class)$/i;
/** Values beyond these need not have been counted. */
const FEW_VALUES = 40;
function isVaried(field: DescribedField, { count }: DescribedResource): boolean {
  const { distinct } = field;
  if (distinct === undefined || distinct > FEW_VALUES) return !SHARED_NAMES.test(lastOf(field));
  return distinct * 2 > count;
}

/** More samples, or longer ones, are not available at every caller. */
const SAMPLES_JUDGED = 5;
const JUDGED_CHARACTERS = 200;

/** Values that programs use: `old_sword`, `path/to/it`, `file.png`, `UPPER_CASE`. */
const INNER_VALUE =
  /^[\p{Ll}\d]+(?:[_./-][\p{Ll}\d]+)+$|^[\p{Lu}\d]+(?:_[\p{Lu}\d]+)+$|^\S+\.[A-Za-z]\w{1,4}$|^[a-z]+:\S+$|^[\w-]*_[\w-]*$/u;

const textsOf = ({ samples }: DescribedField): readonly string[] =>
  samples
    .slice(0, SAMPLES_JUDGED)
    .filter((sample) => typeof sample === 'string')
    .filter((text) => text !== '');

/** Whether the values are written for people. A field without known values may be. */
function isReadable(field: DescribedField): boolean {
  if (field.type === 'localized') return true;
  const texts = textsOf(field);
  if (texts.length === 0) return true;
  const read = texts.filter((text) => !INNER_VALUE.test(text) && /\p{L}/u.test(text));
  return read.length * 2 >= texts.length;
}

const isNumeric = (field: DescribedField): boolean => {
  const texts = textsOf(field);
  return texts.length > 0 && texts.every((text) => /^[-+\d.,\s%]+$/.test(text));
};

/** Whether the values can be names, that is, neither paths, URLs nor long texts. */
function isNaming({ samples }: DescribedField): boolean {
  const texts = samples.slice(0, SAMPLES_JUDGED).filter((sample) => typeof sample === 'string');
  if (texts.length === 0) return true;
  if (
    texts.every((text) => /^(?:[a-z]+:)?\/|^[^\s/]+(?:\/[^\s/]+)+\.[A-Za-z0-9]{2,5}$|^#[0-9a-fA-F]{3,8}$/.test(text))
  ) {
    return false;
  }
  return (
    texts.reduce((sum, text) => sum + Math.min(text.length, JUDGED_CHARACTERS), 0) / texts.length <=
    TITLE_CHARACTERS_MAX
  );
}
