// What the pages of a catalog read first: server, release, presentation. And how other reads are asked for.
import { z } from 'zod';
import { readableKey } from '../../../features/catalog/entity-key.ts';
import type { MediaFactReader, MediaFacts } from '../../../features/pictures/facts.ts';
import { capitaliseAbbreviations, nameIn } from '../../../features/presentation/common/labels.ts';
import { escapeText, parsePath } from '../../../kernel/field-path.ts';
import { isEntityKey, type Locale, type ServerRegion, type SlotLocale } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { AnswerBody, Outcome } from '../../client/endpoints.ts';
import { sayValue } from '../../messages/names.ts';
import { byLocale } from '../../messages/tables.ts';
import { requireAsked } from '../../shell/asked.ts';
import { type PageContext, type Query, writeQuery } from '../../shell/page-context.ts';
import { gapIn, withRemark } from '../../ui/text/punctuation.ts';
import {
  fieldAt,
  isTexts,
  labelOfValue,
  type Presented,
  placesOf,
  readField,
  readTarget,
  referencesAt,
  textAt,
  withoutHidden,
} from './fields.ts';
import { readTints, type Tints, tintOf, tintPaths } from './tints.ts';
import {
  cacheByPath,
  difficultyOf,
  fileOf,
  isDifficulty,
  keysOf,
  lastKey,
  type ReleaseFile,
  type Slots,
  type Text,
  valueAt,
} from './values.ts';

type Presentation = AnswerBody<'GET /api/v1/servers/{server}/catalog/presentation'>;

/** A label by language. Data has the languages of slots; what pages describe themselves has theirs. */
type LabelTexts = { readonly [Name in Locale | SlotLocale]?: string };

export interface ResourcePresentation extends Omit<Presented, 'labels'> {
  readonly labels: { readonly name: LabelTexts; readonly fields: Readonly<Record<string, LabelTexts>> };
}

/** A server of the registry. */
export interface Server {
  readonly id: string;
  readonly displayName: string;
  readonly region: ServerRegion;
}

/** The release that a page shows, and how it is shown. */
export interface Catalog {
  readonly page: PageContext;
  readonly server: Server;
  readonly servers: readonly Server[];
  readonly releaseId: string;
  /** Whether the address names the release. */
  readonly isPinned: boolean;
  readonly presentations: Readonly<Record<string, ResourcePresentation>>;
  /** Groups of resources that the snapshot declares. */
  readonly groups?: Presentation['groups'];
  readonly slots: Slots;
  readonly marks: Readonly<Record<string, string>>;
  /** Sizes of pictures and lengths of sounds. */
  readonly media: MediaFacts;
  /** Colours of entities; undefined while they cannot be read, and for the mirror. */
  readonly tints?: Tints | undefined;
  /** Of the mirror of a provider, which has no releases; undefined for the catalog of a server. */
  readonly mirror?: MirrorFacts;
}

/** Props of a component that shows a part of a catalog. */
export interface CatalogProps {
  readonly catalog: Catalog;
}

interface MirrorFacts {
  /** Path of a collection, or of one of its entities, at the interface. */
  readonly addressOf: (resource: string, id?: string) => string;
  /** When the provider last confirmed what the page shows, if that is longer ago than it should be. */
  readonly staleSince: number | undefined;
}

const identitySchema = z.object({ releaseId: z.string() });

/** Id of the current release of a server, or of the one that is pinned, if it stands. */
export async function askReleaseId(page: PageContext, server: string, release?: string): Promise<Outcome<string>> {
  const query = { release, projection: 'identity' };
  const asked = await page.ask('GET /api/v1/servers/{server}/release', { params: { server }, query });
  return asked.ok ? { ...asked, body: identitySchema.parse(asked.body).releaseId } : asked;
}

/** Opens the catalog of a server at the current release, or at the one that the address pins. */
export async function openCatalog(
  page: PageContext,
  id: string,
  pin: string | undefined,
  mediaFacts: Pick<MediaFactReader, 'open'>,
): Promise<Catalog> {
  const params = { server: id };
  const [identity, registry] = await Promise.all([askReleaseId(page, id, pin), page.ask('GET /api/v1/releases', {})]);
  const releaseId = requireAsked(identity);
  const given = { params, query: { release: releaseId } };
  const [presentation, marks, media] = await Promise.all([
    page.askOfRelease('GET /api/v1/servers/{server}/catalog/presentation', given),
    page.askOfRelease('GET /api/v1/servers/{server}/ui-marks', given),
    mediaFacts.open(id, releaseId),
  ]);
  const { resources, locales, groups } = requireAsked(presentation);
  const servers = requireAsked(registry).releases;
  const server = servers.find((one) => one.id === id) ?? { id, displayName: id, region: 'global' as const };
  const presentations = Object.fromEntries(Object.entries(resources).map(([name, one]) => [name, withoutHidden(one)]));
  return {
    page,
    server,
    servers,
    releaseId,
    isPinned: pin !== undefined,
    presentations,
    tints: await readTints(page, id, releaseId, presentations),
    groups,
    slots: { locales, reader: page.locale, region: server.region },
    marks: marks.ok ? marks.body : {},
    media,
  };
}

/** A language of data: what has none of it is shown in the language of the page. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i;

/** The catalog with its texts in another language. */
export const inLanguage = (catalog: Catalog, lang: string | null): Catalog =>
  lang !== null && LANGUAGE.test(lang)
    ? { ...catalog, slots: { ...catalog.slots, reader: lang, page: catalog.page.locale } }
    : catalog;

/** How a resource is shown. Refuses names that the catalog does not have. */
export function requirePresentation({ presentations }: Catalog, resource: string): ResourcePresentation {
  const presentation = Object.hasOwn(presentations, resource) ? presentations[resource] : undefined;
  if (presentation === undefined) throw new Refusal('resource_not_found');
  return presentation;
}

/** Name of a resource in the language of the page. */
export function nameOf({ page, presentations }: Catalog, resource: string): string {
  const names = presentations[resource]?.labels.name;
  return names?.[page.locale] ?? names?.en ?? resource;
}

/** What the label of a key ends with. Japanese writes it without a blank. */
const KEY_ENDING = /(?: |(?<=[^\u0020-\u007e]))ids?$/i;

/** Label of a field in the language of the page. A key is called as what it leads to, unless somebody named it. */
export function labelOf(catalog: Catalog, presentation: ResourcePresentation, path: string): string {
  const { page, presentations } = catalog;
  const texts = presentation.labels.fields[path];
  const own = texts?.[page.locale];
  const target = referencesAt(presentation, path)[0]?.resource;
  if (target !== undefined && presentations[target] !== undefined && (own === undefined || KEY_ENDING.test(own))) {
    const name = nameOf(catalog, target);
    const stem = own?.replace(KEY_ENDING, '');
    // "Character IDs" of characters are "Characters".
    const isPlural =
      stem !== undefined && / ids$/i.test(own ?? '') && name.toLowerCase().startsWith(stem.toLowerCase());
    return stem === undefined || isPlural ? name : stem;
  }
  const label = own ?? (PATH_WORDS[page.locale](path) || (texts?.en ?? wordsOf(path)));
  const difficulty = difficultyOf(path);
  // "Rating" alone would not say of which difficulty.
  return difficulty !== undefined && label === plainLabelOf(catalog, lastKey(path))
    ? plainLabelOf(catalog, difficulty)
    : label;
}

/** The label of a path that nobody named. */
const plainLabelOf = ({ page }: Catalog, key: string): string => PATH_WORDS[page.locale](key) || wordsOf(key);

/**
 * Labels of fields that are shown together, in their order. Fields that would have the same label are called by the words of their
 * paths; one of them keeps the label if the snapshot declares it for that one alone. If levels distinguish some fields, every field
 * of a level says its level.
 */
export function labelsOf(
  catalog: Catalog,
  presentation: ResourcePresentation,
  paths: readonly string[],
): readonly string[] {
  const { locale } = catalog.page;
  const fields = paths.map((path) => ({
    path,
    label: labelOf(catalog, presentation, path),
    words: plainLabelOf(catalog, path),
  }));
  const groups = Map.groupBy(fields, ({ label }) => label);
  const isDeclared = ({ path, label, words }: (typeof fields)[number]): boolean =>
    presentation.labels.fields[path]?.[locale] === label && label !== words;
  const isAlone = ({ label }: (typeof fields)[number]): boolean => groups.get(label)?.length === 1;
  const saysLevels = fields.some((field) => NUMBERED.test(field.path) && !isAlone(field));
  const hasSeveral = paths.filter((path) => difficultyOf(path) !== undefined).length > 1;
  return fields.map((field) => {
    const { path, label, words } = field;
    const difficulty = hasSeveral ? difficultyOf(path) : undefined;
    if (difficulty !== undefined) return plainLabelOf(catalog, difficulty);
    if (isAlone(field)) return saysLevels && NUMBERED.test(path) ? words : label;
    const [declared, another] = (groups.get(label) ?? []).filter(isDeclared);
    return declared === field && another === undefined ? label : words;
  });
}

/** The field whose list says the same and more: `bandIds` beside `bandId`. */
export function widerOf({ references }: ResourcePresentation, path: string): string | undefined {
  const wider = `${path}s`;
  return references[path] !== undefined && references[wider] === references[path] ? wider : undefined;
}

/** A level or a rank between two keys of a path, and the key after it: `stat.60.performance`. */
const NUMBERED = /^(?<before>[^.\\]+)\.(?<number>\d+)\.(?<after>[^.\\]+)$/;

const HAS_LEVELS = /^(?:stats?|status|param(?:eter)?s?|levels?)$/i;

/** Key and number of such a path. The number of what has levels is called so; a rank or a place is the number alone. */
function readNumbered(path: string, levelWord: string) {
  const { before = '', number = '', after } = NUMBERED.exec(path)?.groups ?? {};
  return after === undefined
    ? undefined
    : { after, number: HAS_LEVELS.test(before) ? `${levelWord}${number}` : number };
}

/** English words of a path without label: `stat.60.performance` → `Performance (Lv. 60)`, `base_health` → `Base health`. */
const wordsOf = cacheByPath((path) => {
  const numbered = readNumbered(path, 'Lv. ');
  const text = (numbered?.after ?? path)
    .replaceAll('\\', '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[._-]+/g, ' ')
    .toLowerCase()
    .trim();
  const words = capitaliseAbbreviations(text.charAt(0).toUpperCase() + text.slice(1));
  return numbered === undefined ? words : `${words} (${numbered.number})`;
});

/** Words of a path in a language, key by key; empty unless all of them are common names. */
const wordsIn = (locale: Locale): ((path: string) => string) =>
  cacheByPath((path) => {
    const numbered = readNumbered(path, 'Lv.');
    if (numbered !== undefined) {
      const word = nameIn(locale, numbered.after);
      return word === undefined ? '' : withRemark(locale, word, numbered.number);
    }
    const all = parsePath(path);
    const difficulty = all.slice(0, -1).find(isDifficulty);
    const words = all.filter((key) => key !== difficulty).map((key) => (/^\d+$/.test(key) ? key : nameIn(locale, key)));
    if (words.includes(undefined)) return '';
    // The difficulty comes first, as games write it: `EXPERTの譜面ファイル`.
    const joint = locale === 'ja' ? 'の' : ' ';
    const first = difficulty === undefined ? '' : `${nameIn(locale, difficulty) ?? difficulty}${joint}`;
    return `${first}${words.join(gapIn(locale))}`;
  });
const PATH_WORDS = byLocale(wordsIn);

/** An address of the interface or of a file, at the release that the page shows if the address pins it. */
export function rawPath({ page, isPinned, releaseId }: Catalog, path: string, query: Query = {}): string {
  return `${page.basePath}${path}${writeQuery({ ...query, ...(isPinned ? { release: releaseId } : {}) })}`;
}

/** What a list or a link shows of an entity. */
export interface EntitySummary {
  readonly id: string;
  readonly resource: string;
  readonly title: Text;
  readonly subtitle: Text | undefined;
  readonly picture: ReleaseFile | undefined;
  /** Six digits of the colour of the entity, or of what it belongs to. */
  readonly tint: string | undefined;
  readonly entity: unknown;
}

export function summarize(catalog: Catalog, resource: string, id: string, entity: unknown): EntitySummary {
  const presentation = catalog.presentations[resource];
  if (presentation === undefined) {
    return {
      id,
      resource,
      title: { text: readableKey(id) },
      subtitle: undefined,
      picture: undefined,
      tint: undefined,
      entity,
    };
  }
  const one = { id, entity };
  const title = textAt(presentation, catalog.slots, one, presentation.title) ?? { text: readableKey(id) };
  const subtitle = subtitleOf(catalog, presentation, one);
  const file = fileOf(readField(presentation, one, presentation.image), catalog.server.id);
  const picture = file?.kind === 'picture' ? file : undefined;
  const shown = subtitle?.text === title.text ? undefined : subtitle;
  return { id, resource, title, subtitle: shown, picture, tint: tintOf(catalog, resource, one), entity };
}

function subtitleOf(
  { page, slots }: Catalog,
  presentation: ResourcePresentation,
  one: { readonly id: string; readonly entity: unknown },
): Text | undefined {
  const { subtitle: path } = presentation;
  const value = readField(presentation, one, path);
  const isSaid = path === null || labelOfValue(value, slots, fieldAt(presentation, path)) !== undefined;
  return typeof value === 'string' && !isSaid
    ? { text: sayValue(page.locale, value) }
    : textAt(presentation, slots, one, path);
}

/** Measures the pictures of these entities, where the release has no record of them. */
export const learnPictures = ({ media }: Catalog, items: readonly EntitySummary[]): Promise<void> =>
  media.learn(items.flatMap(({ picture }) => (picture === undefined ? [] : [picture.releasePath])));

/** Paths that a summary needs of a resource. */
export function summaryPaths({ presentations }: Pick<Catalog, 'presentations'>, resource: string): readonly string[] {
  const presentation = presentations[resource];
  if (presentation === undefined) return [];
  const { title, subtitle, image, start, end, badges } = presentation;
  const paths = [title, subtitle, image, start, end, ...badges, ...tintPaths(presentations, resource)];
  return [...new Set(paths.filter((path) => path !== null))];
}

const QUERY = 'GET /api/v1/servers/{server}/catalog/query/{resource}';
interface ListQuery {
  readonly q?: string | undefined;
  readonly where?: string | undefined;
  readonly filter?: readonly string[];
  readonly sort?: string | undefined;
  readonly facet?: readonly string[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Queries a resource for these fields, and for what the templates among them are filled with. A template may name what no entity
 * has, which a query refuses; then it is left out. `askPage` is `askOfRelease` for what many readers ask.
 */
export async function askQuery(
  catalog: Catalog,
  resource: string,
  query: ListQuery,
  paths: readonly string[],
  askPage = catalog.page.ask,
) {
  const { server, releaseId, presentations } = catalog;
  const params = { server: server.id, resource };
  const presentation = presentations[resource];
  const places = paths.flatMap((path) => {
    const field = presentation && fieldAt(presentation, path);
    return field === undefined ? [] : placesOf(field);
  });
  const ask = (fields: readonly string[]) =>
    askPage(QUERY, {
      params,
      query: {
        ...query,
        release: releaseId,
        fields: fields.length === 0 ? undefined : [...new Set(fields)].join(','),
      },
    });
  const asked = await ask([...paths, ...places]);
  return places.length > 0 && !asked.ok && asked.code === 'unknown_field' ? ask(paths) : asked;
}

/** Names of entities that others refer to, by target and id or key. */
export type Names = ReadonlyMap<string, EntitySummary>;

const BATCH_MAX = 100;
const FILTER_CHARACTERS_MAX = 4000;
const batchSchema = z.object({ items: z.record(z.string(), z.json()) });

/** Reads the names of these entities, at most 100 of each target; what cannot be read has no name. */
export async function readNames(catalog: Catalog, wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<Names> {
  const names = new Map<string, EntitySummary>();
  await Promise.all(
    [...wanted].map(async ([target, keys]) => {
      const { resource, key } = readTarget(target);
      const presentation = catalog.presentations[resource];
      if (presentation?.kind === 'document') return;
      const found = key === undefined ? await readByIds(catalog, resource, keys) : [];
      for (const one of found) names.set(`${target}/${one.id}`, one);
      if (key === undefined || presentation === undefined) return;
      for (const { key: text, summary } of await readByKeys(catalog, resource, key, keys)) {
        if (!names.has(`${target}/${text}`)) names.set(`${target}/${text}`, summary);
      }
    }),
  );
  return names;
}

async function readByIds(
  catalog: Catalog,
  resource: string,
  keys: ReadonlySet<string>,
): Promise<readonly EntitySummary[]> {
  const { page, server, releaseId } = catalog;
  const id = [...keys].filter(isEntityKey).slice(0, BATCH_MAX);
  if (id.length === 0) return [];
  const asked = await page.askOfRelease('GET /api/v1/servers/{server}/{resource}', {
    params: { server: server.id, resource },
    query: { id, release: releaseId },
  });
  const batch = asked.ok ? batchSchema.safeParse(asked.body) : undefined;
  return Object.entries(batch?.data?.items ?? {}).map(([one, entity]) => summarize(catalog, resource, one, entity));
}

/** Entities by another of their fields. A key that is a text by language has several. */
async function readByKeys(catalog: Catalog, resource: string, path: string, keys: ReadonlySet<string>) {
  const presentation = catalog.presentations[resource];
  const values: string[] = [];
  let characters = path.length + 1;
  for (const key of keys) {
    const value = key === 'null' ? '\\null' : escapeText(key);
    characters += value.length + 1;
    if (key === '' || values.length === BATCH_MAX || characters > FILTER_CHARACTERS_MAX) continue;
    values.push(value);
  }
  if (values.length === 0 || presentation === undefined) return [];
  const query = { filter: [`${path}=${values.join(',')}`], limit: BATCH_MAX };
  const asked = await askQuery(catalog, resource, query, [...summaryPaths(catalog, resource), path]);
  return (asked.ok ? asked.body.items : []).flatMap(({ id, entity }) => {
    const summary = summarize(catalog, resource, id, entity);
    const value = valueAt(entity, path);
    const own = isTexts(value, fieldAt(presentation, path)) ? Object.values(value) : value;
    return keysOf(own).map((key) => ({ key, summary }));
  });
}

/** Path of an entity's page; of a document, which has no entities, the page of the whole. */
export function entityPath(
  { page, server, isPinned, releaseId, presentations }: Catalog,
  resource: string,
  id: string,
  query: Query = {},
): string {
  const list = `/catalog/${server.id}/${resource}`;
  return page.path(presentations[resource]?.kind === 'document' ? list : `${list}/${encodeURIComponent(id)}`, {
    ...query,
    ...(isPinned ? { release: releaseId } : {}),
  });
}

/** Path of a list's page. */
export const listPath = (catalog: Catalog, resource: string, query: Query = {}): string =>
  catalog.page.path(`/catalog/${catalog.server.id}/${resource}`, query);
