// Worker of inference.ts: infers the shapes of all resources of one release from its stored documents, describes them, and
// generates their schemas and declarations. It ends after one release.
import { answerMessages } from '../../../platform/files/answering-worker.ts';
import { type DeclaredResource, type DeclaredView, type Relations, writeDeclarations } from '../common/declarations.ts';
import { NOTHING_DECLARED } from '../common/declared.ts';
import { type DerivedField, derivedFields, withDerived } from '../common/field-values.ts';
import { writeJsonSchema } from '../common/json-schema.ts';
import { type Budget, Shape } from '../common/shape.ts';
import { type FieldsDeclared, listElementFields, listFields } from '../common/shape-fields.ts';
import type { Described, FromInference, ToInference, WriteOrder, Written } from './inference-messages.ts';

/** Budget of places, for one resource and for all. */
const RESOURCE_PLACES = 20_000;
const RELEASE_PLACES = 100_000;

interface LearnedResource {
  readonly name: string;
  readonly kind: 'collection' | 'document';
  readonly relations: Relations;
  /** The view that these entities are of; undefined: of the resource. */
  readonly view: string | undefined;
  readonly shape: Shape;
  readonly budget: Budget;
  /** Of entities with their derived fields, where the publisher declares such: what is shown, but not what is stored. */
  readonly shown: { readonly shape: Shape; readonly fields: readonly DerivedField[] } | undefined;
  count: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();
const learned: LearnedResource[] = [];
let places = RELEASE_PLACES;
/** How many languages slots have. */
let slots = 0;
let declared = NOTHING_DECLARED;

function begin(name: string, kind: LearnedResource['kind'], relations: Relations, view?: string): void {
  const last = learned.at(-1);
  if (last !== undefined) places -= Math.max(0, Math.min(RESOURCE_PLACES, places) - last.budget.places);
  const fields = view === undefined ? derivedFields(declaredOf(name).fields) : [];
  const shown = fields.length === 0 ? undefined : { shape: new Shape(), fields };
  const budget = { places: Math.min(RESOURCE_PLACES, places) };
  learned.push({ name, kind, relations, view, shape: new Shape(), budget, shown, count: 0 });
}

function learn(bytes: Uint8Array): void {
  const resource = learned.at(-1);
  if (resource === undefined) throw new Error('a piece belongs to a resource');
  const { shape, budget } = resource;
  const value: unknown = JSON.parse(decoder.decode(bytes));
  if (resource.kind === 'document') {
    resource.count = 1;
    shape.add(value, slots, budget);
    return;
  }
  if (typeof value !== 'object' || value === null) throw new Error('a shard is a JSON object');
  const { shown } = resource;
  for (const [id, entity] of Object.entries(value)) {
    resource.count++;
    shape.add(entity, slots, budget);
    shown?.shape.add(withDerived(shown.fields, id, entity), slots, budget);
  }
}

const resourcesOnly = (): readonly LearnedResource[] => learned.filter(({ view }) => view === undefined);

const viewsOf = (resource: string): readonly DeclaredView[] =>
  learned.flatMap(({ name, view, shape, count }) =>
    name === resource && view !== undefined ? [{ view, shape, count }] : [],
  );

const declaredOf = (name: string): FieldsDeclared => ({
  locales: declared.locales,
  fields: declared.tables.get(name)?.fields ?? new Map(),
});

function describe(): Described {
  return {
    resources: resourcesOnly().map(({ name, kind, count, shape, shown }) => ({
      name,
      kind,
      count,
      // A document has no rows that share fields.
      fields: kind === 'document' ? [] : listFields(shown?.shape ?? shape, declaredOf(name)),
      elements: kind === 'document' ? [] : listElementFields(shown?.shape ?? shape, declaredOf(name)),
    })),
  };
}

function write({ server, releaseId, locales, meanings }: WriteOrder): Written {
  const schemas = resourcesOnly().map(({ name, kind, count, shape }) => {
    const subject = { resource: name, kind, count, server, releaseId, slots };
    return [name, encoder.encode(writeJsonSchema(shape, subject))] as const;
  });
  const resources = resourcesOnly().map(
    ({ name, kind, relations, count, shape }): DeclaredResource => ({
      name,
      kind,
      count,
      shape,
      relations,
      views: viewsOf(name),
      declared: declaredOf(name),
      meanings: meanings.get(name) ?? new Map(),
    }),
  );
  const types = writeDeclarations(resources, { server, releaseId, locales, slots });
  return { schemas: new Map(schemas), types: encoder.encode(types) };
}

function answer(word: ToInference): FromInference {
  switch (word.kind) {
    case 'open':
      slots = word.slots;
      declared = word.declared;
      return { kind: 'taken' };
    case 'begin':
      begin(word.name, word.resource, word.relations);
      return { kind: 'taken' };
    case 'view':
      begin(word.name, 'collection', [], word.view);
      return { kind: 'taken' };
    case 'piece':
      learn(word.bytes);
      return { kind: 'taken' };
    case 'describe':
      return { kind: 'described', ...describe() };
    case 'write':
      return { kind: 'written', ...write(word.order) };
  }
}

answerMessages(answer);
