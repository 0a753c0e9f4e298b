// Derives one document from what a descriptor says about its data during publication, and warns of what the data does not fit.
// Without such declarations nothing is added, so the release keeps its id.
import { canonicalBytes } from '../../kernel/canonical-json.ts';
import { parsePath, readPath } from '../../kernel/field-path.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import type { WatchCollection } from '../catalog/derive.ts';
import type { Derivation } from '../release/publish/derivation.ts';
import { DESCRIPTOR_FILE } from '../release/snapshot/descriptor.ts';
import { jsonPath } from '../release/snapshot/json-input.ts';
import type { ResourcePresentation } from '../release/snapshot/presentation-schema.ts';
import type { ResourceDeclaration } from '../release/snapshot/resource-declaration.ts';
import { PRESENTATION_SCHEMA, type StoredPresentation } from './common/declared.ts';
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

const declaredTable = ({ fields, keys, localized, kind }: ResourceDeclaration) => ({
  ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  ...(keys.length > 0 && { keys: [...keys] }),
  ...(localized !== undefined && { localized: [...localized] }),
  ...(kind === 'files' && { files: true as const }),
});

/** Warns of declared paths that no entity of a resource has. */
export const warnOfUnknownFields: WatchCollection = ({ descriptor, report }, resource, entities) => {
  const declared = descriptor.presentation?.get(resource);
  if (declared === undefined) return;
  for (const { path, location } of listPaths(declared)) {
    const segments = parsePath(path.replace(/^-/, ''));
    const isAnywhere = entities.some(({ value }) => {
      const found = readPath(value, segments);
      return found !== undefined && found !== null;
    });
    if (isAnywhere) continue;
    report({
      severity: 'warning',
      file: DESCRIPTOR_FILE,
      path: jsonPath(['presentation', resource, ...location]),
      code: 'unknown_field',
      message: `No entity of "${resource}" has the field "${path}".`,
    });
  }
};

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
