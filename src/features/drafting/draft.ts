// Drafts the descriptor of a folder: names, forms and ids of its tables, references between them, how they are shown, and
// for each inference a reason. Asks nothing and writes nothing.
import { keyOf } from '../catalog/entity-key.ts';
import { type ChosenPresentation, choosePresentations } from '../presentation/common/choose.ts';
import type { DeclaredTable } from '../presentation/common/declared.ts';
import type { DescribedResource, FieldMeanings } from '../presentation/common/described.ts';
import { findMeanings, type MeaningSources } from '../presentation/common/meanings.ts';
import type { Finding } from '../release/common/finding.ts';
import type { ResourceInput, SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import type { ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import { draftMounts, usedPaths } from './catalog-mount.ts';
import { nameKeys, referAll } from './choose-keys.ts';
import { declareFields } from './declare-fields.ts';
import { draftFileCollections } from './file-collections.ts';
import { commonFolder, type ListedFolder, listFolder } from './folder.ts';
import type { LearnedCollection } from './learn.ts';
import { findPictures, indexPictures } from './pictures.ts';
import { draftPresentation } from './presentation.ts';
import { type LearnedDocument, learnTables } from './read-tables.ts';
import { areReadable, hasWords, rankOfNameId } from './readable.ts';
import { code, type LeftOut, type Reason } from './reason.ts';
import { draftReferences } from './relations.ts';
import { dropRepeats, dropSides } from './repeats.ts';
import { draftResource, type NamedCollection } from './resources.ts';
import { adviceOf, draftLevels, draftLocales, draftServer } from './snapshot-parts.ts';
import { type ResourceSummary, summariseResource } from './summary.ts';

export interface Draft {
  /** Real path of the folder. */
  readonly root: string;
  readonly descriptor: SnapshotInput;
  /** What each collection is made of, for people and programs. */
  readonly resources: readonly ResourceSummary[];
  readonly reasons: readonly Reason[];
  readonly leftOut: readonly LeftOut[];
  /** Tables of the folder by their snapshot paths. */
  readonly tables: ReadonlySet<string>;
  /** What the operator may want to do by hand. */
  readonly advice: readonly string[];
  readonly warnings: readonly Finding[];
  readonly collections: number;
  readonly documents: number;
  readonly entities: number;
  readonly media: number;
}

export interface DraftOptions {
  /** Folder that an existing descriptor mounts as `catalog`, empty for the whole; undefined: the draft chooses. */
  readonly catalogFolder?: string | undefined;
  /** Value of `$schema`. */
  readonly schemaPath: (root: string) => string;
  readonly onProgress: (done: number, total: number) => void;
}

/** Drafts a descriptor. Throws OperatorError when the folder cannot be read. */
export async function draftSnapshot(directory: string, options: DraftOptions): Promise<Draft> {
  const folder = listFolder(directory);
  const learned = learnTables(folder, options.onProgress);
  const leftOut: LeftOut[] = [...folder.leftOut, ...learned.leftOut];
  const unique = dropSides(dropRepeats(learned.collections, leftOut), leftOut);
  const marks = learned.documents.find((document) => document.marks !== undefined);
  const documents = learned.documents.filter((document) => document !== marks);
  const refer = referAll(unique, documents, leftOut);
  const documentNames = refer.names.slice(refer.collections.length);
  const named = nameKeys(refer.collections);
  const index = indexPictures(folder);
  const pictures = new Map(named.map(({ name, collection, id }) => [name, findPictures(collection, id, index)]));
  const described = named.map(({ name, collection }): DescribedResource => {
    const { judged: count, fields, elements } = collection;
    return { name, kind: 'collection', count, fields, elements };
  });
  const reasons: Reason[] = [...folder.reasons];
  const ids = idsOf(named, marks, folder);
  const inferred = await findMeanings(described, ids);
  const declaredFields = new Map(
    named.map((own, at) => {
      const references = refer.collections[at]?.references ?? [];
      const fields = declareFields(
        own,
        references,
        named,
        inferred.get(own.name),
        pictures.get(own.name) ?? [],
        reasons,
      );
      return [own.name, fields];
    }),
  );
  const tables = new Map(
    named.map(({ name, keys }): [string, DeclaredTable] => {
      const fields = new Map(Object.entries(declaredFields.get(name) ?? {}));
      return [name, { fields, keys, isOfFiles: false }];
    }),
  );
  const meanings = await findMeanings(described, ids, tables);
  const titles = new Map(named.map((own) => [own.name, titleOf(own, meanings.get(own.name) ?? new Map())]));
  const shown = new Map(
    choosePresentations(
      described.map((resource) => ({
        resource,
        declared: titles.get(resource.name),
        meanings: meanings.get(resource.name) ?? new Map(),
      })),
    ),
  );
  const base = folder.hasCatalog
    ? 'catalog/'
    : options.catalogFolder === undefined
      ? commonFolder(usedPaths(named, documents))
      : options.catalogFolder.replace(/(?<=[^/])$/, '/');
  const pathOf = (local: string): string => `catalog/${local.startsWith(base) ? local.slice(base.length) : local}`;
  const resources: Record<string, ResourceInput> = {};
  const presentation: Record<string, ResourcePresentation> = {};
  const summaries: ResourceSummary[] = [];
  for (const own of named) {
    const { name, collection } = own;
    const meaning: FieldMeanings = meanings.get(name) ?? new Map();
    const chosen = withoutReference(shown.get(name), meaning, own);
    const fields = declaredFields.get(name) ?? {};
    const references = draftReferences(name, meaning, collection.relationFields);
    const drafted = draftResource({ ...own, fields }, references, chosen, pathOf);
    resources[name] = drafted.input;
    reasons.push(...drafted.reasons, ...references.reasons);
    if (chosen === undefined) continue;
    summaries.push(summariseResource({ ...own, fields }, chosen, meaning, pictures.get(name)?.[0]));
    const { judged: count } = collection;
    const variant = draftPresentation({ name, kind: 'collection', count, fields: collection.fields }, chosen);
    if (variant === undefined) continue;
    presentation[name] = variant.declared;
    reasons.push(...variant.reasons);
  }
  documents.forEach(({ file, why }, at) => {
    const name = documentNames[at] ?? 'document';
    resources[name] = { file: pathOf(file.local), kind: 'document' };
    reasons.push({ resource: name, what: `It is a document, from ${code(pathOf(file.local))}`, why });
  });
  const hasTables = named.length + documents.length > 0;
  const fileCollections = hasTables ? [] : draftFileCollections(folder, reasons);
  for (const { name, input, summary } of fileCollections) {
    resources[name] = input;
    summaries.push(summary);
  }
  const mounts = draftMounts(folder, base, named, documents, marks, hasTables || marks !== undefined, reasons);
  const server = draftServer(folder.root, reasons);
  const locales = draftLocales(named, reasons);
  const levels = draftLevels(named, shown, reasons);
  if (marks !== undefined) {
    reasons.push({
      resource: undefined,
      what: `\`uiMarks\` is ${code(pathOf(marks.file.local))}`,
      why: 'it is an object of pictures of the release by name, and is no resource',
    });
  }
  const descriptor: SnapshotInput = {
    $schema: options.schemaPath(folder.root),
    server,
    ...(Object.keys(mounts).length > 0 && { mounts }),
    ...(folder.exclude.length > 0 && { exclude: [...folder.exclude] }),
    ...(Object.keys(resources).length > 0 && { resources: sorted(resources) }),
    ...(marks !== undefined && { uiMarks: pathOf(marks.file.local) }),
    ...(folder.gameClient !== undefined && { gameClient: folder.gameClient }),
    ...(levels !== undefined && { levels }),
    ...(locales !== undefined && { locales }),
    ...(Object.keys(presentation).length > 0 && { presentation: sorted(presentation) }),
  };
  return {
    root: folder.root,
    descriptor,
    resources: summaries,
    reasons,
    leftOut,
    tables: new Set(folder.allTables.map(pathOf)),
    advice: [...adviceOf(named)],
    warnings: learned.warnings,
    collections: named.length + fileCollections.length,
    documents: documents.length,
    entities: summaries.reduce((sum, { entities }) => sum + entities, 0),
    media: folder.files.size,
  };
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Lookups for the resolver of meanings. */
function idsOf(
  named: readonly NamedCollection[],
  marks: LearnedDocument | undefined,
  folder: ListedFolder,
): MeaningSources {
  const keys = new Map(named.map(({ name, id }) => [name, id.keys]));
  const names = new Set(keys.keys());
  const none: ReadonlySet<string> = new Set();
  const fields = new Map(named.map(({ name, id }) => [name, id.field]));
  return {
    marks: new Set(marks?.marks?.keys()),
    mediaTypeOf: async (path) => folder.files.get(path),
    hasEntity: async (resource, text) => keys.get(resource)?.has(keyOf(text, undefined) ?? keyOf(text, 'path') ?? ''),
    // A single number that happens to be an id may be a count: `members: 5`. Nor does an own id refer to others.
    dependenciesOf: async (resource, field) =>
      (field.isList || field.type === 'string') && fields.get(resource) !== field.path ? names : none,
  };
}

/** The title where names alone do not tell it: of pairs, of names that are called like ids, and of ids that can be read. */
function titleOf(own: NamedCollection, meanings: FieldMeanings): ResourcePresentation | undefined {
  const { collection, id } = own;
  const { shape, fields, values } = collection;
  if (shape === 'pairs') return titleOfPairs(collection);
  const referring = new Set(
    [...meanings].flatMap(([path, { references }]) => (references === undefined ? [] : [path])),
  );
  const [chosen] = choosePresentations([
    {
      resource: {
        name: '',
        kind: 'collection',
        count: collection.judged,
        fields: fields.filter(({ path }) => path === id.field || !referring.has(path)),
      },
      declared: undefined,
      meanings,
    },
  ]);
  const title = chosen?.[1].title ?? undefined;
  const named = nameById(collection);
  const field = fields.find(({ path }) => path === title);
  const isBetter = field?.type === 'localized' || USUAL_TITLES.test(title ?? '');
  if (named !== undefined && !isBetter) return { title: named };
  if (title !== undefined) return { title };
  const texts = values.find(({ path }) => path === id.field)?.texts ?? new Set();
  const isReadable = [...texts].filter(hasWords).length;
  return texts.size > 0 && isReadable >= texts.size * 0.5 && id.field !== undefined ? { title: id.field } : undefined;
}

/** A name that is called so comes before one that is called like an id. */
const USUAL_TITLES = /^(?:name|title|label|displayName|display_name)$/i;
/** Colours, addresses, files and numbers tell something about what the key names. */
const NO_NAMES =
  /^#[0-9a-f]{3,8}$|^(?:rgb|hsl)a?\(|^(?:[a-z][a-z\d+.-]*:\/)?\/|^\S+\.[a-z][a-z\d]{1,4}$|^[-+\d.,\s%]+$/i;
/** Share of the values that must differ to be names. */
const NAMES_SHARE = 0.9;

/** The value, or the key where the values name nothing and the keys can be read. */
function titleOfPairs({ fields, values, keys }: LearnedCollection): ResourcePresentation | undefined {
  const value = fields.find(({ path }) => path === 'value');
  const own = values.find(({ path }) => path === 'value');
  if (value === undefined || own === undefined) return undefined;
  const texts = [...own.texts];
  const isRepeated = !own.isOpen && texts.length < own.filled * NAMES_SHARE;
  const isNoName = texts.filter((text) => NO_NAMES.test(text)).length * 2 >= texts.length;
  const isNumber = value.type === 'number';
  const mayBeKey = !value.isList && (isNumber || isRepeated || isNoName);
  if (mayBeKey && areReadable([...(keys[0]?.raw ?? [])])) return { title: 'key' };
  return isNumber ? undefined : { title: 'value' };
}

/** A field such as `nameID` that most entities have, with texts by language or texts that are written for people. */
function nameById({ fields, values, judged }: LearnedCollection): string | undefined {
  const ranked = fields.flatMap((field) => {
    const rank = field.segments.length === 1 ? rankOfNameId(field.segments[0] ?? '') : undefined;
    if (rank === undefined || field.isList || field.filled * 2 < judged) return [];
    const texts = values.find(({ path }) => path === field.path)?.texts ?? new Set<string>();
    const isName = field.type === 'localized' || (field.type === 'string' && areReadable([...texts]));
    return isName ? [{ path: field.path, rank }] : [];
  });
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.path;
}

/** An id of another collection is no title. */
function withoutReference(
  chosen: ChosenPresentation | undefined,
  meanings: FieldMeanings,
  { id }: NamedCollection,
): ChosenPresentation | undefined {
  if (chosen?.title === undefined || chosen.title === null) return chosen;
  const refers = meanings.get(chosen.title)?.references !== undefined && id.field !== chosen.title;
  return refers ? { ...chosen, title: null } : chosen;
}
