// The interface document as the pages of the reference show it: sections, operations, schemas, with every reference to a
// parameter resolved. Read once for each document.
import { z } from 'zod';
import type { InterfaceDocument } from '../../features/site/interface-description.ts';
import { listSections, type Section } from '../../features/site/sections.ts';
import type { Example, Examples } from '../../http/openapi/examples.ts';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | JsonSchema | undefined;
  /** `false` after `prefixItems`: no further elements. */
  readonly items?: JsonSchema | false | undefined;
  readonly prefixItems?: readonly JsonSchema[] | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
}

/** Our own code wrote the document, and a test reads all of it: checking every schema would take longer than all the rest. */
const schemaSchema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  description: z.string().optional(),
  required: z.boolean().optional(),
  'x-several-segments': z.boolean().optional(),
  schema: schemaSchema,
  example: z.unknown().optional(),
});
export type Parameter = z.output<typeof parameterSchema>;

const mediaSchema = z.object({
  schema: schemaSchema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ summary: z.string().optional(), value: z.unknown() })).optional(),
});
export type Media = z.output<typeof mediaSchema>;

const contentSchema = z.record(z.string(), mediaSchema);
const referenceSchema = z.object({ $ref: z.string() });

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.union([referenceSchema, parameterSchema])),
  requestBody: z
    .object({ description: z.string().optional(), required: z.boolean().optional(), content: contentSchema })
    .optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.unknown()).optional(),
      content: contentSchema.optional(),
    }),
  ),
});

const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), schemaSchema),
    parameters: z.record(z.string(), parameterSchema),
    securitySchemes: z.record(z.string(), z.object({ name: z.string().optional(), description: z.string() })),
  }),
});

/** What an operation answers with a status, apart from refusals. */
interface OperationAnswer {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly string[];
  readonly content: readonly (readonly [mediaType: string, media: Media])[];
}

interface OperationRefusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly section: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body:
    | {
        readonly description: string;
        readonly required: boolean;
        readonly content: readonly (readonly [mediaType: string, media: Media])[];
      }
    | undefined;
  /** Who may call: anyone, anyone who may be signed in, a session alone, a token or a session, a token alone. */
  readonly caller: 'anyone' | 'reader' | 'cookie' | 'token' | 'tokenOnly';
  readonly scope: string | undefined;
  /** A request that goes together. The examples of single parameters need not. */
  readonly request: Example;
  readonly answers: readonly OperationAnswer[];
  readonly refusals: readonly OperationRefusal[];
}

export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly sections: readonly (Section & { readonly operations: readonly Operation[] })[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Name of the session cookie. */
  readonly cookie: string;
  /** What tokens are and what each scope allows. */
  readonly tokens: string;
}

const read = new WeakMap<InterfaceDocument, Reference>();

/** The document for the pages; the same value for the same document. */
export function readReference(document: InterfaceDocument, examples: Examples): Reference {
  const known = read.get(document);
  if (known !== undefined) return known;
  const { info, paths, components } = documentSchema.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => describe(path, method, given, components.parameters, examples)),
  );
  const made: Reference = {
    ...info,
    sections: listSections(document).map((section) => ({
      ...section,
      operations: operations.filter((operation) => operation.section === section.name),
    })),
    schemas: components.schemas,
    cookie: components.securitySchemes.cookieSession?.name ?? '',
    tokens: components.securitySchemes.apiToken?.description ?? '',
  };
  read.set(document, made);
  return made;
}

/** A refusal in the description of a response: its code and message. */
const REFUSAL = /`([a-z0-9_]+)`: (.*?)(?=; `[a-z0-9_]+`: |$)/g;

function describe(
  path: string,
  method: string,
  {
    operationId,
    tags,
    summary,
    description = '',
    parameters,
    requestBody,
    security,
    responses,
  }: z.output<typeof operationSchema>,
  shared: Readonly<Record<string, Parameter>>,
  examples: Examples,
): Operation {
  const refusals = Object.entries(responses).flatMap(([status, response]) =>
    [...response.description.matchAll(REFUSAL)].map(([, code = '', message = '']) => ({ status, code, message })),
  );
  const answers = Object.entries(responses).flatMap(([status, response]) => {
    const own = response.description.replace(REFUSAL, '').replace(/[; ]+$/, '');
    const content = Object.entries(response.content ?? {});
    return own === '' ? [] : [{ status, description: own, headers: Object.keys(response.headers ?? {}), content }];
  });
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    section: tags[0],
    summary,
    description,
    parameters: parameters.flatMap((parameter) =>
      'name' in parameter ? [parameter] : (shared[nameOf(parameter.$ref)] ?? []),
    ),
    body: requestBody && {
      description: requestBody.description ?? '',
      required: requestBody.required === true,
      content: Object.entries(requestBody.content),
    },
    ...callerOf(security),
    request: examples[operationId]?.[0] ?? {},
    answers,
    refusals,
  };
}

/** Name of the component that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function callerOf(
  security: readonly Readonly<Record<string, readonly string[]>>[],
): Pick<Operation, 'caller' | 'scope'> {
  if (security.length === 0) return { caller: 'anyone', scope: undefined };
  const scope = security.flatMap(({ apiToken = [] }) => apiToken)[0];
  if (security.some((way) => Object.keys(way).length === 0)) return { caller: 'reader', scope };
  if (!security.some((way) => 'apiToken' in way)) return { caller: 'cookie', scope };
  return { caller: security.some((way) => 'cookieSession' in way) ? 'token' : 'tokenOnly', scope };
}

/** Schemas that these operations refer to, directly or through others, without those of refusals. */
export function schemasOf(reference: Reference, operations: readonly Operation[]): readonly string[] {
  const found = new Set<string>();
  const visit = (schema: JsonSchema | undefined): void => {
    if (schema === undefined) return;
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref);
      if (found.has(name)) return;
      found.add(name);
      visit(reference.schemas[name]);
    }
    for (const part of partsOf(schema)) visit(part);
  };
  for (const { parameters, body, answers } of operations) {
    for (const parameter of parameters) visit(parameter.schema);
    for (const [, media] of [...(body?.content ?? []), ...answers.flatMap(({ content }) => content)]) {
      visit(media.schema);
    }
  }
  return [...found].filter((name) => !isRefusal(reference.schemas[name])).sort();
}

const partsOf = (schema: JsonSchema): readonly (JsonSchema | undefined)[] => [
  ...Object.values(schema.properties ?? {}),
  ...(schema.anyOf ?? []),
  ...(schema.prefixItems ?? []),
  schema.items || undefined,
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined,
];

/** Whether a schema is the envelope of a refusal, whose code and message the list of refusals has. */
export const isRefusal = (schema: JsonSchema | undefined): boolean =>
  schema?.properties?.error?.properties?.code?.const !== undefined;
