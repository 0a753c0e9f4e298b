// The structure of snapshot.json, one zod schema per section. The operator's error messages (descriptor.ts) and the
// JSON Schema for editors (docs/snapshot.schema.json) are derived from it. Structure only: relations between sections,
// and checks that need other files, are elsewhere.
import { z } from 'zod';
import {
  isPartName,
  isPlatform,
  isReleasePath,
  isResourceName,
  isServerId,
  isSourceId,
  SERVER_REGIONS,
} from '../../../kernel/names.ts';
import { FIELDS_MAX as FIELDS_DECLARED_MAX, fieldDeclarationsSchema } from './field-schema.ts';
import { fieldPathSchema, localeSchema, localesSchema, presentationSchema } from './presentation-schema.ts';
import { CSV_DELIMITERS, TABLE_FORMATS } from './tables/formats.ts';

/** Top-level trees of a snapshot; the first segment of every snapshot path. */
export const SNAPSHOT_TREES = [
  'artifacts',
  'assets',
  'catalog',
  'game-client',
  'objects',
  'runtime',
  'sources',
] as const;
export type SnapshotTree = (typeof SNAPSHOT_TREES)[number];

/** Limits for untrusted descriptors, far above any real catalog. */
const LIST_MAX = 10_000;
const GLOBS_MAX = 1_000;
const FIELDS_MAX = 1_000;

/** Whether the text is a release path inside (or equal to) one of the top-level trees. */
function isSnapshotPath(path: string): boolean {
  if (!isReleasePath(path)) return false;
  const slash = path.indexOf('/');
  const tree = slash < 0 ? path : path.slice(0, slash);
  return SNAPSHOT_TREES.some((name) => name === tree);
}

const isOneSegment = (text: string): boolean => isReleasePath(text) && !text.includes('/');
const isMountSource = (text: string): boolean => text.length > 0 && !text.includes('\0') && text.isWellFormed();

const catalogFile = z
  .string()
  .refine((path) => isReleasePath(path) && path.startsWith('catalog/'), 'must be a file below catalog/')
  .describe('Path of a table below catalog/: .json, .ndjson, .csv, .tsv or .yaml; a glob where no file is called so');
const glob = z
  .string()
  .min(1)
  .max(1024)
  .describe('Glob over release paths: * stays inside a segment, ** crosses segments');
const fieldName = z.string().min(1).max(256).describe('Name of a field; a dot leads into nested objects');
const propertyName = z.string().min(1).max(256).describe('Name of a property');

export const serverSchema = z.strictObject({
  id: z
    .string()
    .refine(isServerId, 'must be 1 to 32 lowercase letters, digits and inner hyphens')
    .describe('Server id, as in addresses'),
  displayName: z
    .string()
    .min(1)
    .max(80)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .describe('Name that people see'),
  region: z.enum(SERVER_REGIONS).describe('Public region of the server'),
});

export const sourceIdSchema = z
  .string()
  .refine(isSourceId, 'must be 1 to 128 letters, digits, dots, underscores and hyphens, a letter or digit first')
  .describe('Where the data came from; derived from the content when absent');

export const mountPathSchema = z
  .string()
  .refine(isSnapshotPath, `must be a path below one of ${SNAPSHOT_TREES.map((tree) => `${tree}/`).join(', ')}`);
const mountSource = z
  .string()
  .max(4096)
  .refine(isMountSource, 'must be a path')
  .describe('Folder or file on this machine, relative to the descriptor');
export const mountSchema = z.union([
  mountSource,
  z.strictObject({
    from: mountSource,
    exclude: z
      .array(glob)
      .max(GLOBS_MAX)
      .optional()
      .describe('Globs over release paths, or over paths inside the mount'),
  }),
]);
export const excludeSchema = z.array(glob).max(GLOBS_MAX).describe('Globs over release paths: files left out');

const keyFieldSchema = z.strictObject({
  field: fieldName.optional(),
  encode: z.literal('path').optional().describe('Turns a path into an id: "/" becomes ":", the rest ~XX per byte'),
});
const idSchema = z.union([
  fieldName,
  keyFieldSchema,
  z
    .array(z.union([fieldName, keyFieldSchema]))
    .min(1)
    .max(16),
]);
const summarySchema = z
  .union([z.literal('all'), z.array(propertyName).max(FIELDS_MAX)])
  .describe('Fields kept in the index');
const relationSchema = z.strictObject({
  field: z
    .union([fieldName, z.array(fieldName).min(1).max(16)])
    .describe('Field or fields with the keys; an array field gives several'),
  mode: z.enum(['ids', 'records']).describe('ids: joined to whole entities; records: summaries'),
  encode: z.literal('path').optional(),
});
const viewSchema = z.strictObject({
  path: z.array(propertyName).max(64).describe("Path of the collection from the root of the resource's file"),
  id: idSchema.optional(),
  duplicates: z.enum(['error', 'first']).optional(),
  summary: summarySchema.optional(),
});
const partName = z.string().refine(isPartName, 'must begin with a letter: lowercase letters, digits, inner hyphens');

export const resourceNameSchema = z
  .string()
  .refine(isResourceName, 'must be 1 to 64 lowercase letters, digits and inner hyphens, and not a reserved word');

/** In a file of a language: the tag of the language. */
export const LOCALE_MARK = '{locale}';
/** In files by language: all other languages, whose tags stand in the path. */
export const OTHER_LOCALES = '*';
const filesByLocale = z
  .record(z.union([localeSchema, z.literal(OTHER_LOCALES)]), catalogFile)
  .refine((files) => Object.keys(files).some((tag) => tag !== OTHER_LOCALES), 'must name the language that leads')
  .refine(
    (files) => files[OTHER_LOCALES]?.includes(LOCALE_MARK) !== false,
    `the path of "${OTHER_LOCALES}" must have ${LOCALE_MARK} in it`,
  )
  .describe('Files by language, joined by id; the first named leads');
const mergeSchema = z.strictObject({
  file: catalogFile,
  by: z
    .union([fieldName, z.strictObject({ side: fieldName.optional(), entity: fieldName.optional() })])
    .optional()
    .describe('Field of the side table with the id of the entity; default: its key, or id in an array'),
  as: fieldName.optional().describe('Field that gets the whole record; default: its fields are added'),
  path: z.array(propertyName).max(64).optional().describe('Where the records are in the file; default: the root'),
  format: z.enum(TABLE_FORMATS).optional(),
  delimiter: z.enum(CSV_DELIMITERS).optional(),
});

export const resourceSchema = z.strictObject({
  file: z
    .union([catalogFile, z.array(catalogFile).min(1).max(LIST_MAX), filesByLocale])
    .optional()
    .describe('A file, a list of files, a glob (one entity a file), or files by language'),
  kind: z
    .enum(['collection', 'document', 'files'])
    .optional()
    .describe('collection (default), document: served whole, or files: the files of the release that a glob names'),
  glob: glob.optional().describe('Of kind files: which files of the release are its entities'),
  format: z.enum(TABLE_FORMATS).optional().describe('Format of the file; default: by its suffix'),
  delimiter: z.enum(CSV_DELIMITERS).optional().describe('Between the cells of a CSV file; default: by its header'),
  shape: z
    .enum(['pairs', 'rows'])
    .optional()
    .describe('pairs: {"AF": "Afghanistan"} becomes entities {key, value}; rows: arrays become entities by `columns`'),
  columns: z.array(propertyName).min(1).max(FIELDS_MAX).optional().describe('Fields of the elements of rows, in order'),
  merge: z.array(mergeSchema).max(16).optional().describe('Side tables whose records are put into the entities'),
  keys: z.array(fieldName).max(16).optional().describe('Further unique fields by which other resources refer'),
  localized: z
    .array(fieldPathSchema)
    .max(FIELDS_DECLARED_MAX)
    .optional()
    .describe('Of files by language: the fields that become localized texts; default: those whose texts differ'),
  fields: fieldDeclarationsSchema.optional(),
  path: z.array(propertyName).max(64).optional().describe('Where the collection is in each file; default: the root'),
  id: idSchema.optional().describe("Field with the entity id; default: the object's key, or id in an array"),
  duplicates: z.enum(['error', 'first']).optional().describe('Two entities with one id: error (default) or first wins'),
  summary: summarySchema.optional(),
  dependencies: z.array(z.string()).max(LIST_MAX).optional().describe('Names of other resources'),
  relations: z.record(partName, relationSchema).optional(),
  views: z.record(partName, viewSchema).optional(),
});

export const uiMarksSchema = z.union([catalogFile, z.record(z.string(), z.string())]);

const fileName = z
  .string()
  .max(512)
  .refine(isOneSegment, 'must be a file name')
  .describe("Name of a file in the platform's folder");
export const gameClientSchema = z.strictObject({
  platform: z
    .string()
    .refine((text) => isPlatform(text) && text !== 'master' && text !== 'bundles', 'is not a platform name')
    .describe('Folder below game-client/'),
  catalogFile: fileName,
  catalogHashFile: fileName,
  embeddedCatalogFile: fileName,
});

export const levelsSchema = z.strictObject({
  resource: z.string().describe('Resource whose entities are songs'),
  title: fieldName,
  artists: fieldName.optional(),
  publishedAt: fieldName.optional(),
  cover: fieldName.optional().describe('Field with the release path of the cover'),
  bgm: fieldName.optional().describe('Field with the release path of the sound'),
  charts: fieldName.describe('Field with an object: difficulty → rating, file, format'),
});

export const groupsSchema = z
  .array(
    z.strictObject({
      title: z.union([z.string().min(1).max(80), z.record(localeSchema, z.string().min(1).max(80))]),
      resources: z.array(z.string()).min(1).max(LIST_MAX),
    }),
  )
  .max(100)
  .describe('Groups of resources, in the order of overviews');
export type GroupInput = z.infer<typeof groupsSchema>[number];

/** The whole descriptor, as the operator writes it. */
const snapshotSchema = z
  .strictObject({
    $schema: z.string().optional(),
    server: serverSchema,
    sourceId: sourceIdSchema.optional(),
    mounts: z.record(mountPathSchema, mountSchema).optional().describe('Trees and files taken from other places'),
    exclude: excludeSchema.optional(),
    resources: z.record(resourceNameSchema, resourceSchema).optional(),
    uiMarks: uiMarksSchema.optional(),
    gameClient: gameClientSchema.optional(),
    levels: levelsSchema.optional(),
    locales: localesSchema.optional(),
    presentation: presentationSchema.optional().describe('How resources are shown; what is absent is inferred'),
    groups: groupsSchema.optional(),
  })
  .describe('Descriptor of a Livehouse snapshot (snapshot.json)');

export type MergeInput = z.infer<typeof mergeSchema>;
export type SnapshotInput = z.infer<typeof snapshotSchema>;
export type ResourceInput = z.infer<typeof resourceSchema>;
export type IdInput = z.infer<typeof idSchema>;

/** The JSON Schema of snapshot.json, for editors. */
export function presentSnapshotSchema(): object {
  return z.toJSONSchema(snapshotSchema, { io: 'input', target: 'draft-2020-12' });
}
