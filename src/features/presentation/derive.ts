// Derives one document from what a descriptor says about its data during publication, and warns of what the data does not fit.
// Without such declarations nothing is added, so the release keeps its id.

import { canonicalBytes } from '../../kernel/canonical-json.ts';
import { isColour } from '../../kernel/colours.ts';
import { parsePath, readPath } from '../../kernel/field-path.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import type { WatchCollection } from '../catalog/derive.ts';
import type { Entity } from '../catalog/derive-collection.ts';
import { encodePathKey } from '../catalog/entity-key.ts';
import type { Derivation, DerivationContext } from '../release/publish/derivation.ts';
import { DESCRIPTOR_FILE } from '../release/snapshot/descriptor.ts';
import { DATE_FORMATS, type FieldDeclaration, type ReferenceDeclaration } from '../release/snapshot/field-schema.ts';
import type { ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import type { ResourceDeclaration } from '../release/snapshot/resource-declaration.ts';
import { jsonPath } from '../release/snapshot/tables/json-input.ts';
import { PRESENTATION_SCHEMA, readDeclaredPresentation, type StoredPresentation } from './common/declared.ts';
import { dateOf, fillTemplate, isDerived, numberOf } from './common/field-values.ts';
import { PRESENTATION_PATH } from './common/paths.ts';

/** Adds what is declared about the data to the release. */
export const derivePresentation: Derivation = async ({ descriptor, emit }) => {
  const { locales, presentation, groups } = descriptor;
  const tables = descriptor.resources.flatMap((resource) => {
    const table = declaredTable(resource);
    return Object.keys(table).length === 0 ? [] : [[resource.name, table] as const];
  });
  const stored: StoredPresentation = {
    schema: PRESENTATION_SCHEMA,
    ...(locales !== undefined && { locales: [...locales] }),
    ...(presentation !== undefined && { resources: Object.fromEntries(presentation) }),
    ...(tables.length > 0 && { tables: Object.fromEntries(tables) }),
    ...(groups !== undefined && { groups: [...groups] }),
  };
  if (Object.keys(stored).length === 1) return;
  const bytes = canonicalBytes(JSON.parse(JSON.stringify(stored)));
  await emit({ path: PRESENTATION_PATH, bytes, mediaType: JSON_TYPE, prepared: true });
};

/** Checks and emits the declared presentation of a copied release, if it has one. */
export const replayPresentation: Derivation = async (context) => {
  const file = context.file(PRESENTATION_PATH);
  if (file === undefined) return;
  const bytes = await context.readBytes(file);
  if (readDeclaredPresentation(bytes) === undefined) {
    const message = 'It is no presentation that this version reads.';
    context.report({ severity: 'error', file: PRESENTATION_PATH, path: '', code: 'document_invalid', message });
    return;
  }
  await context.emit({ path: PRESENTATION_PATH, bytes, mediaType: JSON_TYPE, prepared: true });
};

const declaredTable = ({ fields, keys, localized, kind }: ResourceDeclaration) => ({
  ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  ...(keys.length > 0 && { keys: [...keys] }),
  ...(localized !== undefined && { localized: [...localized] }),
  ...(kind === 'files' && { files: true as const }),
});

/** Values of a declared reference, with the number of times that each stands there. */
interface Referring {
  readonly resource: string;
  readonly path: string;
  readonly targets: readonly ReferenceDeclaration[];
  readonly values: ReadonlyMap<string, number>;
}

interface References {
  /** Texts by which entities are referred to, by resource and key; those of ids have an empty key. */
  readonly targets: Map<string, ReadonlyMap<string, ReadonlySet<string>>>;
  readonly referring: Referring[];
}

/** Of each publication. Collections come one after another, and refer to later ones. */
const followed = new WeakMap<DerivationContext, References>();
const IDS = '';

/** Notes what declared references of a collection lead to, and by what its own entities are referred to. */
export const followReferences: WatchCollection = (context, resource, entities) => {
  const declared = context.descriptor.resources.flatMap(({ name, fields }) =>
    [...fields].flatMap(([path, { references = [] }]) => [{ name, path, targets: [references].flat() }]),
  );
  const run: References = followed.get(context) ?? { targets: new Map(), referring: [] };
  followed.set(context, run);
  const wanted = declared.flatMap(({ targets }) => targets.filter((target) => target.resource === resource));
  const textsOf = (key: string) =>
    key === IDS ? entities.map((entity) => entity.key) : entities.flatMap(({ value }) => textsAt(value, key));
  const keys = new Set(wanted.map(({ key }) => key ?? IDS));
  run.targets.set(resource, new Map([...keys].map((key) => [key, new Set(textsOf(key))])));
  for (const { name, path, targets } of declared) {
    if (name !== resource || targets.length === 0) continue;
    const values = new Map<string, number>();
    for (const { value } of entities) {
      for (const text of textsAt(value, path)) values.set(text, (values.get(text) ?? 0) + 1);
    }
    run.referring.push({ resource, path, targets, values });
  }
};

/** Counts the values of declared references that lead to no entity. After the catalog. */
export const warnOfLostReferences: Derivation = async (context) => {
  const { targets: known, referring = [] } = followed.get(context) ?? { targets: new Map() };
  for (const { resource, path, targets, values } of referring) {
    const sets = targets.flatMap((target) => known.get(target.resource)?.get(target.key ?? IDS) ?? []);
    // A collection that could not be read has errors of its own.
    if (sets.length < targets.length) continue;
    const isLost = (text: string): boolean => !sets.some((set) => set.has(text) || set.has(encodePathKey(text)));
    const lost = [...values].filter(([text]) => isLost(text));
    if (lost.length === 0) continue;
    const count = lost.reduce((sum, [, times]) => sum + times, 0);
    const where = targets.map((target) => [target.resource, target.key].filter(Boolean).join('.')).join(', ');
    const example = JSON.stringify(lost[0]?.[0] ?? '').slice(0, 80);
    const message = `${count} values of "${path}" lead to no entity of ${where}, such as ${example}.`;
    warn(context, ['resources', resource, 'fields', path, 'references'], 'reference_missing', message);
  }
};

/** The scalars at a path, as references compare them. Empty texts and 0, by which many games mean none, are left out. */
const textsAt = (value: unknown, path: string): readonly string[] =>
  valuesAt(value, parsePath(path))
    .flat()
    .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []))
    .filter((text) => text !== '' && text !== '0');

/** Warns of declared paths that no entity of a resource has, and of values that are not what is declared. */
export const warnOfUnfitData: WatchCollection = (context, resource, entities) => {
  const declaration = context.descriptor.resources.find(({ name }) => name === resource);
  const shown = context.descriptor.presentation?.get(resource);
  if (declaration !== undefined) warnOfFields(context, declaration, entities);
  for (const { path, location } of shown === undefined ? [] : listPaths(shown)) {
    const plain = path.replace(/^-/, '');
    const made = declaration?.fields.get(plain);
    if ((made !== undefined && isDerived(made)) || hasPath(entities, plain)) continue;
    warnOfUnknown(context, ['presentation', resource, ...location], resource, path, entities);
  }
};

function warnOfFields(
  context: DerivationContext,
  { name, fields, keys, localized = [] }: ResourceDeclaration,
  entities: readonly Entity[],
): void {
  for (const [path, declared] of fields) {
    const location = ['resources', name, 'fields', path];
    if (!isDerived(declared) && !hasPath(entities, path)) warnOfUnknown(context, location, name, path, entities);
    else warnOfValues(context, location, path, declared, entities);
  }
  for (const [at, key] of keys.entries()) {
    const location = ['resources', name, 'keys', at];
    if (!hasPath(entities, key)) warnOfUnknown(context, location, name, key, entities);
    else warnOfRepeated(context, location, key, entities);
  }
  for (const [at, path] of localized.entries()) {
    if (!hasPath(entities, path)) warnOfUnknown(context, ['resources', name, 'localized', at], name, path, entities);
  }
}

const hasPath = (entities: readonly Entity[], path: string): boolean => {
  const segments = parsePath(path);
  return entities.some(({ value }) => valuesAt(value, segments).length > 0);
};

/** The values at a path, through lists on the way; absent ones are none. */
function valuesAt(value: unknown, segments: readonly string[]): readonly unknown[] {
  const [key, ...rest] = segments;
  if (value === null || value === undefined) return [];
  if (key === undefined) return [value];
  if (Array.isArray(value) && !Object.hasOwn(value, key)) return value.flatMap((item) => valuesAt(item, segments));
  return valuesAt(readPath(value, [key]), rest);
}

function warn(
  { report }: DerivationContext,
  location: readonly (string | number)[],
  code: string,
  message: string,
): void {
  report({ severity: 'warning', file: DESCRIPTOR_FILE, path: jsonPath(location), code, message });
}

const warnOfUnknown = (
  context: DerivationContext,
  location: readonly (string | number)[],
  resource: string,
  path: string,
  entities: readonly Entity[],
): void => {
  const near = nearest(path, entities);
  const hint = near === undefined ? '' : ` There is ${JSON.stringify(near)}.`;
  warn(context, location, 'unknown_field', `No entity of "${resource}" has the field "${path}".${hint}`);
};

/** How many entities are asked for the names of their fields. */
const ASKED = 100;

/** The field whose name is spelled most like this one; undefined when none is. */
function nearest(path: string, entities: readonly Entity[]): string | undefined {
  const names = new Set(entities.slice(0, ASKED).flatMap(({ value }) => Object.keys(Object(value))));
  const wanted = path.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const within = [...names].find((name) => {
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    return (
      plain === wanted || (wanted.length > 3 && (plain.includes(wanted) || wanted.includes(plain)) && plain.length > 3)
    );
  });
  return within ?? nearestName(path, [...names]);
}

/** Counts values that are not what the declaration says, and files that a template leads to and that are not there. */
function warnOfValues(
  context: DerivationContext,
  location: readonly (string | number)[],
  path: string,
  declared: FieldDeclaration,
  entities: readonly Entity[],
): void {
  const { template, type } = declared;
  const segments = parsePath(path);
  const fits = FITTING[type ?? 'json'];
  let unfit = 0;
  let example: unknown;
  let missing = 0;
  let missed = '';
  for (const { key, value } of entities) {
    const own = valuesAt(value, segments);
    for (const one of own.flat()) {
      if (one === '' || one === null || fits === undefined || fits(one, declared)) continue;
      unfit++;
      example ??= one;
    }
    if (template === undefined) continue;
    for (const one of own.length === 0 ? [undefined] : own.flat()) {
      const file = fillTemplate(template, key, value, one);
      if (file === undefined || context.file(file) !== undefined) continue;
      missing++;
      missed ||= file;
    }
  }
  if (unfit > 0) {
    const shown = JSON.stringify(example)?.slice(0, 80) ?? '';
    const other = type === 'date' ? DATE_FORMATS.find((format) => dateOf(example, format) !== undefined) : undefined;
    const hint = other === undefined || other === declared.format ? '' : ` They would fit "format": "${other}".`;
    const message = `${unfit} values of "${path}" are no ${WORDS[type ?? 'json'] ?? type}, such as ${shown}. They count as absent.${hint}`;
    warn(context, location, 'field_unfit', message);
  }
  if (missing > 0) {
    const message = `${missing} files that the template names are not in the release, such as "${missed}".`;
    warn(context, location, 'missing_media', message);
  }
}

type Fits = (value: unknown, declared: FieldDeclaration) => boolean;

const isText: Fits = (value) => typeof value === 'string';
/** Whether a value is what a type says; types that take anything are absent. */
const FITTING: Readonly<Partial<Record<string, Fits>>> = {
  number: (value) => numberOf(value) !== undefined,
  integer: (value) => Number.isInteger(numberOf(value)),
  boolean: (value) => typeof value === 'boolean',
  date: (value, { format }) =>
    format === undefined
      ? DATE_FORMATS.some((one) => dateOf(value, one) !== undefined)
      : dateOf(value, format) !== undefined,
  url: (value) => typeof value === 'string' && /^https?:\/\//i.test(value),
  color: (value) => typeof value === 'string' && isColour(value),
  markdown: isText,
};
const WORDS: Readonly<Partial<Record<string, string>>> = {
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'true or false',
  date: 'dates of this format',
  url: 'addresses that begin with http:// or https://',
  color: 'colours such as #a0b or #aa00bb',
  markdown: 'texts',
};

/** Counts values of a key that several entities have. */
function warnOfRepeated(
  context: DerivationContext,
  location: readonly (string | number)[],
  key: string,
  entities: readonly Entity[],
): void {
  const segments = parsePath(key);
  const seen = new Set<string>();
  let repeated = 0;
  let example = '';
  for (const { value } of entities) {
    for (const one of valuesAt(value, segments)) {
      const text = String(one);
      if (seen.has(text)) {
        repeated++;
        example ||= text;
      }
      seen.add(text);
    }
  }
  if (repeated === 0) return;
  const message = `${repeated} entities have a value of "${key}" that an earlier one has, such as ${JSON.stringify(example)}. References lead to the first.`;
  warn(context, location, 'key_not_unique', message);
}

interface DeclaredPath {
  readonly path: string;
  /** Position in the section. */
  readonly location: readonly (string | number)[];
}

function listPaths(declared: ResourcePresentation): readonly DeclaredPath[] {
  const { title, subtitle, image, cover, audio, start, end } = declared;
  const { badges, facets, sort, columns, search } = declared;
  const single = Object.entries({ title, subtitle, image, cover, audio, start, end }).flatMap(([location, path]) =>
    path === undefined ? [] : [{ path, location: [location] }],
  );
  const lists = Object.entries({ badges, facets, sort, columns, search }).flatMap(([location, paths]) =>
    (paths ?? []).map((path, index) => ({ path, location: [location, index] })),
  );
  const labels = Object.keys(declared.labels?.fields ?? {}).map((path) => ({
    path,
    location: ['labels', 'fields', path],
  }));
  return [...single, ...lists, ...labels];
}
