// The declared part of a presentation as a release stores it: the sections `locales`, `presentation` and `groups` of the
// descriptor, and what it says about the values of its tables. The document exists only if something of it does.
import { z } from 'zod';
import { type GroupInput, groupsSchema } from '../../release/snapshot/descriptor-schema.ts';
import { type FieldDeclaration, fieldDeclarationsSchema } from '../../release/snapshot/field-schema.ts';
import {
  localesSchema,
  presentationSchema,
  type ResourcePresentation,
} from '../../release/snapshot/presentation-schema.ts';
import { parseDocument } from '../../release/store/formats.ts';

export const PRESENTATION_SCHEMA = 'service-catalog-presentation-v1';

const tableSchema = z.strictObject({
  fields: fieldDeclarationsSchema.optional(),
  keys: z.array(z.string()).optional(),
  /** Of files by language: which fields are localized, where that is declared. */
  localized: z.array(z.string()).optional(),
  /** Whether its entities are files of the release. */
  files: z.literal(true).optional(),
});
type StoredTable = z.infer<typeof tableSchema>;

const storedSchema = z.strictObject({
  schema: z.literal(PRESENTATION_SCHEMA),
  locales: localesSchema.optional(),
  resources: presentationSchema.optional(),
  tables: z.record(z.string(), tableSchema).optional(),
  groups: groupsSchema.optional(),
});
export type StoredPresentation = z.infer<typeof storedSchema>;

/** What is declared about the values of a resource. */
export interface DeclaredTable {
  readonly fields: ReadonlyMap<string, FieldDeclaration>;
  readonly keys: readonly string[];
  readonly isOfFiles: boolean;
}

export interface DeclaredPresentation {
  /** Undefined: not declared. */
  readonly locales: readonly string[] | undefined;
  readonly resources: ReadonlyMap<string, ResourcePresentation>;
  readonly tables: ReadonlyMap<string, DeclaredTable>;
  readonly groups: readonly GroupInput[];
}

export const NOTHING_DECLARED: DeclaredPresentation = {
  locales: undefined,
  resources: new Map(),
  tables: new Map(),
  groups: [],
};

export const NO_TABLE_DECLARED: DeclaredTable = { fields: new Map(), keys: [], isOfFiles: false };

/** Parses the stored document; undefined if the bytes are malformed. */
export function readDeclaredPresentation(bytes: Uint8Array): DeclaredPresentation | undefined {
  const stored = parseDocument(storedSchema, bytes);
  if (stored === undefined) return undefined;
  const { locales, resources = {}, tables = {}, groups = [] } = stored;
  return {
    locales,
    resources: new Map(Object.entries(resources)),
    tables: new Map(Object.entries(tables).map(([name, table]) => [name, readTable(table)])),
    groups,
  };
}

const readTable = ({ fields = {}, keys = [], files }: StoredTable): DeclaredTable => ({
  fields: new Map(Object.entries(fields)),
  keys,
  isOfFiles: files === true,
});
