// Chooses how a resource is presented: the declared values, and for the rest guesses from names and values of fields. Pure.
// Omits paths that no entity has.
import type { SlotLocale } from '../../../kernel/names.ts';
import type { PRESENTATION_GROUPS, ResourcePresentation } from '../../release/snapshot/presentation-schema.ts';
import type { DescribedField, DescribedResource, FieldMeanings } from './described.ts';
import { capitaliseAbbreviations, translateName } from './labels.ts';
import { chooseTexts, type FieldFinder, fieldFinder } from './texts.ts';

type PresentationGroup = (typeof PRESENTATION_GROUPS)[number];
type Texts = { readonly [Name in SlotLocale]?: string | undefined };

export interface ChosenPresentation {
  readonly kind: 'collection' | 'document';
  readonly count: number;
  readonly group: PresentationGroup;
  /** Position among the resources, from 0. */
  readonly order: number;
  readonly hidden: boolean;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly image: string | null;
  readonly cover: string | null;
  readonly audio: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly badges: readonly string[];
  readonly facets: readonly string[];
  readonly sort: readonly string[];
  readonly columns: readonly string[];
  readonly search: readonly string[];
  /** Path → resource whose ids are its values. */
  readonly references: Readonly<Record<string, string>>;
  readonly labels: { readonly name: Texts; readonly fields: Readonly<Record<string, Texts>> };
}

export interface ChoiceInput {
  readonly resource: DescribedResource;
  readonly declared: ResourcePresentation | undefined;
  readonly meanings: FieldMeanings;
}

const FACET_VALUES_MAX = 40;
const FACETS_MAX = 8;
const BADGE_VALUES_MAX = 12;
const BADGE_CHARACTERS_MAX = 24;
const BADGES_MAX = 4;
const SORTS_MAX = 8;
const COLUMNS_MAX = 8;
/** Fields beyond these have a label where they are chosen for something. */
const LABELLED_MAX = 200;
const GROUP_NAMES: readonly (readonly [PresentationGroup, RegExp])[] = [
  ['music', /(?:^|-)(?:songs?|musics?|tracks?|albums?|bgms?)$/],
  ['card', /(?:^|-)cards?$/],
  ['person', /(?:^|-)(?:characters?|members?|people|persons?|bands?|idols?|heroes|artists?|warframes?|enemies)$/],
  ['event', /(?:^|-)(?:events?|campaigns?|gachas?|quests?)$/],
  ['story', /(?:^|-)(?:story|stories|scenarios?|episodes?|chapters?)$/],
  ['item', /(?:^|-)(?:items?|weapons?|mods?|stamps?|foods?|blocks?|materials?|equipments?|relics?|skins?)$/],
];
const SMALL_PICTURES = /thumb|icon|small|mini/i;
const LARGE_PICTURES = /cover|jacket|full|large|art|banner|poster/i;
const START_NAMES = /^(?:start|begin|open|publish|release|launch)/i;
const END_NAMES = /^(?:end|close|finish|expire)/i;

/** `/web/address` or `file.png`. */
const ADDRESS = /^(?:[a-z]+:)?\/|^\S+\.[A-Za-z][A-Za-z0-9]{1,4}$/;

/** The presentation of all resources of a release, in the order of overviews. */
export function choosePresentations(
  inputs: readonly ChoiceInput[],
): readonly (readonly [string, ChosenPresentation])[] {
  const chosen = inputs.map((input) => ({ input, presentation: choosePresentation(input) }));
  // Declared positions first, then resources with pictures, resources without, and documents.
  const rank = ({ input, presentation }: (typeof chosen)[number]): number =>
    presentation.kind === 'document' ? 2 : presentation.image === null || input.resource.count === 0 ? 1 : 0;
  chosen.sort((a, b) => {
    const [orderA, orderB] = [a.input.declared?.order, b.input.declared?.order];
    if (orderA !== undefined || orderB !== undefined) {
      const difference = (orderA ?? Number.POSITIVE_INFINITY) - (orderB ?? Number.POSITIVE_INFINITY);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return rank(a) - rank(b) || (a.input.resource.name < b.input.resource.name ? -1 : 1);
  });
  return chosen.map(({ input, presentation }, order) => [input.resource.name, { ...presentation, order }]);
}

function choosePresentation({ resource, declared, meanings }: ChoiceInput): ChosenPresentation {
  const finder = fieldFinder(resource);
  const { title, subtitle, search } = chooseTexts(declared, resource);
  const pictures = choosePictures(finder, declared, resource, meanings);
  const sounds = resource.fields.filter(({ path }) => meanings.get(path)?.media === 'audio');
  const facets = finder.declaredList(declared?.facets) ?? inferFacets(resource, meanings, title).slice(0, FACETS_MAX);
  const chosen = {
    title,
    subtitle,
    ...pictures,
    audio: finder.declared(declared?.audio) ?? sounds[0]?.path ?? null,
    start: finder.declared(declared?.start) ?? dateNamed(resource, START_NAMES),
    end: finder.declared(declared?.end) ?? dateNamed(resource, END_NAMES),
    badges: finder.declaredList(declared?.badges) ?? inferBadges(resource, meanings, title),
    facets,
    sort: finder.declaredList(declared?.sort) ?? inferSort(resource, meanings),
    columns: finder.declaredList(declared?.columns) ?? inferColumns(resource, meanings, title),
    search,
  };
  return {
    kind: resource.kind,
    count: resource.count,
    group: declared?.group ?? inferGroup(resource),
    order: 0,
    hidden: declared?.hidden ?? false,
    ...chosen,
    references: Object.fromEntries(
      [...meanings].flatMap(([path, { references }]) => (references === undefined ? [] : [[path, references]])),
    ),
    labels: chooseLabels(resource, declared, chosen),
  };
}

function choosePictures(
  finder: FieldFinder,
  declared: ResourcePresentation | undefined,
  resource: DescribedResource,
  meanings: FieldMeanings,
): { readonly image: string | null; readonly cover: string | null } {
  const pictures = byDepth(resource.fields.filter(({ path }) => meanings.get(path)?.media === 'image')).map(
    ({ path }) => path,
  );
  const small = pictures.find((path) => SMALL_PICTURES.test(path));
  const large = pictures.find((path) => LARGE_PICTURES.test(path) && !SMALL_PICTURES.test(path));
  const plain = pictures.find((path) => !SMALL_PICTURES.test(path));
  return {
    image: finder.declared(declared?.image) ?? small ?? pictures[0] ?? null,
    cover: finder.declared(declared?.cover) ?? large ?? plain ?? pictures[0] ?? null,
  };
}

function inferGroup({ name, kind }: DescribedResource): PresentationGroup {
  if (kind === 'document') return 'table';
  return GROUP_NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'table';
}

function dateNamed({ fields }: DescribedResource, names: RegExp): string | null {
  const dates = byDepth(fields.filter(({ type }) => type === 'date'));
  return dates.find(({ segments }) => names.test(segments.at(-1) ?? ''))?.path ?? null;
}

function inferFacets(resource: DescribedResource, meanings: FieldMeanings, title: string | null): readonly string[] {
  return byCoverage(
    resource.fields.filter((field) => {
      const { distinct, type, path } = field;
      const isSmall = distinct !== undefined && distinct >= 2 && distinct <= FACET_VALUES_MAX;
      const isShared = isSmall && distinct * 2 <= field.filled;
      const isScalar = type === 'string' || type === 'number' || type === 'boolean';
      return isShared && isScalar && path !== title && meanings.get(path)?.media === undefined && isShort(field);
    }),
    meanings,
  ).map(({ path }) => path);
}

function inferBadges(resource: DescribedResource, meanings: FieldMeanings, title: string | null): readonly string[] {
  const known = new Map(resource.fields.map((field) => [field.path, field]));
  return inferFacets(resource, meanings, title)
    .filter((path) => {
      const field = known.get(path);
      const isSmall = (field?.distinct ?? Number.POSITIVE_INFINITY) <= BADGE_VALUES_MAX;
      const isOwn = field?.isList === false && field.segments.length === 1;
      return isSmall && isOwn && meanings.get(path)?.references === undefined;
    })
    .slice(0, BADGES_MAX);
}

function inferSort(resource: DescribedResource, meanings: FieldMeanings): readonly string[] {
  const ordered = resource.fields.filter(
    ({ type, isList, path }) =>
      (type === 'date' || type === 'number') && !isList && meanings.get(path)?.references === undefined,
  );
  const rank = ({ type, segments }: DescribedField): number => (isId(segments) ? 0 : type === 'date' ? 1 : 2);
  return byDepth(ordered)
    .sort((a, b) => a.segments.length - b.segments.length || rank(a) - rank(b) || b.filled - a.filled)
    .map(({ path }) => path)
    .slice(0, SORTS_MAX);
}

const isId = (segments: readonly string[]): boolean => segments.length === 1 && /^id$|Id$/.test(segments[0] ?? '');

function inferColumns(resource: DescribedResource, meanings: FieldMeanings, title: string | null): readonly string[] {
  const shown = resource.fields.filter(
    (field) => isColumn(field, meanings) && meanings.get(field.path)?.media === undefined && field.path !== title,
  );
  const covered = [...shown]
    .sort((a, b) => a.segments.length - b.segments.length || b.filled - a.filled)
    .slice(0, title === null ? COLUMNS_MAX : COLUMNS_MAX - 1);
  // In the order of the entities' fields, with the title first.
  const paths = shown.filter((field) => covered.includes(field)).map(({ path }) => path);
  return title === null ? paths : [title, ...paths];
}

/** Longer texts on average are no column of a table. */
const COLUMN_CHARACTERS_MAX = 60;

/** Whether the values of a field fit into a table: no long texts, no addresses of programs, no lists of numbers. */
function isColumn({ path, type, isList, samples }: DescribedField, meanings: FieldMeanings): boolean {
  if (type === 'json') return false;
  if (isList && type === 'number') return meanings.get(path)?.references !== undefined;
  const texts = samples.filter((sample) => typeof sample === 'string');
  if (texts.length === 0 || type === 'date') return true;
  const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const isAddress = texts.every((text) => ADDRESS.test(text));
  return characters <= COLUMN_CHARACTERS_MAX && !isAddress;
}

function chooseLabels(
  resource: DescribedResource,
  declared: ResourcePresentation | undefined,
  chosen: Pick<
    ChosenPresentation,
    | ('title' | 'subtitle' | 'image' | 'cover' | 'audio' | 'start' | 'end')
    | ('badges' | 'facets' | 'sort' | 'columns' | 'search')
  >,
): ChosenPresentation['labels'] {
  const paths = Object.values(chosen)
    .flat()
    .filter((path) => path !== null)
    .map((path) => path.replace(/^-/, ''));
  const fields = new Map<string, Texts>();
  for (const path of new Set(paths)) {
    const known = resource.fields.find((field) => field.path === path);
    const name = known?.segments.at(-1) ?? path;
    fields.set(path, { en: inWords(name), ...(declared?.labels?.fields?.[path] === undefined && translateName(name)) });
  }
  // What only the page of an entity shows has a label where there are words for it.
  for (const { path, segments } of resource.fields.slice(0, LABELLED_MAX)) {
    const name = segments.at(-1) ?? path;
    const texts = fields.has(path) ? {} : translateName(name);
    if (texts.ja !== undefined) fields.set(path, { en: inWords(name), ...texts });
  }
  for (const [path, texts] of Object.entries(declared?.labels?.fields ?? {})) {
    fields.set(path, { ...fields.get(path), ...texts });
  }
  return {
    name: {
      en: inWords(resource.name),
      ...(declared?.labels?.name === undefined && translateName(resource.name)),
      ...declared?.labels?.name,
    },
    fields: Object.fromEntries(fields),
  };
}

/** `cardType` is "Card type". */
function inWords(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  if (words === '') return name;
  const lower = words.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return capitaliseAbbreviations(lower.charAt(0).toUpperCase() + lower.slice(1));
}

const byDepth = (fields: readonly DescribedField[]): DescribedField[] =>
  [...fields].sort((a, b) => a.segments.length - b.segments.length);

/** Fields with marks first, then by depth, texts before numbers, then by the number of entities that have them. */
const byCoverage = (fields: readonly DescribedField[], meanings: FieldMeanings): readonly DescribedField[] => {
  const rank = ({ path, type }: DescribedField): number => {
    const meaning = meanings.get(path);
    if (meaning?.isMarked) return 0;
    return type === 'string' || meaning?.references !== undefined ? 1 : type === 'boolean' ? 2 : 3;
  };
  const depth = (field: DescribedField): number => (rank(field) === 0 ? 0 : field.segments.length);
  return [...fields].sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || b.filled - a.filled);
};

/** Whether values are short enough to show as a label. Paths, names of files and colours are excluded. */
const isShort = ({ samples }: DescribedField): boolean =>
  samples.every((sample) => {
    const text = String(sample);
    return text.length <= BADGE_CHARACTERS_MAX && !/^[/#]|\//.test(text) && !ADDRESS.test(text);
  });
