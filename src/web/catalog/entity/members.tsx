/** @jsxImportSource preact */
// What an entity names in a list of keys, as cards where it has pictures: the cards that an event gives, the members of a band.
import type { VNode } from 'preact';
import { EntityCards } from '../common/entity-card.tsx';
import { referencesAt, targetOf } from '../common/fields.ts';
import { type Catalog, type EntitySummary, labelOf, type Names, type ResourcePresentation } from '../common/reads.ts';
import { keysOf } from '../common/values.ts';

/** What of an entity is read here. */
interface EntityParts {
  readonly presentation: ResourcePresentation;
  readonly fields: readonly { readonly path: string; readonly value: unknown }[];
  readonly names: Names;
  readonly related: readonly { readonly resource: string; readonly total: number }[];
}

interface Members {
  /** The field with the keys. */
  readonly path: string;
  /** Presentation of what they lead to. */
  readonly presentation: ResourcePresentation;
  readonly items: readonly EntitySummary[];
}

const MEMBERS_MIN = 2;
const MEMBERS_MAX = 48;

/** Fields whose keys all lead to entities with pictures, unless the page lists these entities as related ones anyway. */
export function readMembers(
  { presentations }: Pick<Catalog, 'presentations'>,
  { presentation, fields, names, related }: EntityParts,
): readonly Members[] {
  return fields.flatMap(({ path, value }) => {
    const [reference, second] = referencesAt(presentation, path);
    const other = reference === undefined || second !== undefined ? undefined : presentations[reference.resource];
    const keys = keysOf(value);
    if (
      reference === undefined ||
      other === undefined ||
      other.image === null ||
      keys.length < MEMBERS_MIN ||
      keys.length > MEMBERS_MAX
    )
      return [];
    const items = keys.flatMap((key) => names.get(`${targetOf(reference)}/${key}`) ?? []);
    const isListed = related.some(({ resource, total }) => resource === reference.resource && total >= items.length);
    return items.length < keys.length || isListed ? [] : [{ path, presentation: other, items }];
  });
}

export interface MembersPartProps {
  readonly catalog: Catalog;
  /** Presentation of the entity that names them. */
  readonly own: ResourcePresentation;
  readonly members: Members;
}

export function MembersPart({ catalog, own, members: { path, presentation, items } }: MembersPartProps): VNode {
  const heading = `members-${path}`;
  return (
    <section class="stack" aria-labelledby={heading}>
      <h2 id={heading}>{labelOf(catalog, own, path)}</h2>
      <EntityCards catalog={catalog} presentation={presentation} items={items} />
    </section>
  );
}
