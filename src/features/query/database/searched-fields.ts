// Chooses the fields that `q` searches: those of the presentation of the resource, applied to the counted fields. Pure.
import { chooseTexts } from '../../presentation/common/texts.ts';
import type { ResourcePresentation } from '../../release/snapshot/presentation-schema.ts';
import type { FieldNode } from './field-facts.ts';

/** The fields that a search covers. */
export interface SearchedFields {
  /** Path of the title; null: entities have none. */
  readonly title: string | null;
  /** All paths, with that of the title. */
  readonly paths: ReadonlySet<string>;
}

/** The fields to search, of a collection of `count` entities. */
export function chooseSearched(
  name: string,
  count: number,
  nodes: readonly FieldNode[],
  declared: ResourcePresentation | undefined,
): SearchedFields {
  const fields = nodes.map((node) => ({
    path: node.path,
    segments: node.segments,
    type: node.type,
    isList: node.lists > 0 && !node.isSlotted,
    isSlotted: node.isSlotted && node.locales === undefined,
    locales: node.locales,
    format: node.resolved.format,
    kind: node.resolved.kind,
    filled: node.filled,
    distinct: node.isDistinctWhole ? node.distinct.size : undefined,
    samples: node.samples,
  }));
  const { title, subtitle, search } = chooseTexts(declared, { name, kind: 'collection', count, fields });
  return { title, paths: new Set([title, subtitle, ...search].filter((path) => path !== null)) };
}
