// Parses and normalises snapshot.json: maps become lists (so that no key of the operator is special), and defaults are
// filled in. Every mistake is reported in one run: an invalid section is reported and left out, and parsing continues,
// so that files and entities are checked too. A publication must stop if any finding is an error.
import type { z } from 'zod';
import { isObject } from '../../../kernel/is-object.ts';
import type { ServerRegion } from '../../../kernel/names.ts';
import type { Finding } from '../common/finding.ts';
import {
  excludeSchema,
  type GroupInput,
  gameClientSchema,
  groupsSchema,
  levelsSchema,
  mountPathSchema,
  mountSchema,
  resourceNameSchema,
  resourceSchema,
  serverSchema,
  sourceIdSchema,
  uiMarksSchema,
} from './descriptor-schema.ts';
import { checkShape } from './descriptor-shape.ts';
import { localesSchema, type ResourcePresentation, resourcePresentationSchema } from './presentation-schema.ts';
import { checkResource, normaliseResource, type ResourceDeclaration } from './resource-declaration.ts';
import { jsonPath, parseJsonInput } from './tables/json-input.ts';

export const DESCRIPTOR_FILE = 'snapshot.json';
/** Descriptors are written by hand or by a small program; 16 MiB is far above both. */
export const DESCRIPTOR_BYTES_MAX = 16 * 1024 * 1024;
const ENTRIES_MAX = 10_000;
/** Placeholder id of a server without a valid one. Nothing is published under it. */
const NO_SERVER = 'unnamed';

export interface MountDeclaration {
  /** Snapshot path. */
  readonly path: string;
  /** As the operator wrote it, relative to the descriptor. */
  readonly from: string;
  readonly exclude: readonly string[];
}

type UiMarksDeclaration =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'inline'; readonly entries: readonly (readonly [name: string, path: string])[] };

export interface GameClientDeclaration {
  readonly platform: string;
  readonly catalogFile: string;
  readonly catalogHashFile: string;
  readonly embeddedCatalogFile: string;
}

/** Field paths (see field-path.ts) in the entities of `resource`. */
export interface LevelsDeclaration {
  readonly resource: string;
  readonly title: string;
  readonly artists: string | undefined;
  readonly publishedAt: string | undefined;
  readonly cover: string | undefined;
  readonly bgm: string | undefined;
  readonly charts: string;
}

export interface Descriptor {
  readonly server: { readonly id: string; readonly displayName: string; readonly region: ServerRegion };
  /** Undefined: derived from the content. */
  readonly sourceId: string | undefined;
  /** Sorted by path. */
  readonly mounts: readonly MountDeclaration[];
  readonly exclude: readonly string[];
  /** Sorted by name. */
  readonly resources: readonly ResourceDeclaration[];
  readonly uiMarks: UiMarksDeclaration | undefined;
  readonly gameClient: GameClientDeclaration | undefined;
  readonly levels: LevelsDeclaration | undefined;
  /** Languages of slot arrays, in their order. */
  readonly locales: readonly string[] | undefined;
  /** How resources are shown, by name; undefined when the section is absent. */
  readonly presentation: ReadonlyMap<string, ResourcePresentation> | undefined;
  /** Groups of resources in the order of overviews; undefined when the section is absent. */
  readonly groups: readonly GroupInput[] | undefined;
}

type Entries = readonly (readonly [string, unknown])[];

const SECTIONS: ReadonlySet<string> = new Set([
  '$schema',
  'server',
  'sourceId',
  'mounts',
  'exclude',
  'resources',
  'uiMarks',
  'gameClient',
  'levels',
  'locales',
  'presentation',
  'groups',
]);

/**
 * Parses the bytes of a snapshot.json. The descriptor is undefined only when they are not a JSON object. Otherwise it
 * contains every valid section, and the findings describe the others.
 */
export function parseDescriptor(bytes: Uint8Array): {
  readonly descriptor: Descriptor | undefined;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const report = (path: string, code: string, message: string): void => {
    findings.push({ severity: 'error', file: DESCRIPTOR_FILE, path, code, message });
  };
  const parsed = parseJsonInput(bytes, {
    file: DESCRIPTOR_FILE,
    report: (finding) => findings.push(finding),
    bytesMax: DESCRIPTOR_BYTES_MAX,
    duplicateSeverity: 'error',
  });
  if (parsed === undefined) return { descriptor: undefined, findings };
  const root = entriesOf(parsed.value);
  if (root === undefined) {
    report('$', 'invalid_descriptor', 'The descriptor must be a JSON object.');
    return { descriptor: undefined, findings };
  }
  for (const [key] of root) {
    if (!SECTIONS.has(key)) report(jsonPath([key]), 'unknown_key', `There is no section "${key}".`);
  }
  const section = (name: string): unknown => root.find(([key]) => key === name)?.[1];
  const checked = <T>(schema: z.ZodType<T>, value: unknown, path: readonly (string | number)[]): T | undefined =>
    checkShape(schema, value, path, report);
  const optional = <T>(schema: z.ZodType<T>, name: string): T | undefined => {
    const value = section(name);
    return value === undefined ? undefined : checked(schema, value, [name]);
  };

  const $schema = section('$schema');
  if ($schema !== undefined && typeof $schema !== 'string') {
    report('$["$schema"]', 'invalid_descriptor', 'Must be a string.');
  }
  const server = checked(serverSchema, section('server'), ['server']) ?? fallbackServer(section('server'));
  const mounts: MountDeclaration[] = [];
  for (const [path, value] of mapSection('mounts')) {
    const key = checked(mountPathSchema, path, ['mounts', path]);
    const mount = checked(mountSchema, value, ['mounts', path]);
    if (key === undefined || mount === undefined) continue;
    mounts.push(
      typeof mount === 'string'
        ? { path, from: mount, exclude: [] }
        : { path, from: mount.from, exclude: mount.exclude ?? [] },
    );
  }
  const declared = new Map<string, ResourceDeclaration>();
  const kinds = new Map<string, string>();
  for (const [name, value] of mapSection('resources')) {
    kinds.set(name, 'unknown');
    const key = checked(resourceNameSchema, name, ['resources', name]);
    reportHiddenKeys(value, ['resources', name], report);
    const input = checked(resourceSchema, value, ['resources', name]);
    if (key === undefined || input === undefined) continue;
    declared.set(name, normaliseResource(name, input));
  }
  const resources = [...declared.values()]
    .map((resource) => checkResource(resource, kinds, report))
    .sort((a, b) => compare(a.name, b.name));
  const levels = optional(levelsSchema, 'levels');
  if (levels !== undefined) {
    const songs = declared.get(levels.resource);
    if (songs === undefined ? !kinds.has(levels.resource) : songs.kind === 'document') {
      report('$.levels.resource', 'unknown_resource', `There is no collection "${levels.resource}".`);
    }
  }
  const descriptor: Descriptor = {
    server,
    sourceId: optional(sourceIdSchema, 'sourceId'),
    mounts: mounts.sort((a, b) => compare(a.path, b.path)),
    exclude: optional(excludeSchema, 'exclude') ?? [],
    resources,
    uiMarks: readUiMarks(),
    gameClient: optional(gameClientSchema, 'gameClient'),
    levels: levels && {
      resource: levels.resource,
      title: levels.title,
      artists: levels.artists,
      publishedAt: levels.publishedAt,
      cover: levels.cover,
      bgm: levels.bgm,
      charts: levels.charts,
    },
    locales: optional(localesSchema, 'locales'),
    presentation: readPresentation(),
    groups: optional(groupsSchema, 'groups'),
  };
  reportUnknownResources(descriptor, kinds, report);
  return { descriptor, findings };

  function readPresentation(): ReadonlyMap<string, ResourcePresentation> | undefined {
    if (section('presentation') === undefined) return undefined;
    const found = new Map<string, ResourcePresentation>();
    for (const [name, value] of mapSection('presentation')) {
      if (!kinds.has(name)) {
        report(jsonPath(['presentation', name]), 'unknown_resource', `There is no resource "${name}".`);
      }
      const input = checked(resourcePresentationSchema, value, ['presentation', name]);
      if (input !== undefined) found.set(name, input);
    }
    return found;
  }

  function mapSection(name: string): Entries {
    const value = section(name);
    if (value === undefined) return [];
    const entries = entriesOf(value);
    if (entries === undefined) {
      report(jsonPath([name]), 'invalid_descriptor', 'Must be an object.');
      return [];
    }
    if (entries.length > ENTRIES_MAX) {
      report(jsonPath([name]), 'invalid_descriptor', `Must not have more than ${ENTRIES_MAX} entries.`);
      return [];
    }
    return entries;
  }

  function readUiMarks(): UiMarksDeclaration | undefined {
    const value = section('uiMarks');
    if (value === undefined) return undefined;
    const entries = entriesOf(value);
    if (checked(uiMarksSchema, value, ['uiMarks']) === undefined) return undefined;
    if (typeof value === 'string') return { kind: 'file', file: value };
    const marks: [string, string][] = [];
    for (const [name, path] of entries ?? []) {
      if (typeof path === 'string') marks.push([name, path]);
      else report(jsonPath(['uiMarks', name]), 'invalid_descriptor', 'Must be a release path.');
    }
    return { kind: 'inline', entries: marks };
  }

  /** The mistake is reported; this placeholder allows parsing to continue and find further mistakes. */
  function fallbackServer(value: unknown): Descriptor['server'] {
    const id = entriesOf(value)?.find(([key]) => key === 'id')?.[1];
    const known = serverSchema.shape.id.safeParse(id);
    return { id: known.success ? known.data : NO_SERVER, displayName: NO_SERVER, region: 'global' };
  }
}

/** zod silently drops `__proto__` from records. Here it is reported as an invalid key. */
function reportHiddenKeys(
  value: unknown,
  path: readonly string[],
  report: (path: string, code: string, message: string) => void,
): void {
  for (const [key, child] of entriesOf(value) ?? []) {
    if (key !== 'relations' && key !== 'views') continue;
    if (entriesOf(child)?.some(([name]) => name === '__proto__')) {
      report(jsonPath([...path, key, '__proto__']), 'invalid_descriptor', 'Must begin with a letter.');
    }
  }
}

/** Reports references and groups that name a resource that is not there. */
function reportUnknownResources(
  { resources, groups }: Descriptor,
  kinds: ReadonlyMap<string, string>,
  report: (path: string, code: string, message: string) => void,
): void {
  const refuse = (path: readonly (string | number)[], name: string): void => {
    if (!kinds.has(name)) report(jsonPath(path), 'unknown_resource', `There is no resource "${name}".`);
  };
  for (const { name, fields } of resources) {
    for (const [path, { references = [] }] of fields) {
      for (const { resource } of [references].flat())
        refuse(['resources', name, 'fields', path, 'references'], resource);
    }
  }
  groups?.forEach((group, at) => {
    group.resources.forEach((name, index) => {
      refuse(['groups', at, 'resources', index], name);
    });
  });
}

function entriesOf(value: unknown): Entries | undefined {
  return isObject(value) ? Object.entries(value) : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
