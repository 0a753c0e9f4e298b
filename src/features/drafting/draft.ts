// Drafts the descriptor of a folder: names, forms and ids of its tables, references between them, how they are shown, and
// for each inference a reason. Asks nothing and writes nothing.
import { areLocales } from '../../kernel/languages.ts';
import { SERVER_REGIONS, SLOT_LOCALES } from '../../kernel/names.ts';
import { keyOf } from '../catalog/entity-key.ts';
import { type ChosenPresentation, choosePresentations } from '../presentation/common/choose.ts';
import type { DeclaredTable } from '../presentation/common/declared.ts';
import type { DescribedField, DescribedResource, FieldMeanings } from '../presentation/common/described.ts';
import { findMeanings, type MeaningSources } from '../presentation/common/meanings.ts';
import type { Finding } from '../release/common/finding.ts';
import type { ResourceInput, SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import type { FieldDeclaration } from '../release/snapshot/field-schema.ts';
import { isFieldPath, type ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import { dateDeclaration } from './dates.ts';
import type { FieldValues } from './field-values.ts';
import { draftFileCollections } from './file-collections.ts';
import { commonFolder, type ListedFolder, listFolder } from './folder.ts';
import type { KeyCandidate } from './ids.ts';
import type { LearnedCollection } from './learn.ts';
import { escapeGlob } from './media.ts';
import { type FoundPicture, findPictures, indexPictures } from './pictures.ts';
import { draftPresentation } from './presentation.ts';
import { type LearnedDocument, learnTables } from './read-tables.ts';
import { code, counted, type LeftOut, type Reason } from './reason.ts';
import { type FoundReference, findReferences } from './references.ts';
import { draftReferences } from './relations.ts';
import { dropRepeats, dropSides } from './repeats.ts';
import { chooseNames, kebabOf, type NameParts, stemOf } from './resource-names.ts';
import { draftResource, type NamedCollection } from './resources.ts';
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

interface Referring {
  readonly collection: LearnedCollection;
  readonly name: string;
  readonly references: readonly FoundReference[];
}

/** Drafts a descriptor. Throws OperatorError when the folder cannot be read. */
export async function draftSnapshot(directory: string, options: DraftOptions): Promise<Draft> {
  const folder = listFolder(directory);
  const learned = learnTables(folder, options.onProgress);
  const leftOut: LeftOut[] = [...folder.leftOut, ...learned.leftOut];
  const unique = dropSides(dropRepeats(learned.collections, leftOut), leftOut);
  const marks = learned.documents.find((document) => isMarks(document, folder.files));
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

/** Names and references of all collections, without the weak ones that nothing refers to. */
function referAll(
  all: readonly LearnedCollection[],
  documents: readonly LearnedDocument[],
  leftOut: LeftOut[],
): { readonly collections: readonly Referring[]; readonly names: readonly string[] } {
  const find = (collections: readonly LearnedCollection[]) => {
    const parts = [...collections.map(partsOf), ...documents.map(({ file }) => partsOfFile(file.local))];
    const names = chooseNames(parts);
    const referables = collections.map((collection, at) => ({
      name: names[at] ?? '',
      keys: collection.keys,
      values: collection.values,
      isWeak: collection.isWeak,
      isPairs: collection.shape === 'pairs',
    }));
    return { names, references: findReferences(referables) };
  };
  const first = find(all);
  const referred = new Set(
    first.references.flatMap((own, at) =>
      own.flatMap(({ targets }) => targets.flatMap(({ target }) => (target === at ? [] : [target]))),
    ),
  );
  const kept = all.filter((collection, at) => {
    if (!collection.isWeak || referred.has(at)) return true;
    leftOut.push({
      path: collection.files[0]?.local ?? '',
      why: 'it is an object of objects of numbers, and no table refers to its keys',
    });
    return false;
  });
  const { names, references } = kept.length === all.length ? first : find(kept);
  return {
    names,
    collections: kept.map((collection, at) => ({
      collection,
      name: names[at] ?? '',
      references: references[at] ?? [],
    })),
  };
}

/** Words that say nothing without the name of the file. */
const EMPTY_WORDS =
  /^(?:.{0,2}|data|items?|list|entries|records|results|rows|values|nodes|features|geometries|elements|table)$/i;

function partsOf({ files, source, path, word }: LearnedCollection): NameParts {
  const local = source.kind === 'files' ? (files[0]?.local ?? '') : source.pattern;
  const folders = local
    .split('/')
    .slice(0, -1)
    .filter((part) => !/[*{]/.test(part));
  const stem = stemOf(local).replace(/[-_. ]*(?:\{locale\}|\*)[-_. ]*/g, '');
  const last = path.at(-1);
  if (source.kind === 'glob') return { word, before: folders.slice(0, -1) };
  if (files.length > 1 && source.kind === 'files') return { word: stem.replace(/[-_ ]?\d+$/, ''), before: folders };
  const isMain = last === undefined || (word === stem && path.length < 2);
  if (isMain) return { word: stem === '' ? word : stem, before: folders };
  if (last === 'features' || last === 'geometries' || last === 'nodes') return { word: stem, before: folders };
  if (EMPTY_WORDS.test(last)) return { word: `${stem}-${last}`, before: folders };
  return { word: last, before: [...folders, stem] };
}

const partsOfFile = (local: string): NameParts => ({ word: stemOf(local), before: local.split('/').slice(1, -1) });

/** Ids of collections: the best one, or the one by which others refer. */
function nameKeys(referring: readonly Referring[]): readonly NamedCollection[] {
  const incoming = referring.map(() => new Map<number, number>());
  for (const { references } of referring) {
    for (const { targets } of references) {
      for (const { target, key } of targets) {
        const counts = incoming[target];
        counts?.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return referring.map(({ collection, name }, at): NamedCollection => {
    const counts = incoming[at] ?? new Map<number, number>();
    const { keys } = collection;
    const chosen = chooseKey(keys, counts);
    const id = keys[chosen];
    if (id === undefined) throw new Error('a collection without keys is none');
    const others = [...counts.keys()].filter((key) => key !== chosen).flatMap((key) => keys[key]?.field ?? []);
    return { name, collection, id, keys: others, fields: {} };
  });
}

/** Others refer to what identifies an entity; a name that they use is no id if there is one. */
function chooseKey(keys: readonly KeyCandidate[], counts: ReadonlyMap<number, number>): number {
  if ((counts.get(0) ?? 0) > 0) return 0;
  const first = keys[0];
  for (const [at] of [...counts].sort(([, a], [, b]) => b - a)) {
    const key = keys[at];
    if (key === undefined || key.isEncoded || key.hasDuplicates) continue;
    if (key.isNamed || first?.isNamed === false) return at;
  }
  return 0;
}

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
    marks: new Set(marks?.texts?.keys()),
    mediaTypeOf: async (path) => folder.files.get(path),
    hasEntity: async (resource, text) => keys.get(resource)?.has(keyOf(text, undefined) ?? keyOf(text, 'path') ?? ''),
    // A single number that happens to be an id may be a count: `members: 5`. Nor does an own id refer to others.
    dependenciesOf: async (resource, field) =>
      (field.isList || field.type === 'string') && fields.get(resource) !== field.path ? names : none,
  };
}

/** What a descriptor has to say about the values of a collection, because publishing would not infer it. */
function declareFields(
  { name, collection, id }: NamedCollection,
  references: readonly FoundReference[],
  named: readonly NamedCollection[],
  inferred: FieldMeanings = new Map(),
  pictures: readonly FoundPicture[],
  reasons: Reason[],
): Readonly<Record<string, FieldDeclaration>> {
  const fields = new Map<string, FieldDeclaration>();
  const declare = (path: string, declaration: FieldDeclaration, what: string, why: string): void => {
    if (!isFieldPath(path)) return;
    fields.set(path, { ...fields.get(path), ...declaration });
    reasons.push({ resource: name, what, why });
  };
  const described = new Map([...collection.fields, ...collection.elements].map((field) => [field.path, field]));
  for (const { path, targets, isNamed, share } of references) {
    const list = targets.flatMap(({ target, key }) => {
      const there = named[target];
      const field = there?.collection.keys[key];
      if (there === undefined || field === undefined) return [];
      return [{ resource: there.name, ...(field !== there.id && field.field !== undefined && { key: field.field }) }];
    });
    const [first] = list;
    if (first === undefined) continue;
    const words = list
      .map(({ resource, key }) => code(key === undefined ? resource : `${resource}.${key}`))
      .join(' or ');
    const why = `${isNamed ? 'its name says so, and' : ''} ${Math.floor(share * 100)} % of its values are there`.trim();
    const known = inferred.get(path)?.refersTo ?? [];
    const isInferred =
      list.length === 1 && known.length === 1 && known[0]?.resource === first.resource && first.key === undefined;
    if (isInferred) reasons.push({ resource: name, what: `${code(path)} refers to ${words}`, why });
    else declare(path, { references: list.length === 1 ? first : list }, `${code(path)} refers to ${words}`, why);
  }
  const found = new Set(references.map(({ path }) => path));
  for (const [path, { refersTo = [] }] of inferred) {
    const field = described.get(path);
    if (refersTo.length === 0 || found.has(path) || field === undefined) continue;
    const values = collection.values.find((one) => one.path === path);
    // What the samples of publishing suggest, all values together do not show.
    if (values === undefined || field.isSlotted) continue;
    const type = field.type === 'number' ? 'number' : 'text';
    declare(
      path,
      { type },
      `${code(path)} is ${type}`,
      `too few of its values are ids of ${code(refersTo[0]?.resource ?? '')}`,
    );
  }
  for (const field of collection.fields) {
    const values = collection.values.find((one) => one.path === field.path);
    const date = values === undefined ? undefined : dateDeclaration(field, values);
    if (date !== undefined && !found.has(field.path) && id.field !== field.path) {
      declare(
        field.path,
        date,
        `${code(field.path)} is a date`,
        `its name and its numbers say so (\`${date.format}\`)`,
      );
    }
    if (field.type === 'localized' && field.isSlotted && !isInScripts(values)) {
      const why = 'its lists have as many texts as there are usual languages, but not in the scripts of these';
      declare(field.path, { type: 'text' }, `${code(field.path)} is text`, why);
    }
  }
  for (const { path, text, tags } of collection.translations) {
    const why = `its keys are languages (${tags.slice(0, 5).join(', ')}…)`;
    declare(path, { type: 'localized', path: `${path}.{tag}.${text}` }, `${code(path)} has texts by language`, why);
  }
  const { source } = collection;
  if (source.kind === 'languages') {
    for (const path of collection.localized) {
      if (areLocales(source.tags, undefined)) continue;
      declare(path, { type: 'localized' }, `${code(path)} has texts by language`, 'some of its languages are rare');
    }
  }
  for (const picture of pictures) {
    const path = picture.field ?? freePath(described, ['picture', 'image', 'thumbnail', 'picture-file']);
    declare(
      path,
      { type: 'file', template: picture.template },
      `${code(path)} is ${code(picture.template)}`,
      picture.why,
    );
  }
  return Object.fromEntries(fields);
}

/** Whether most lists of a field have texts in the scripts of the languages of slots. */
const isInScripts = (values: FieldValues | undefined): boolean =>
  values !== undefined && values.slotted > 0 && values.inScripts * 2 >= values.slotted;

const freePath = (taken: ReadonlyMap<string, DescribedField>, wished: readonly string[]): string =>
  wished.find((path) => !taken.has(path) && ![...taken.keys()].some((other) => other.startsWith(`${path}.`))) ??
  'picture-of-entity';

/** The title where names alone do not tell it: of pairs, and of ids that can be read. */
function titleOf({ collection, id }: NamedCollection, meanings: FieldMeanings): ResourcePresentation | undefined {
  const { shape, fields, values } = collection;
  const value = fields.find(({ path }) => path === 'value');
  if (shape === 'pairs') return value !== undefined && value.type !== 'number' ? { title: 'value' } : undefined;
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
  const title = chosen?.[1].title;
  if (title !== null && title !== undefined) return { title };
  const own = values.find(({ path }) => path === id.field);
  const isReadable =
    own !== undefined &&
    [...own.texts].filter((text) => !text.includes('/') && /\p{Lu}\p{Ll}|\p{L}\p{L} \p{L}/u.test(text)).length >=
      own.texts.size * 0.5;
  return isReadable && own.texts.size > 0 ? { title: own.path } : undefined;
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

const usedPaths = (named: readonly NamedCollection[], documents: readonly LearnedDocument[]): readonly string[] => [
  ...named.flatMap(({ collection: { files, source } }) =>
    // The part of the path that stands for a language, or for any, stays below the mount.
    source.kind === 'files' ? files.map(({ local }) => local) : [source.pattern.replace(/[^/]*[*{].*$/, '')],
  ),
  ...documents.map(({ file }) => file.local),
];

function draftMounts(
  folder: ListedFolder,
  base: string,
  named: readonly NamedCollection[],
  documents: readonly LearnedDocument[],
  marks: LearnedDocument | undefined,
  hasTables: boolean,
  reasons: Reason[],
): NonNullable<SnapshotInput['mounts']> {
  const media = Object.fromEntries(
    Object.entries(folder.mounts).map(([path, mount]) => [
      path,
      typeof mount === 'string' ? mount : { from: mount.from, exclude: [...mount.exclude] },
    ]),
  );
  if (folder.hasCatalog || !hasTables) return media;
  const from = base === '' ? '.' : base.slice(0, -1);
  const used = new Set([
    ...named.flatMap(({ collection }) => collection.files.map(({ local }) => local)),
    ...documents.map(({ file }) => file.local),
    ...(marks === undefined ? [] : [marks.file.local]),
  ]);
  // The descriptor itself lies in the folder that is mounted.
  const exclude = [...(base === '' ? ['snapshot.json'] : []), ...excludeUnused(folder.allTables, used, base)];
  // What is outside of the mounted folder is mounted by itself.
  for (const local of used) {
    if (local.startsWith(base)) continue;
    const [top = ''] = local.split('/');
    media[`catalog/${top}`] = top;
  }
  reasons.unshift({
    resource: undefined,
    what: `\`mounts.catalog\` is ${code(from)}`,
    why: 'a release takes its tables from `catalog/`, and they are here; nothing is copied. What is left out is in `exclude`',
  });
  return { catalog: exclude.length === 0 ? from : { from, exclude: [...exclude] }, ...media };
}

/** Globs for the tables that no resource is made of: whole folders where none of their tables is used. */
function excludeUnused(all: readonly string[], used: ReadonlySet<string>, base: string): readonly string[] {
  const below = all.filter((local) => local.startsWith(base));
  const usedFolders = new Set<string>();
  for (const local of used) {
    const parts = local.slice(base.length).split('/');
    for (let depth = 0; depth < parts.length; depth++) usedFolders.add(parts.slice(0, depth).join('/'));
  }
  const patterns = new Set<string>();
  for (const local of below) {
    if (used.has(local)) continue;
    const parts = local.slice(base.length).split('/');
    const depth = parts.findIndex((_, at) => at > 0 && !usedFolders.has(parts.slice(0, at).join('/')));
    patterns.add(depth < 0 ? escapeGlob(parts.join('/')) : `${escapeGlob(parts.slice(0, depth).join('/'))}/**`);
  }
  if (patterns.size <= EXCLUDES_MAX) return [...patterns];
  // Too many single files: by suffix, where no table with it is used.
  const endings = new Map<string, boolean>();
  for (const local of below) {
    const ending = /(?:\.[A-Za-z][A-Za-z0-9-]*)+$/.exec(local)?.[0] ?? '';
    endings.set(ending, (endings.get(ending) ?? false) || used.has(local));
  }
  return [...endings].filter(([, isUsed]) => !isUsed).map(([ending]) => `**/*${escapeGlob(ending)}`);
}

const EXCLUDES_MAX = 500;

/** Whether a document gives pictures of the release by name. */
function isMarks({ texts }: LearnedDocument, files: ReadonlyMap<string, string>): boolean {
  return texts !== undefined && [...texts.values()].every((path) => files.get(path)?.startsWith('image/'));
}

function draftServer(root: string, reasons: Reason[]): SnapshotInput['server'] {
  const name = root.slice(root.lastIndexOf('/') + 1).toWellFormed();
  const id = kebabOf(name).slice(0, 32).replace(/-+$/, '') || 'game';
  const words = name
    .replace(/[-_\s]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  const displayName = [...(words.charAt(0).toUpperCase() + words.slice(1))].slice(0, 40).join('') || 'Game';
  const region = SERVER_REGIONS.find((known) => known === id) ?? 'global';
  reasons.unshift(
    { resource: undefined, what: `\`server.id\` is ${code(id)}`, why: 'the folder is called so; addresses contain it' },
    {
      resource: undefined,
      what: `\`server.displayName\` is ${code(displayName)}`,
      why: 'the name of the folder in words; people read it',
    },
    {
      resource: undefined,
      what: `\`server.region\` is ${code(region)}`,
      why: region === 'global' ? 'nothing names a region' : 'the folder is called so',
    },
    { resource: undefined, what: '`$schema` is a path to the JSON Schema', why: 'editors complete and check from it' },
    { resource: undefined, what: '`sourceId` is absent', why: 'it is then derived from the content' },
  );
  return { id, displayName, region };
}

function draftLocales(named: readonly NamedCollection[], reasons: Reason[]): string[] | undefined {
  const slotted = named.flatMap(({ name, collection: { fields, values } }) =>
    fields
      .filter(({ type, isSlotted, path }) => {
        const own = values.find((one) => one.path === path);
        return type === 'localized' && isSlotted && isInScripts(own);
      })
      .map(({ path }) => `${name}.${path}`),
  );
  if (slotted.length > 0) {
    const examples = slotted.slice(0, 3).map(code).join(', ');
    reasons.push({
      resource: undefined,
      what: `\`locales\` is ${SLOT_LOCALES.map(code).join(', ')}`,
      why: `${counted(slotted.length, 'field holds', 'fields hold')} lists of five texts in the scripts of these languages (${examples}); change the order if yours is another one`,
    });
    return [...SLOT_LOCALES];
  }
  const languages = named.flatMap(({ collection: { source } }) => (source.kind === 'languages' ? [source] : []));
  const [first] = languages;
  if (first === undefined) return undefined;
  const tags = [
    first.leader,
    ...new Set(languages.flatMap(({ tags: own }) => own).filter((tag) => tag !== first.leader)),
  ];
  const plain = [...new Set(tags.map((tag) => tag.replaceAll('_', '-')))].slice(0, 200);
  const why = 'there are files in these languages; a text that one of them lacks is shown in the next one of the list';
  reasons.push({
    resource: undefined,
    what: `\`locales\` is ${plain.slice(0, 8).map(code).join(', ')}${plain.length > 8 ? ' and others' : ''}`,
    why,
  });
  return plain;
}

function draftLevels(
  named: readonly NamedCollection[],
  shown: ReadonlyMap<string, ChosenPresentation>,
  reasons: Reason[],
): SnapshotInput['levels'] {
  for (const { name, collection } of named) {
    const presentation = shown.get(name);
    const { charts, fields } = collection;
    if (charts === undefined || presentation === undefined || presentation.title === null) continue;
    // Levels name fields without escapes.
    if (
      [charts, presentation.title, presentation.start, presentation.cover, presentation.audio].some((path) =>
        path?.includes('\\'),
      )
    )
      continue;
    const artists = fields.find(({ path, isList }) => /^artist(?:s|Name)?$/.test(path) && !isList)?.path;
    const why = `every value of ${code(charts)} has a rating, a file and a format of charts; levels are played with them`;
    reasons.push({ resource: undefined, what: `\`levels\` is made of ${code(name)}`, why });
    return {
      resource: name,
      title: presentation.title,
      ...(artists !== undefined && { artists }),
      ...(presentation.start !== null && { publishedAt: presentation.start }),
      ...(presentation.cover !== null && { cover: presentation.cover }),
      ...(presentation.audio !== null && { bgm: presentation.audio }),
      charts,
    };
  }
  return undefined;
}

const TAGGED = /^(.+?)[_-]?(en|ja|jp|zh|cn|tw|ko|kr|fr|de|es|pt|ru|it)$/;

/** Fields of one text in several languages, such as `name_en` and `name_ja`: a descriptor cannot join them. */
function* adviceOf(named: readonly NamedCollection[]): Generator<string> {
  for (const { name, collection } of named) {
    const groups = new Map<string, string[]>();
    for (const { path } of collection.fields) {
      const [, stem = '', tag = ''] = TAGGED.exec(path) ?? [];
      if (stem !== '' && /[_-]/.test(path.charAt(stem.length)) && tag !== '')
        groups.set(stem, [...(groups.get(stem) ?? []), path]);
    }
    for (const paths of groups.values()) {
      if (paths.length < 2) continue;
      yield `${paths.map(code).join(', ')} of ${code(name)} are one text in several languages. Written as \`{"en": "…", "ja": "…"}\` in one field, pages show the one of the reader.`;
    }
  }
}
