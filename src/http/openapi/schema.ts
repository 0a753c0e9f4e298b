// Converts zod schemas to JSON Schema (2020-12) for the OpenAPI document. A schema with an id (`.meta({ id })`) is
// written once under components/schemas and referenced. Constraints that JSON Schema cannot express (transforms,
// refinements) are omitted.
import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

export const componentRef = (kind: 'schemas' | 'parameters' | 'headers', key: string): JsonObject => ({
  $ref: `#/components/${kind}/${key}`,
});

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The component for `z.json()`, whose recursive definition would not help a reader. */
const ANY_JSON = 'JsonValue';
const DEFINITION = '#/$defs/';

/** Collects named schemas while individual ones are described. */
export class SchemaComponents {
  readonly #named = new Map<string, JsonObject>();
  /** Bodies without an id: schema → name. */
  readonly #bodies = new Map<string, string>();
  /** Converting a schema is slow, and parameters share theirs. */
  readonly #converted = { input: new Map<z.ZodType, JsonObject>(), output: new Map<z.ZodType, JsonObject>() };

  /** The schema as it appears in the document. Named schemas that it references are collected for `all`. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const known = this.#converted[io].get(schema);
    if (known !== undefined) return known;
    const described = this.#convert(schema, io);
    this.#converted[io].set(schema, described);
    return described;
  }

  #convert(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    // Wrapped in an object: a schema that references itself at the root would get `#`, which means the whole document
    // here.
    const { $defs, properties } = convert(z.object({ schema }), io);
    const root = isObject(properties) ? properties.schema : {};
    const definitions = isObject($defs) ? $defs : {};
    for (const [name, definition] of Object.entries(definitions)) {
      if (!isObject(definition)) continue;
      const key = componentName(name, definition);
      const written = key !== name ? { description: 'Any JSON value' } : rewrite(definition, definitions);
      const standing = this.#named.get(key);
      if (standing !== undefined && JSON.stringify(standing) !== JSON.stringify(written)) {
        throw new Error(`two schemas have the id ${key}`);
      }
      if (isObject(written)) this.#named.set(key, written);
    }
    const written = rewrite(root, definitions);
    return isObject(written) ? written : {};
  }

  /**
   * The schema of a whole body. One with fields or alternatives becomes a component, so that generators have a name for
   * it; equal ones share the first name.
   *
   * @param name what it is called unless it has an id
   */
  describeBody(schema: z.ZodType, io: 'input' | 'output', name: string, otherwise = `${name}2`): JsonObject {
    const described = this.describe(schema, io);
    if (!('properties' in described || 'anyOf' in described || 'oneOf' in described)) return described;
    const text = JSON.stringify(described);
    const known = this.#bodies.get(text);
    if (known !== undefined) return componentRef('schemas', known);
    const key = this.#named.has(name) ? otherwise : name;
    if (this.#named.has(key)) throw new Error(`two schemas would be called ${key}`);
    this.#named.set(key, described);
    this.#bodies.set(text, key);
    return componentRef('schemas', key);
  }

  /** All named schemas collected so far, by name. */
  all(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  return {
    ...z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod;
        // Only a strict object excludes unknown fields.
        if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
        // zod writes a long pattern for what the format says.
        if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
        if (isObject(jsonSchema.propertyNames) && Object.keys(jsonSchema.propertyNames).join() === 'type') {
          delete jsonSchema.propertyNames;
        }
        nameKeys(jsonSchema);
        // Safe-integer bounds hold for every JSON integer of ours, so they are omitted.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    }),
  };
}

/** A record whose keys are listed becomes an object with those fields. */
function nameKeys(schema: JsonObject): void {
  const { propertyNames, additionalProperties } = schema;
  if (!isObject(propertyNames) || !Array.isArray(propertyNames.enum) || !isObject(additionalProperties)) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, { ...additionalProperties }]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/** zod numbers recursive schemas that have no id. The only one that we use without an id is "any JSON". */
function componentName(name: string, definition: JsonObject): string {
  if (!name.startsWith('__schema')) return name;
  if (Array.isArray(definition.anyOf) && definition.anyOf.length === 6) return ANY_JSON;
  throw new Error('a schema that refers to itself needs an id');
}

function rewrite(value: unknown, definitions: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, definitions));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string' && value.$ref.startsWith(DEFINITION)) {
    const name = value.$ref.slice(DEFINITION.length);
    const definition = definitions[name];
    return { ...value, ...componentRef('schemas', isObject(definition) ? componentName(name, definition) : name) };
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'id' && typeof item === 'string' ? [] : [[key, rewrite(item, definitions)]],
    ),
  );
}

/** `postList` → `PostList`, as components are called. */
export const pascalCase = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
