// Determines which fields contain ids of another resource or paths of files, from their names and samples, when the fields
// are requested. The tables only distinguish texts and numbers.

import { parsePath } from '../../../kernel/field-path.ts';
import { isReleasePath } from '../../../kernel/names.ts';
import type { CatalogReader, CatalogResource } from '../../catalog/reader.ts';
import type { OpenedRelease } from '../../release/serve/opened.ts';

/** A field in the answer of `fields`. */
export interface AnsweredField {
  readonly path: string;
  readonly type: string;
  readonly samples: readonly (string | number | boolean)[];
}

export type FieldKind = { readonly type: 'file' } | { readonly type: 'reference'; readonly references: string };

/** The kind of a field; undefined: its plain type. */
export async function findFieldKind(
  release: OpenedRelease,
  reader: CatalogReader,
  own: string,
  { path, type, samples }: AnsweredField,
): Promise<FieldKind | undefined> {
  if (samples.length === 0 || (type !== 'string' && type !== 'number')) return undefined;
  const name = parsePath(path).at(-1) ?? '';
  const references = await findReference(release, reader, own, name, samples);
  if (references !== undefined) return { type: 'reference', references };
  for (const sample of samples) {
    if (typeof sample !== 'string' || !sample.includes('/') || !isReleasePath(sample)) return undefined;
    if ((await release.readFile(sample)) === undefined) return undefined;
  }
  return { type: 'file' };
}

async function findReference(
  release: OpenedRelease,
  reader: CatalogReader,
  own: string,
  name: string,
  samples: AnsweredField['samples'],
): Promise<string | undefined> {
  const stem = /^(.+?)Ids?$/.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const catalog = await reader.open(release);
  for (const candidate of plurals(stem)) {
    const resource = catalog.get(candidate);
    if (resource === undefined || candidate === own) continue;
    if (await holdsAll(release, reader, resource, samples)) return candidate;
  }
  return undefined;
}

/** Resource names that a stem such as `bandMember` may refer to. */
function plurals(stem: string): readonly string[] {
  const name = stem.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  const last = name.slice(name.lastIndexOf('-') + 1);
  return [name, last].flatMap((word) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]);
}

async function holdsAll(
  release: OpenedRelease,
  reader: CatalogReader,
  { entities }: CatalogResource,
  samples: AnsweredField['samples'],
): Promise<boolean> {
  for (const sample of samples) {
    if ((await reader.readValue(release, entities, String(sample))) === undefined) return false;
  }
  return true;
}
