// JSON Schema 2020-12 of the entities of a resource, inferred from all of them. Pure.
import { objectForm } from './object-form.ts';
import type { Shape } from './shape.ts';

export interface SchemaSubject {
  readonly resource: string;
  readonly kind: 'collection' | 'document';
  readonly count: number;
  readonly server: string;
  readonly releaseId: string;
  /** How many languages slots have. */
  readonly slots: number;
}

type Schema = { readonly [keyword: string]: unknown } | boolean;

/** The schema that every entity of the resource validates against. */
export function writeJsonSchema(shape: Shape, subject: SchemaSubject): string {
  const { resource, kind, count, server, releaseId } = subject;
  const inner = shape.present + shape.nulls === 0 ? false : schemaOf(shape, subject.slots);
  const description =
    kind === 'document'
      ? `The document "${resource}" of release ${releaseId} of server "${server}"`
      : `One entity of "${resource}", inferred from all ${count} of release ${releaseId} of server "${server}"`;
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: resource,
    description,
    ...(typeof inner === 'boolean' ? { not: {} } : inner),
  });
}

function schemaOf(shape: Shape, slots: number): Schema {
  const types = [
    ...(shape.nulls > 0 ? ['null'] : []),
    ...(shape.booleans > 0 ? ['boolean'] : []),
    ...(shape.fractions > 0 ? ['number'] : shape.integers > 0 ? ['integer'] : []),
    ...(shape.strings > 0 ? ['string'] : []),
    ...(shape.lists > 0 ? ['array'] : []),
    ...(shape.objects > 0 ? ['object'] : []),
  ];
  // Nothing was recorded here, because the budget of places was used up.
  if (types.length === 0) return true;
  return {
    type: types.length === 1 ? types[0] : types,
    ...(shape.lists > 0 && listKeywords(shape, slots)),
    ...(shape.objects > 0 && objectKeywords(shape, slots)),
  };
}

function listKeywords(shape: Shape, slots: number): object {
  if (shape.items === undefined) return shape.isOpen ? {} : { maxItems: 0 };
  const isSlotted = shape.isLocalized || shape.isSlottedNumber;
  return { items: schemaOf(shape.items, slots), ...(isSlotted && { minItems: slots, maxItems: slots }) };
}

function objectKeywords(shape: Shape, slots: number): object {
  const form = objectForm(shape);
  if (form.kind === 'map') return { additionalProperties: form.isOpen ? true : schemaOf(form.values, slots) };
  const { properties } = form;
  const required = properties.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  // Validators ignore a property of this name and would report it as additional.
  const isOpen = form.isOpen || properties.some(({ key }) => key === '__proto__');
  return {
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map((property) => [property.key, schemaOf(property.shape, slots)])),
    }),
    ...(required.length > 0 && { required }),
    ...(!isOpen && { additionalProperties: false }),
  };
}
