// The resources of a catalog in the order of overviews: in the groups that the snapshot declares, and the rest after them. Pure.
import { sayLabel } from './fields.ts';
import type { Catalog } from './reads.ts';
import type { Text } from './values.ts';

export interface ResourceGroup {
  /** Undefined: of what is in no group. */
  readonly title: Text | undefined;
  readonly resources: readonly string[];
}

/** Groups with something to see. A resource may be in several of them. */
export function groupResources({
  groups = [],
  presentations,
  slots,
}: Pick<Catalog, 'groups' | 'presentations' | 'slots'>): readonly ResourceGroup[] {
  const shown = Object.keys(presentations).filter((name) => presentations[name]?.hidden === false);
  const declared = groups.map(({ title, resources }) => ({
    title: sayLabel(title, slots) ?? { text: '' },
    resources: resources.filter((name) => shown.includes(name)),
  }));
  const grouped = new Set(declared.flatMap(({ resources }) => resources));
  const rest = { title: undefined, resources: shown.filter((name) => !grouped.has(name)) };
  return [...declared, rest].filter(({ resources }) => resources.length > 0);
}
