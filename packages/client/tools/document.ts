// Reads the OpenAPI document as far as the client needs it: successful answers alone, and parameters in place of references.

type Json = { [key: string]: unknown };

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What the parameters and the body mean, by name. */
  readonly meanings: ReadonlyMap<string, string>;
  /** Names of parameters in the query. */
  readonly query: readonly string[];
  /** Names of parameters that are headers. */
  readonly headers: readonly string[];
  /** The path parameter that keeps its slashes. */
  readonly rest: string | undefined;
  readonly takesToken: boolean;
  /** Media type of the answer; undefined without a body. */
  readonly mediaType: string | undefined;
  /** Alternatives of the answer, when it is JSON. */
  readonly answers: readonly Json[];
}

export interface ApiDocument {
  /** What the types are made from. */
  readonly source: Json;
  readonly operations: readonly Operation[];
  /** Codes of all refusals. */
  readonly codes: readonly string[];
}

/** Headers that the client sends itself. */
const OWN_HEADERS = ['Range', 'If-Range', 'If-None-Match'];
/** Marks path parameters that keep their slashes. */
const REST = 'x-several-segments';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a document, which stays as it is. */
export function readApiDocument(document: unknown): ApiDocument {
  const source = objectOf(JSON.parse(JSON.stringify(document)));
  const components = objectOf(source.components);
  const operations: Operation[] = [];
  const codes = listCodes(objectOf(components.schemas));
  for (const [path, item] of Object.entries(objectOf(source.paths))) {
    const methods = objectOf(item);
    for (const [method, operation] of Object.entries(methods)) {
      if (isObject(operation)) operations.push(readOperation(method, path, operation, components));
    }
  }
  source.components = { schemas: keepUsed(objectOf(components.schemas), source.paths) };
  return { source, operations, codes };
}

/** Each code has a schema, in which it is a constant. */
function listCodes(schemas: Json): readonly string[] {
  const constants = Object.entries(schemas).map(([name, schema]) => {
    const { error } = objectOf(objectOf(schema).properties);
    const { code } = objectOf(objectOf(error).properties);
    return name.endsWith('Error') ? textOf(objectOf(code).const) : '';
  });
  return constants.filter((code) => code !== '').sort();
}

/** The schemas that operations still name. */
function keepUsed(schemas: Json, paths: unknown): Json {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** Reads one operation and leaves in it only what its types need. */
function readOperation(method: string, path: string, operation: Json, components: Json): Operation {
  const all = Array.isArray(operation.parameters) ? operation.parameters : [];
  const parameters = all
    .map((parameter) => resolve(parameter, components))
    .filter(({ name }) => !OWN_HEADERS.includes(textOf(name)));
  operation.parameters = parameters;
  const namesIn = (place: string): readonly string[] =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => textOf(name));
  const own = [...namesIn('path'), ...namesIn('query'), ...namesIn('header')];
  const id = textOf(operation.operationId);
  if (new Set([...own, 'body']).size !== own.length + 1) throw new Error(`${id}: two parameters have one name`);
  const contents = keepSuccess(operation);
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    meanings: new Map(
      [...parameters, { name: 'body', ...objectOf(operation.requestBody) }].flatMap((one: Json) => {
        const meaning = textOf(one.description) || textOf(objectOf(one.schema).description);
        return meaning === '' ? [] : [[textOf(one.name), meaning] as const];
      }),
    ),
    query: namesIn('query'),
    headers: namesIn('header'),
    rest: parameters.filter((parameter) => parameter[REST] === true).map(({ name }) => textOf(name))[0],
    takesToken: Array.isArray(operation.security) && operation.security.some((one) => 'apiToken' in objectOf(one)),
    mediaType: contents.flatMap((content) => Object.keys(content))[0],
    answers: contents.flatMap((content) => alternatives(objectOf(content['application/json']).schema, components)),
  };
}

/** Removes everything but successful answers and their content. Returns the contents. */
function keepSuccess(operation: Json): readonly Json[] {
  const responses = objectOf(operation.responses);
  const contents: Json[] = [];
  for (const [status, response] of Object.entries(responses)) {
    // A part of an answer (206) is an answer to `Range`.
    if (!/^2/.test(status) || status === '206' || !isObject(response)) delete responses[status];
    else {
      delete response.headers;
      delete response.links;
      if (isObject(response.content)) contents.push(response.content);
    }
  }
  return contents;
}

function alternatives(schema: unknown, components: Json): readonly Json[] {
  const found = resolve(schema, components);
  return Array.isArray(found.anyOf) ? found.anyOf.flatMap((one) => alternatives(one, components)) : [found];
}

function resolve(value: unknown, components: Json): Json {
  const object = objectOf(value);
  const { $ref } = object;
  if (typeof $ref !== 'string') return object;
  const [kind = '', name = ''] = $ref.split('/').slice(2);
  return resolve(objectOf(components[kind])[name], components);
}
