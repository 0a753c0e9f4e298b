// zod schemas as JSON Schema (2020-12) for the OpenAPI document. A schema with an id (`.meta({ id })`) is written once,
// under components/schemas, and referred to. What JSON Schema cannot say (transforms, refinements) is left out rather
// than failing.
import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

export const componentRef = (kind: 'schemas' | 'parameters' | 'headers', key: string): JsonObject => ({
  $ref: `#/components/${kind}/${key}`,
});

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The component that stands for `z.json()`, whose recursive definition tells a reader nothing. */
const ANY_JSON = 'JsonValue';
const DEFINITION = '#/$defs/';

/** Named schemas, collected while single ones are described. */
export class SchemaComponents {
  readonly #named = new Map<string, JsonObject>();

  /** The schema as it stands in the document; what it names is kept for `all`. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    // Inside a wrapper, since what refers to itself at the root would say `#`, which in the document is the document.
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

  /** All named schemas so far, by name. */
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
        // Only a strict object promises that it will never grow.
        if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
        if (isObject(jsonSchema.propertyNames) && Object.keys(jsonSchema.propertyNames).join() === 'type') {
          delete jsonSchema.propertyNames;
        }
        // The bounds of a safe integer, which every JSON integer of ours keeps.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      },
    }),
  };
}

/** zod numbers what is recursive but has no id; the only such thing of ours may be "any JSON". */
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
