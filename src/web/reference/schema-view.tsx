/** @jsxImportSource preact */
// A JSON Schema as a list of fields. Objects inside it open in place; a schema with a name is a link to its only description on
// the page, so that schemas that contain each other end.
import type { ComponentChildren, VNode } from 'preact';
import { type JsonSchema, nameOf } from './document.ts';
import { Line } from './prose.tsx';
import type { ReferenceView } from './view.ts';

/** Id of the description of a schema. */
export const schemaAnchor = (name: string): string => `schema-${name}`;

/** The type of a value in one line. */
export function TypeLine({ schema }: { readonly schema: JsonSchema }): VNode {
  return <span class="schema-type">{typeOf(schema)}</span>;
}

function typeOf(schema: JsonSchema): ComponentChildren {
  const { $ref, anyOf, prefixItems, additionalProperties, type, format } = schema;
  const items = schema.items || undefined;
  if ($ref !== undefined) return <a href={`#${schemaAnchor(nameOf($ref))}`}>{nameOf($ref)}</a>;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return joined(anyOf, ' | ');
  if (prefixItems !== undefined) return ['[', joined(prefixItems, ', '), ']'];
  if (type === 'array') {
    const inner = items === undefined ? 'any' : typeOf(items);
    return items?.anyOf === undefined && items?.enum === undefined ? [inner, '[]'] : ['(', inner, ')[]'];
  }
  if (typeof additionalProperties === 'object' && schema.properties === undefined) {
    return ['{ [key]: ', typeOf(additionalProperties), ' }'];
  }
  return [typeof type === 'object' ? type.join(' | ') : (type ?? 'any'), format === undefined ? '' : ` (${format})`];
}

const joined = (schemas: readonly JsonSchema[], sign: string): ComponentChildren =>
  schemas.map((schema, index) => [index === 0 ? '' : sign, typeOf(schema)]);

/** Keywords of JSON Schema that a reader of a value should know. */
const KEYWORDS = [
  ['default', 'default'],
  ['minimum', 'minimum'],
  ['exclusiveMinimum', 'exclusiveMinimum'],
  ['maximum', 'maximum'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['minItems', 'minItems'],
  ['maxItems', 'maxItems'],
  ['pattern', 'pattern'],
] as const satisfies readonly (readonly [string, keyof JsonSchema])[];

/** Bounds and default of a value, and of the elements of a list. */
export function Bounds({ schema }: { readonly schema: JsonSchema }): VNode | null {
  const bounds = [schema, schema.items || {}].flatMap((part) =>
    KEYWORDS.flatMap(([label, key]) => (part[key] === undefined ? [] : [`${label} ${JSON.stringify(part[key])}`])),
  );
  return bounds.length === 0 ? null : <p class="schema-bounds">{bounds.join(' · ')}</p>;
}

/** Objects written out inside of a schema. */
function objectsIn(schema: JsonSchema | undefined): readonly JsonSchema[] {
  if (schema === undefined) return [];
  if (schema.properties !== undefined) return [schema];
  const { additionalProperties: values } = schema;
  return [
    ...(schema.anyOf ?? []),
    ...(schema.prefixItems ?? []),
    schema.items || undefined,
    typeof values === 'object' ? values : undefined,
  ].flatMap(objectsIn);
}

/** The fields of a schema, or its type where it has none. */
export function SchemaView({ view, schema }: { readonly view: ReferenceView; readonly schema: JsonSchema }): VNode {
  const objects = objectsIn(schema);
  return (
    <div class="schema" lang="en">
      {(objects.length !== 1 || schema.properties === undefined) && (
        <p>
          <TypeLine schema={schema} />
        </p>
      )}
      {objects.map((object, index) => (
        <Fields key={index} view={view} object={object} />
      ))}
    </div>
  );
}

function Fields({ view, object }: { readonly view: ReferenceView; readonly object: JsonSchema }): VNode {
  const required = new Set(object.required);
  return (
    <ul class="field-list">
      {Object.entries(object.properties ?? {}).map(([name, field]) => {
        const objects = objectsIn(field);
        return (
          <li key={name}>
            <p>
              <code class="field-name">{name}</code> <TypeLine schema={field} />{' '}
              {required.has(name) && <span class="field-required">{view.say('required')}</span>}
            </p>
            {field.description !== undefined && (
              <p class="field-about">
                <Line text={field.description} />
              </p>
            )}
            <Bounds schema={field} />
            {objects.length > 0 && (
              <details>
                <summary>{view.say('fieldsOf', { name })}</summary>
                {objects.map((inner, index) => (
                  <Fields key={index} view={view} object={inner} />
                ))}
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
