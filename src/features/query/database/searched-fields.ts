// Which fields `q` looks into when a snapshot does not say: texts whose name says that they name something. Pure.
import type { FieldNode } from './field-facts.ts';

const NAMES = /^(?:title|name|subtitle|prefix|displayName)$|(?:Title|Name)$/;
/** Fields of a resource that are looked into at most. */
const SEARCHED_MAX = 64;

/** Paths of the fields to search, the outermost first. */
export function chooseSearched(_resource: string, fields: readonly FieldNode[]): ReadonlySet<string> {
  const named = fields
    .filter(({ type, segments }) => (type === 'string' || type === 'localized') && NAMES.test(segments.at(-1) ?? ''))
    .sort((a, b) => a.segments.length - b.segments.length);
  return new Set(named.slice(0, SEARCHED_MAX).map(({ path }) => path));
}
