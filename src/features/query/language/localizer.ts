// Localized values of an entity as one text in a language: objects with a text for each language, and lists with a slot for
// each, also in objects of lists. Where the language has no text, the order of the snapshot decides. Pure.
import { parsePath, pathText } from '../../../kernel/field-path.ts';
import { localesOf, type QueriedResource, slotKeys, slotOrder } from './queried-resource.ts';

interface LocalizedPlace {
  /** Keys of its object, or positions in its list, the wanted one first. */
  order: readonly string[] | undefined;
  readonly children: Map<string, LocalizedPlace>;
}

/** A change of one member costs a copy, so only what has localized values below is copied. */
export class Localizer {
  readonly #root: LocalizedPlace = { order: undefined, children: new Map() };
  readonly #orders = new Map<string, readonly string[]>();

  constructor(resource: QueriedResource, locale: string) {
    for (const field of resource.fields.values()) {
      if (field.type !== 'localized' && field.locales === null) continue;
      const order = slotKeys(resource, field, slotOrder(localesOf(resource, field), locale));
      this.#orders.set(field.path, order);
      let place = this.#root;
      for (const key of parsePath(field.path)) {
        const next = place.children.get(key) ?? { order: undefined, children: new Map() };
        place.children.set(key, next);
        place = next;
      }
      place.order = order;
    }
  }

  /** The entity with texts in place of its localized values; without any, null. */
  localize(entity: unknown): unknown {
    return localizeAt(entity, this.#root);
  }

  /** The text of a localized value at a path; other values as they are. */
  textOf(path: readonly string[], value: unknown): unknown {
    const order = this.#orders.get(pathText(path));
    return order === undefined ? value : firstText(value, order);
  }
}

function localizeAt(value: unknown, place: LocalizedPlace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (place.order !== undefined) return firstText(value, place.order);
  if (Array.isArray(value)) return value.map((element) => localizeAt(element, place));
  // Own properties are defined, so that no key is special.
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const next = place.children.get(key);
      return [key, next === undefined ? child : localizeAt(child, next)];
    }),
  );
}

function firstText(value: unknown, order: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of order) {
    const text: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    if (typeof text === 'string' && text !== '') return text;
  }
  return null;
}
