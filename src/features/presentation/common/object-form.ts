// A shape in the form that its descriptions use: the kinds of values at a place, and whether an object has fixed keys or is a
// map whose keys are data. JSON Schema and TypeScript declarations are generated from it. Pure.
import { Shape } from './shape.ts';

/** An object with more keys than this, most of which are absent from most objects, is a map. */
const MAP_KEYS_MIN = 64;
const MAP_SHARE_MAX = 0.25;

interface Property {
  readonly key: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

export type ObjectForm =
  | { readonly kind: 'keys'; readonly properties: readonly Property[]; readonly isOpen: boolean }
  | { readonly kind: 'map'; readonly values: Shape; readonly isOpen: boolean };

/** How the objects at a place are described. */
export function objectForm(shape: Shape): ObjectForm {
  const { values, properties = new Map<string, Shape>(), isOpen } = shape;
  if (values !== undefined) return { kind: 'map', values, isOpen };
  if (isMap(properties, shape.objects)) {
    const merged = new Shape();
    for (const child of properties.values()) merged.merge(child);
    return { kind: 'map', values: merged, isOpen };
  }
  return {
    kind: 'keys',
    properties: [...properties].map(([key, child]) => ({
      key,
      shape: child,
      isRequired: child.present + child.nulls === shape.objects,
    })),
    isOpen,
  };
}

function isMap(properties: ReadonlyMap<string, Shape>, objects: number): boolean {
  const keys = [...properties.keys()];
  if (keys.length >= 2 && keys.every((key) => /^\d+$/.test(key))) return true;
  if (keys.length <= MAP_KEYS_MIN) return false;
  const present = [...properties.values()].reduce((sum, child) => sum + child.present + child.nulls, 0);
  return present < objects * keys.length * MAP_SHARE_MAX;
}
