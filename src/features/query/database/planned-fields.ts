// Where the values of each field go in the file: which have columns, and how values are written there and elsewhere. Pure.

import { dateOf, numberOf } from '../../presentation/common/field-values.ts';
import {
  COLUMNS_MAX,
  columnValue,
  elementValue,
  type FieldStorage,
  NO_ELEMENT,
  PRESENCE_SLOT,
  type SqlValue,
} from '../common/file-tables.ts';
import { type FieldNode, type FieldValue, isScalar, OBJECT, type Scalar } from './field-facts.ts';

/** A field with its position in the tables. */
export interface PlannedField {
  readonly id: number;
  readonly node: FieldNode;
  readonly storage: FieldStorage;
  /** Undefined: no column. */
  readonly column: number | undefined;
  readonly isSlotted: boolean;
  /** Whether `q` searches its texts. */
  readonly isSearched: boolean;
  /** Makes a scalar what it means: dates milliseconds, texts numbers; null: it is absent. */
  readonly convert: (value: Scalar) => Scalar | null;
}

/** Plans the fields of a resource; `searched` are the paths that `q` searches. */
export function planFields(
  nodes: readonly FieldNode[],
  searched: ReadonlySet<string>,
  nextId: () => number,
  /** Paths whose values are read from the JSON. */
  scanned: ReadonlySet<string> = new Set(),
): readonly PlannedField[] {
  const columns = new Map<FieldNode, number>();
  const byPresence = (a: FieldNode, b: FieldNode): number => b.present - a.present;
  const ranked = [
    ...nodes.filter((node) => (node.isScalar && !node.isBulky) || node.isSlotted).sort(byPresence),
    ...nodes.filter((node) => node.isSingle).sort(byPresence),
  ].filter((node) => scanned.size === 0 || !scanned.has(node.path));
  for (const node of ranked.slice(0, COLUMNS_MAX)) columns.set(node, columns.size + 1);
  return nodes.map((node) => ({
    id: nextId(),
    node,
    column: columns.get(node),
    storage: scanned.has(node.path) ? 'scan' : storageOf(node, columns.has(node)),
    isSlotted: node.isSlotted,
    isSearched: searched.has(node.path),
    convert: converterOf(node),
  }));
}

function storageOf(node: FieldNode, hasColumn: boolean): FieldStorage {
  if (node.isScalar) return hasColumn ? 'column' : 'rare';
  return node.isSingle && hasColumn ? 'single' : 'elements';
}

/** How scalars of a field become what they mean. */
export function converterOf({ isConverted, resolved: { type, format } }: FieldNode): PlannedField['convert'] {
  if (!isConverted) return (value) => value;
  return type === 'date' ? (value) => dateOf(value, format ?? 'ms') ?? null : (value) => numberOf(value) ?? null;
}

/** A value in the column of its field. */
export function inColumn(field: PlannedField, value: FieldValue): SqlValue {
  const { storage, convert } = field;
  if (isScalar(value)) {
    const own = convert(value);
    if (own === null) return null;
    return storage === 'column' ? columnValue(own) : elementValue(own);
  }
  if (value === OBJECT) return null;
  if (storage !== 'single') return shownSlot(value, field);
  const [only] = value;
  const own = isScalar(only) ? convert(only) : null;
  return own === null ? NO_ELEMENT : elementValue(own);
}

type AddValue = (slot: number, value: SqlValue) => void;

/** Whether the values of a field have rows outside of columns. */
export const hasRows = ({ storage }: PlannedField): boolean => storage === 'rare' || storage === 'elements';

/** Adds the rows of a value outside of columns. */
export function addRows(field: PlannedField, value: FieldValue, add: AddValue): void {
  const { storage, isSlotted, convert } = field;
  if (isScalar(value)) {
    const own = convert(value);
    if (own === null) return;
    add(PRESENCE_SLOT, elementValue(own));
    if (storage === 'elements') add(0, elementValue(own));
    return;
  }
  if (value === OBJECT) {
    add(PRESENCE_SLOT, null);
    return;
  }
  if (isSlotted && value.every((slot) => slot === null)) return;
  add(PRESENCE_SLOT, isSlotted ? shownSlot(value, field) : null);
  value.forEach((element, slot) => {
    const own = isScalar(element) ? convert(element) : null;
    if (own !== null) add(slot, elementValue(own));
  });
}

/** Texts of a value that `q` searches. */
export function textsOf(value: FieldValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? value.filter((element) => typeof element === 'string') : [];
}

/** The first slot that holds a value, the empty text not counting. */
function shownSlot(list: readonly unknown[], { convert }: PlannedField): SqlValue {
  for (const slot of list) {
    if ((typeof slot !== 'string' || slot === '') && typeof slot !== 'number') continue;
    const own = convert(slot);
    if (own !== null) return columnValue(own);
  }
  return null;
}
