// Which fields of objects in lists have values in the file, and what the numbers of their places are made of. Pure.
import { pathText } from '../../../kernel/field-path.ts';
import { elementValue, LISTS_DEEP_MAX, type PlaceWidths, type SqlValue } from '../common/file-tables.ts';
import { type ElementList, type FieldNode, type FieldValue, isScalar, OBJECT, type Scalar } from './field-facts.ts';
import type { ElementField } from './field-tree.ts';
import { converterOf } from './planned-fields.ts';

/** A field of objects in lists with its position in the tables. */
export interface PlannedElement extends ElementField {
  readonly id: number;
  readonly path: string;
  /** Undefined: its values are not stored. */
  readonly widths: PlaceWidths | undefined;
}

/** The objects in the lists at one place, whose places are stored. */
export interface PlannedItems {
  readonly id: number;
  readonly list: ElementList;
  readonly widths: PlaceWidths;
}

export interface PlannedElements {
  readonly fields: readonly PlannedElement[];
  readonly items: readonly PlannedItems[];
  /** Paths that exist outside of lists of objects as well, or in several lists: none of them has one kind of place. */
  readonly ambiguous: ReadonlySet<string>;
}

/** Plans the fields of objects in lists, of a resource of `count` entities; `plain` are the paths of its other fields. */
export function planElements(
  found: readonly ElementField[],
  plain: ReadonlySet<string>,
  { count, most, nextId }: { readonly count: number; readonly most: number; readonly nextId: () => number },
): PlannedElements {
  const paths = new Map<string, ElementField>();
  const ambiguous = new Set<string>();
  for (const field of found) {
    const path = pathText(field.node.segments);
    if (plain.has(path) || paths.has(path)) ambiguous.add(path);
    if (!plain.has(path) && !paths.has(path)) paths.set(path, field);
  }
  const stored = new Set<ElementField>();
  let left = most;
  for (const [path, field] of [...paths].sort(([, a], [, b]) => a.node.scalars - b.node.scalars)) {
    if (ambiguous.has(path) || field.list.chain.length > LISTS_DEEP_MAX) continue;
    if (field.node.scalars > left || !hasNumbers(widthsOf(field), count)) continue;
    left -= field.node.scalars;
    stored.add(field);
  }
  const lists = new Set([...stored].flatMap(({ list }) => list.chain));
  return {
    fields: [...paths].map(([path, field]) => ({
      ...field,
      id: nextId(),
      path,
      widths: stored.has(field) ? widthsOf(field) : undefined,
    })),
    items: [...lists].map((list) => ({ id: nextId(), list, widths: listWidths(list, 1) })),
    ambiguous,
  };
}

function listWidths({ chain }: ElementList, slots: number): PlaceWidths {
  return [chain[0]?.width ?? 1, chain[1]?.width ?? 1, slots];
}

const widthsOf = ({ node, list }: ElementField): PlaceWidths =>
  listWidths(list, Math.max(1, node.locales?.length ?? node.longest));

/** Whether every place has a number of its own. */
const hasNumbers = ([outer, inner, slots]: PlaceWidths, count: number): boolean =>
  (count + 1) * outer * inner * slots <= Number.MAX_SAFE_INTEGER;

/** A stored value; null marks that an object has the field, but no scalar there. */
type AddScalar = (slot: number, value: Scalar | null) => void;

/** Adds the scalars of a value of an object in a list. */
export function addScalars(node: FieldNode, value: FieldValue, add: AddScalar): void {
  const convert = converterOf(node);
  if (isScalar(value)) {
    const own = convert(value);
    if (own !== null) add(0, own);
    return;
  }
  if (value === OBJECT) {
    add(0, null);
    return;
  }
  let hasAny = false;
  value.forEach((element, slot) => {
    const own = isScalar(element) ? convert(element) : null;
    if (own === null) return;
    hasAny = true;
    add(slot, own);
  });
  if (!hasAny && !node.isSlotted) add(0, null);
}

/** As the table has it. */
export const storedScalar = (value: Scalar | null): SqlValue => (value === null ? null : elementValue(value));
