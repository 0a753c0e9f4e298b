// Adds what is new in a folder to its descriptor: keys that are absent, nothing else. Reports what the descriptor names and the
// data no longer has. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Descriptor } from '../release/snapshot/descriptor.ts';
import type { ResourceInput } from '../release/snapshot/descriptor-schema.ts';
import type { ResourceDeclaration } from '../release/snapshot/resource-declaration.ts';
import type { Draft } from './draft.ts';
import { insertMember } from './json-edit.ts';
import { code } from './reason.ts';
import type { ResourceSummary } from './summary.ts';

export interface Update {
  /** The new text of the descriptor. */
  readonly text: string;
  /** Paths of the keys that were added. */
  readonly added: readonly string[];
  /** What the descriptor names and the data no longer has. */
  readonly gone: readonly string[];
}

/** Where the existing descriptor takes its tables from, as far as a draft has to follow it; undefined: it says nothing. */
export function catalogFolder(descriptor: Descriptor): string | undefined {
  const mount = descriptor.mounts.find(({ path }) => path === 'catalog');
  if (mount === undefined) return undefined;
  const from = mount.from.replace(/^\.\//, '').replace(/\/+$/, '');
  return from === '.' ? '' : from;
}

/** The descriptor with what a draft adds to it. */
export function updateDescriptor(text: string, existing: Descriptor, draft: Draft, files: ReadonlySet<string>): Update {
  let current = text;
  const added: string[] = [];
  const insert = (path: readonly string[], key: string, value: unknown): boolean => {
    const next = insertMember(current, path, key, value);
    if (next === undefined) return false;
    current = next;
    added.push([...path, key].join('.'));
    return true;
  };
  const put = (section: string, key: string, value: unknown): void => {
    if (!insert([section], key, value)) insert([], section, { [key]: value });
  };
  const { descriptor } = draft;
  const own = new Map(existing.resources.map((resource) => [resource.name, resource]));
  const names = new Map<string, string>();
  for (const [name, input] of Object.entries(descriptor.resources ?? {})) {
    const same = existing.resources.find((resource) => isSameTable(resource, input));
    if (same !== undefined) names.set(name, same.name);
  }
  const nameOf = (name: string): string => names.get(name) ?? freeName(name, own);
  const isView = (input: ResourceInput): boolean =>
    existing.resources.some(
      ({ views, files: [only] }) =>
        only === input.file && views.some(({ path }) => isDeepStrictEqual([...path], input.path ?? [])),
    );
  for (const [name, drafted] of Object.entries(descriptor.resources ?? {})) {
    const input = renameTargets(drafted, nameOf);
    const known = own.get(names.get(name) ?? '');
    if (known === undefined) {
      if (isView(input)) continue;
      const wanted = nameOf(name);
      put('resources', wanted, input);
      const presentation = descriptor.presentation?.[name];
      if (presentation !== undefined && existing.presentation?.has(wanted) !== true)
        put('presentation', wanted, presentation);
      continue;
    }
    for (const [path, field] of Object.entries(input.fields ?? {})) {
      if (known.fields.has(path) || known.kind !== 'collection') continue;
      if (!insert(['resources', known.name, 'fields'], path, field))
        insert(['resources', known.name], 'fields', { [path]: field });
    }
    // References by a field need it among the keys. A list that is there stays as it is.
    if (known.keys.length === 0 && input.keys !== undefined && known.kind === 'collection')
      insert(['resources', known.name], 'keys', input.keys);
  }
  for (const [path, mount] of Object.entries(descriptor.mounts ?? {})) {
    if (existing.mounts.some((one) => one.path === path || isBelow(path, one.path))) continue;
    put('mounts', path, mount);
  }
  if (descriptor.locales !== undefined && existing.locales === undefined) insert([], 'locales', descriptor.locales);
  return { text: current, added, gone: listGone(existing, draft.resources, names, files) };
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

/** Whether a drafted resource is made of the same table as an existing one. */
function isSameTable(resource: ResourceDeclaration, input: ResourceInput): boolean {
  if (input.kind === 'files') return resource.kind === 'files' && resource.glob === input.glob;
  const [edition] = resource.editions;
  const files =
    input.file === undefined
      ? []
      : typeof input.file === 'string'
        ? [input.file]
        : Array.isArray(input.file)
          ? input.file
          : [Object.values(input.file)[0] ?? ''];
  const there = edition?.files ?? [];
  const isShared = files.some(
    (file) => there.includes(file) || there.some((pattern) => new Bun.Glob(pattern).match(file)),
  );
  return isShared && (resource.kind === 'document' || isDeepStrictEqual([...resource.path], input.path ?? []));
}

/** The resource with references, dependencies and relations to the names of the descriptor. */
function renameTargets(input: ResourceInput, nameOf: (name: string) => string): ResourceInput {
  const fields = Object.fromEntries(
    Object.entries(input.fields ?? {}).map(([path, field]) => {
      if (field.references === undefined) return [path, field];
      const list = [field.references].flat().map((one) => ({ ...one, resource: nameOf(one.resource) }));
      const [only] = list;
      return [path, { ...field, references: list.length === 1 && only !== undefined ? only : list }];
    }),
  );
  return {
    ...input,
    ...(input.fields !== undefined && { fields }),
    ...(input.dependencies !== undefined && { dependencies: input.dependencies.map(nameOf) }),
  };
}

/** Files and fields that the descriptor names in vain. */
function listGone(
  existing: Descriptor,
  summaries: readonly ResourceSummary[],
  names: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): readonly string[] {
  const gone: string[] = [];
  const known = new Map(summaries.map((summary) => [names.get(summary.name), summary]));
  for (const { name, editions, fields } of existing.resources) {
    for (const { files: own, isGlob } of editions) {
      for (const file of own) {
        const isThere = isGlob ? [...files].some((path) => new Bun.Glob(file).match(path)) : files.has(file);
        if (!isThere) gone.push(`${code(name)}: there is no file ${code(file)}`);
      }
    }
    const paths = known.get(name)?.paths;
    if (paths === undefined) continue;
    for (const [path, { template, path: texts }] of fields) {
      if (template !== undefined || texts !== undefined) continue;
      if (!paths.has(path)) gone.push(`${code(name)}: no entity has the field ${code(path)}, which \`fields\` names`);
    }
    const {
      title,
      subtitle,
      image,
      cover,
      audio,
      start,
      end,
      badges = [],
      facets = [],
      sort = [],
      columns = [],
    } = existing.presentation?.get(name) ?? {};
    const shown = [title, subtitle, image, cover, audio, start, end, ...badges, ...facets, ...sort, ...columns];
    for (const path of new Set(shown)) {
      if (path === undefined || paths.has(path.replace(/^-/, '')) || fields.has(path)) continue;
      if ([...paths].some((other) => other.startsWith(`${path}.`)) || /\.\d+$/.test(path)) continue;
      gone.push(`${code(name)}: no entity has the field ${code(path)}, which \`presentation\` names`);
    }
  }
  return gone;
}
