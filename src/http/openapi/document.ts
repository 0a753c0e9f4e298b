// Generates the OpenAPI 3.1 document from the routes: parameters and responses from their zod schemas, refusals from
// the catalogue, all as shared components. A schema with an id (`.meta({ id })`) becomes a named component, and so does
// a parameter used more than once. Describes only what routes declare; knows no feature.
import { INTERFACE_VERSION } from '../../kernel/names.ts';
import { type HeaderNames, headerNames } from '../answer/headers.ts';
import { POLICIES } from '../gates/guard.ts';
import type { Body, Parameter, Route } from '../routing/contract.ts';
import { hasRest, openApiPath, parameterNames } from '../routing/pattern.ts';
import {
  answerHeaders,
  describeAnswers,
  describeErrors,
  describeHeaders,
  describeRefusals,
  isConditional,
  joinResponses,
  servesRanges,
} from './answers.ts';
import { componentRef, type JsonObject, SchemaComponents } from './schema.ts';

const DESCRIPTION = [
  'Releases, catalog, files and community of a game, from one service.',
  '',
  '- Every `GET` also answers `HEAD` with the same headers and no body.',
  '- A read that goes through a release takes `release=<releaseId>`; pinned answers never change.',
  '- Every answer carries `X-Request-Id`; an incoming one of 8 to 64 letters, digits, `.`, `_`, `-` is kept.',
  '- Entity tags are strong and differ by coding; `If-None-Match` beats `Range`.',
  '- Pages of any origin may read releases, catalog and files. Below `/api/v1/community` they read what a stranger may read: their cookies are ignored. With an API token they may use every route that takes tokens.',
  '- Consumers keep fields that they do not know.',
].join('\n');

/** Marks a path parameter whose value contains slashes, which OpenAPI 3.1 cannot express. */
export const REST_MARK = 'x-several-segments';
const REST_NOTE = 'The rest of the path: one segment or more, sent with its slashes as they are.';

interface Components {
  readonly schemas: SchemaComponents;
  readonly parameters: Map<string, JsonObject>;
}

/**
 * The document for these routes; pages are left out.
 *
 * @param baseUrl the public address; undefined when not configured, and `servers` is then the document's own origin
 * @param names the release headers with their configured prefix
 * @param title the name of the instance
 */
export function createOpenApi(
  allRoutes: readonly Route[],
  baseUrl: string | undefined,
  names: HeaderNames = headerNames('Service'),
  title = 'Livehouse',
): Record<string, unknown> {
  const routes = allRoutes.filter(({ dialect }) => dialect !== 'page');
  const components: Components = { schemas: new SchemaComponents(), parameters: new Map() };
  const shared = findSharedParameters(routes, components);
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = describeOperation(route, components, shared, names);
    if (servesRanges(route)) operations.head = describeHead(route, components, shared, names);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: INTERFACE_VERSION,
      summary: "A self-hosted home for a game's data and its community",
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl ?? '/' }],
    tags: [...new Set(routes.map((route) => route.section))].map((name) => ({ name })),
    security: [],
    paths,
    components: {
      schemas: { ...describeErrors(routes), ...components.schemas.all() },
      parameters: { ...HEADER_PARAMETERS, ...Object.fromEntries(components.parameters) },
      headers: describeHeaders(names),
      ...(routes.some(asksForCaller) ? { securitySchemes: securitySchemes(baseUrl) } : {}),
    },
  };
}

function describeOperation(
  route: Route,
  components: Components,
  shared: ReadonlyMap<string, string>,
  names: HeaderNames,
): JsonObject {
  const description = [route.description, hasRest(route) ? restSentence(route) : undefined]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId: route.id,
    tags: [route.section],
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    parameters: describeParameters(route, components, shared),
    ...(route.body === undefined ? {} : { requestBody: describeBody(route.body, components.schemas) }),
    ...describeSecurity(route),
    responses: joinResponses(describeRefusals(route, names), describeAnswers(route, components.schemas, names)),
  };
}

function describeHead(
  route: Route,
  components: Components,
  shared: ReadonlyMap<string, string>,
  names: HeaderNames,
): JsonObject {
  return {
    operationId: `${route.id}Head`,
    tags: [route.section],
    summary: `${route.summary}: headers alone`,
    parameters: describeParameters(route, components, shared, false),
    responses: {
      200: { description: 'The headers of the full content', headers: answerHeaders(route, 200, names) },
      304: { description: 'Not modified', headers: answerHeaders(route, 304, names) },
      default: { description: 'The status that `GET` has, without a body' },
    },
  };
}

function restSentence(route: Route): string {
  return `\`${parameterNames(route.path).at(-1)}\` is ${REST_NOTE.charAt(0).toLowerCase()}${REST_NOTE.slice(1)}`;
}

// Parameters

const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One byte range: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Several ranges are refused; other units are ignored.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'An earlier `ETag`: the range counts only while it still matches.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Earlier `ETag`s, or `*`: 304 if one of them matches.',
    schema: { type: 'string' },
  },
};

type Place = 'path' | 'query' | 'header';

function describeParameters(
  route: Route,
  components: Components,
  shared: ReadonlyMap<string, string>,
  ranges = servesRanges(route),
): readonly JsonObject[] {
  const own = declaredParameters(route).map(({ name, place, parameter, isRest }) => {
    const described = describeParameter(name, place, parameter, isRest, components);
    const key = shared.get(JSON.stringify(described));
    if (key === undefined) return described;
    components.parameters.set(key, described);
    return componentRef('parameters', key);
  });
  const headers = [...(ranges ? ['Range', 'IfRange'] : []), ...(isConditional(route) ? ['IfNoneMatch'] : [])];
  return [...own, ...headers.map((key) => componentRef('parameters', key))];
}

function declaredParameters(route: Route) {
  const rest = hasRest(route) ? parameterNames(route.path).at(-1) : undefined;
  const list = (place: Place, declared: Readonly<Record<string, Parameter>> = {}) =>
    Object.entries(declared).map(([name, parameter]) => ({
      name,
      place,
      parameter,
      isRest: place === 'path' && name === rest,
    }));
  return [...list('path', route.params), ...list('query', route.query), ...list('header', route.headers)];
}

function describeParameter(
  name: string,
  place: Place,
  parameter: Parameter,
  isRest: boolean,
  components: Components,
): JsonObject {
  const { description: inner, ...schema } = components.schemas.describe(parameter.schema, 'input');
  const words = [parameter.description ?? inner, isRest ? REST_NOTE : undefined].filter(Boolean).join('. ');
  return {
    name,
    in: place,
    ...(words === '' ? {} : { description: words }),
    ...(place === 'path' ? { required: true } : {}),
    ...(isRest ? { [REST_MARK]: true } : {}),
    ...(parameter.many ? { style: 'form', explode: true, schema: { type: 'array', items: schema } } : { schema }),
  };
}

/** Parameters used by more than one operation: description → component name. */
function findSharedParameters(routes: readonly Route[], components: Components): ReadonlyMap<string, string> {
  const uses = new Map<string, { readonly name: string; count: number }>();
  for (const route of routes) {
    for (const { name, place, parameter, isRest } of declaredParameters(route)) {
      const text = JSON.stringify(describeParameter(name, place, parameter, isRest, components));
      const use = uses.get(text) ?? { name, count: 0 };
      use.count += servesRanges(route) ? 2 : 1;
      uses.set(text, use);
    }
  }
  const taken = new Set(Object.keys(HEADER_PARAMETERS));
  const shared = new Map<string, string>();
  for (const [text, { name, count }] of uses) {
    if (count < 2) continue;
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${name}${number}`;
    taken.add(key);
    shared.set(text, key);
  }
  return shared;
}

// Bodies and callers

function describeBody(body: Body, schemas: SchemaComponents): JsonObject {
  switch (body.kind) {
    case 'json':
      return {
        ...(body.optional ? {} : { required: true }),
        description: `At most ${body.capBytes} bytes`,
        content: { 'application/json': { schema: schemas.describe(body.schema, 'input') } },
      };
    case 'form':
      return {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemas.describe(body.schema, 'input') } },
      };
    case 'raw':
      return {
        required: true,
        description: body.description,
        content: Object.fromEntries(body.mediaTypes.map((type) => [type, {}])),
      };
  }
}

const asksForCaller = (route: Route): boolean => route.access !== undefined && route.access !== 'public';

function describeSecurity(route: Route): JsonObject {
  const { access } = route;
  if (access === undefined || access === 'public') return {};
  const cookie = { cookieSession: [] };
  const token = { apiToken: [] };
  if (access === 'viewer') return { security: [{}, cookie, token] };
  return { security: POLICIES[access].scope === undefined ? [cookie] : [cookie, token] };
}

function securitySchemes(baseUrl: string | undefined): JsonObject {
  const prefix = baseUrl?.startsWith('https:') ? '__Secure-' : '';
  return {
    cookieSession: {
      type: 'apiKey',
      in: 'cookie',
      name: `${prefix}livehouse.session_token`,
      description: 'The session of a signed-in browser. Writes must come from the same origin.',
    },
    apiToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token with the scope that the operation needs. The cookie is then ignored.',
    },
  };
}
