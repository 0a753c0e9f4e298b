// Drafts the descriptor of a folder: names, forms and ids of its tables, references between them, how they are shown, and
// for each inference a reason. Asks nothing and writes nothing.
import { SERVER_REGIONS, SLOT_LOCALES } from '../../kernel/names.ts';
import { keyOf } from '../catalog/entity-key.ts';
import { choosePresentations } from '../presentation/common/choose.ts';
import type { DescribedField, DescribedResource, FieldMeanings, Scalar } from '../presentation/common/described.ts';
import { findMeanings, type MeaningSources } from '../presentation/common/meanings.ts';
import type { Finding } from '../release/common/finding.ts';
import { OperatorError, operatorError } from '../release/common/operator-error.ts';
import type { ResourceInput, SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import type { ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import { type ListedFolder, listFolder } from './folder.ts';
import { draftPresentation } from './presentation.ts';
import { code, counted, type LeftOut, type Reason } from './reason.ts';
import { draftReferences } from './relations.ts';
import { chooseNames, kebabOf } from './resource-names.ts';
import { draftResource, idFields, type NamedTable } from './resources.ts';
import { type LearnedCollection, type LearnedTable, type LearnedTables, learnTables } from './tables.ts';

export interface Draft {
  /** Real path of the folder. */
  readonly root: string;
  readonly descriptor: SnapshotInput;
  readonly reasons: readonly Reason[];
  readonly leftOut: readonly LeftOut[];
  /** What the operator may want to do by hand. */
  readonly advice: readonly string[];
  readonly warnings: readonly Finding[];
  readonly collections: number;
  readonly documents: number;
  readonly entities: number;
  readonly media: number;
}

interface NamedCollection {
  readonly name: string;
  readonly collection: LearnedCollection;
  readonly described: DescribedResource;
}

export interface DraftOptions {
  /** Value of `$schema`. */
  readonly schemaPath: (root: string) => string;
  readonly onProgress: (done: number, total: number) => void;
}

/** Drafts a descriptor. Throws OperatorError when the folder cannot be used. */
export async function draftSnapshot(directory: string, options: DraftOptions): Promise<Draft> {
  const folder = listFolder(directory);
  const learned = learnTables(folder, options.onProgress);
  if (learned.tables.length === 0 && folder.files.size === 0) throw nothingLeft(learned);
  const reasons: Reason[] = [...folder.reasons];
  const all = nameTables(learned.tables);
  const marks = all.find((table) => isMarks(table, folder.files));
  const tables = all.filter((table) => table !== marks);
  const collections = tables.flatMap((table): readonly NamedCollection[] => {
    const { name, collection } = table;
    if (collection === undefined) return [];
    const { count, fields } = collection;
    return [{ name, collection, described: { name, kind: 'collection', count, fields } }];
  });
  const described = collections.map((collection) => collection.described);
  const meanings = await findMeanings(described, sourcesOf(collections, folder, marks));
  const shown = new Map(
    choosePresentations(
      described.map((resource) => ({
        resource,
        declared: undefined,
        meanings: meanings.get(resource.name) ?? new Map(),
      })),
    ),
  );
  const resources: Record<string, ResourceInput> = {};
  const presentation: Record<string, ResourcePresentation> = {};
  for (const table of tables) {
    const { name, collection } = table;
    const own: FieldMeanings = meanings.get(name) ?? new Map();
    const chosen = shown.get(name);
    const references = draftReferences(name, own, collection?.relationFields ?? new Map());
    const drafted = draftResource(table, references, chosen);
    resources[name] = drafted.input;
    reasons.push(...drafted.reasons, ...references.reasons);
    if (collection === undefined || chosen === undefined) continue;
    const { count, fields } = collection;
    const variant = draftPresentation({ name, kind: 'collection', count, fields }, chosen, own);
    if (variant === undefined) continue;
    presentation[name] = variant.declared;
    reasons.push(...variant.reasons);
  }
  const server = draftServer(folder.root, reasons);
  const locales = draftLocales(described, reasons);
  const levels = draftLevels(collections, shown, reasons);
  const marksFile = marks?.files[0];
  if (marksFile !== undefined) {
    reasons.push({
      resource: undefined,
      what: `\`uiMarks\` is ${code(marksFile.path)}`,
      why: 'it is an object of pictures of the release by name, and is no resource',
    });
  }
  const descriptor: SnapshotInput = {
    $schema: options.schemaPath(folder.root),
    server,
    ...(Object.keys(folder.mounts).length > 0 && { mounts: mountsOf(folder) }),
    ...(folder.exclude.length > 0 && { exclude: [...folder.exclude] }),
    ...(tables.length > 0 && { resources }),
    ...(marksFile !== undefined && { uiMarks: marksFile.path }),
    ...(folder.gameClient !== undefined && { gameClient: folder.gameClient }),
    ...(levels !== undefined && { levels }),
    ...(locales !== undefined && { locales }),
    ...(Object.keys(presentation).length > 0 && { presentation }),
  };
  return {
    root: folder.root,
    descriptor,
    reasons,
    leftOut: [...folder.leftOut, ...learned.leftOut],
    advice: adviceOf(described, folder),
    warnings: learned.warnings,
    collections: collections.length,
    documents: tables.length - collections.length,
    entities: collections.reduce((sum, { collection }) => sum + collection.count, 0),
    media: folder.files.size,
  };
}

/** Every file was left out, so what were warnings are the reason. */
function nothingLeft({ warnings }: LearnedTables): OperatorError {
  if (warnings.length === 0) return operatorError('nothing_found', 'There is nothing to publish in this folder.');
  return new OperatorError(warnings.map((warning) => ({ ...warning, severity: 'error' })));
}

function nameTables(tables: readonly LearnedTable[]): readonly NamedTable[] {
  const paths = tables.map(({ files: [first], files }) => {
    const path = first?.path ?? '';
    return files.length > 1 ? path.replace(/[-_ ]?\d+(?=\.json$)/i, '') : path;
  });
  const names = chooseNames(paths);
  return tables.map((table, at) => ({ ...table, name: names[at] ?? '' }));
}

/** Whether a document gives pictures of the release by name. */
function isMarks({ texts }: NamedTable, files: ReadonlyMap<string, string>): boolean {
  return texts !== undefined && [...texts.values()].every((path) => files.get(path)?.startsWith('image/'));
}

function sourcesOf(
  collections: readonly NamedCollection[],
  folder: ListedFolder,
  marks: NamedTable | undefined,
): MeaningSources {
  const keys = new Map(collections.map(({ name, collection }) => [name, collection.ids.keys]));
  const names = new Set(keys.keys());
  const none: ReadonlySet<string> = new Set();
  const ids = new Map(collections.map(({ name, collection }) => [name, idFields(collection.ids.id)]));
  const isOwnId = (resource: string, path: string): boolean => ids.get(resource)?.includes(path) === true;
  return {
    marks: new Set(marks?.texts?.keys()),
    mediaTypeOf: async (path) => folder.files.get(path),
    hasEntity: async (resource, text) => keys.get(resource)?.has(keyOf(text, undefined) ?? keyOf(text, 'path') ?? ''),
    // A single number that happens to be an id may be a count: `members: 5`. Nor does an own id refer to others.
    dependenciesOf: async (resource, field) =>
      (field.isList || field.type === 'string') && !isOwnId(resource, field.path) ? names : none,
  };
}

function mountsOf({ mounts }: ListedFolder): NonNullable<SnapshotInput['mounts']> {
  return Object.fromEntries(
    Object.entries(mounts).map(([path, mount]) => [
      path,
      typeof mount === 'string' ? mount : { from: mount.from, exclude: [...mount.exclude] },
    ]),
  );
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

function draftLocales(resources: readonly DescribedResource[], reasons: Reason[]): string[] | undefined {
  const slotted = resources.flatMap(({ name, fields }) =>
    fields.filter(({ type }) => type === 'localized').map(({ path }) => `${name}.${path}`),
  );
  if (slotted.length === 0) return undefined;
  const examples = slotted.slice(0, 3).map(code).join(', ');
  reasons.push({
    resource: undefined,
    what: `\`locales\` is ${SLOT_LOCALES.map(code).join(', ')}`,
    why: `${counted(slotted.length, 'field holds', 'fields hold')} lists of five texts, one for each language (${examples}); change the order if yours is another one`,
  });
  return [...SLOT_LOCALES];
}

function draftLevels(
  collections: readonly NamedCollection[],
  shown: ReadonlyMap<
    string,
    {
      readonly title: string | null;
      readonly cover: string | null;
      readonly audio: string | null;
      readonly start: string | null;
    }
  >,
  reasons: Reason[],
): SnapshotInput['levels'] {
  for (const { name, collection } of collections) {
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

/** Fields whose values name files of the folder, but not by their path in the release. */
function adviceOf(resources: readonly DescribedResource[], folder: ListedFolder): readonly string[] {
  const placeOf = (sample: Scalar): string | undefined =>
    typeof sample === 'string' ? folder.paths.get(sample.replace(/^(?:\.?\/)+/, '')) : undefined;
  const isNamed = ({ type, samples }: DescribedField): boolean =>
    type === 'string' && samples.length > 0 && samples.every((sample) => placeOf(sample) !== undefined);
  return resources.flatMap(({ name, fields }) =>
    fields.filter(isNamed).map(({ path, samples: [sample = ''] }) => {
      const place = code(placeOf(sample) ?? '');
      return `${code(`${name}.${path}`)} names files of this folder (${code(String(sample))}). Pages show them once the values are paths of the release (${place}).`;
    }),
  );
}
