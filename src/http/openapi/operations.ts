// Operations of the OpenAPI document: parameters, access and answers of a route.
import type { HeaderNames } from '../answer/headers.ts';
import { POLICIES, TOKEN_SCOPES, type TokenScope } from '../gates/guard.ts';
import { LIMITS, type LimitWindow } from '../gates/limits.ts';
import type { Body, Route } from '../routing/contract.ts';
import { hasRest, parameterNames } from '../routing/pattern.ts';
import {
  answerHeaders,
  describeAnswers,
  describeRefusals,
  ENCODED_SLASHES,
  joinResponses,
  leadsToSlashes,
} from './answers.ts';
import { type Example, type Examples, showExamples } from './examples.ts';
import { type ParameterComponents, REST_NOTE } from './parameters.ts';
import type { RefusalComponents } from './refusals.ts';
import { type JsonObject, pascalCase, type SchemaComponents } from './schema.ts';

export interface Components {
  readonly schemas: SchemaComponents;
  readonly parameters: ParameterComponents;
  readonly refusals: RefusalComponents;
}

export function describeOperation(
  route: Route,
  components: Components,
  names: HeaderNames,
  examples: Examples,
): JsonObject {
  const { schemas, parameters, refusals } = components;
  const own = examples[route.handledAs ?? route.id] ?? [];
  const description = [
    route.description,
    hasRest(route) ? restSentence(route) : undefined,
    scopeSentence(route),
    limitSentence(route),
  ]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId: route.id,
    tags: [route.section],
    summary: route.summary,
    ...(description !== '' && { description }),
    parameters: parameters.describe(route),
    ...(route.body !== undefined && { requestBody: describeBody(route, route.body, schemas, own) }),
    security: securityOf(route),
    responses: joinResponses(describeRefusals(route, names, refusals), describeAnswers(route, schemas, names, own)),
  };
}

export function describeHead(route: Route, components: Components, names: HeaderNames): JsonObject {
  return {
    operationId: `${route.id}Head`,
    tags: [route.section],
    summary: `${route.summary}: headers alone`,
    parameters: components.parameters.describe(route, false),
    security: securityOf(route),
    responses: {
      200: { description: 'The headers of the full content', headers: answerHeaders(route, 200, names) },
      304: { description: 'Not modified', headers: answerHeaders(route, 304, names) },
      ...(leadsToSlashes(route) && { 308: { ...ENCODED_SLASHES, headers: answerHeaders(route, 308, names) } }),
      '4XX': { description: 'The status that `GET` has, without a body' },
      '5XX': { description: 'The status that `GET` has, without a body' },
    },
  };
}

function restSentence(route: Route): string {
  return `\`${parameterNames(route.path).at(-1)}\` is ${REST_NOTE.charAt(0).toLowerCase()}${REST_NOTE.slice(1)}`;
}

function scopeSentence({ access }: Route): string | undefined {
  if (access === undefined || access === 'public' || access === 'viewer') return undefined;
  const { scope } = POLICIES[access];
  return scope === undefined ? 'By session cookie only.' : `An API token needs the scope \`${scope}\`.`;
}

const SPANS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** The burst limit of a route. Operators may turn limits off. */
function limitSentence({ limit }: Route): string | undefined {
  if (limit === undefined) return undefined;
  const windows: readonly LimitWindow[] = LIMITS[limit];
  const calls = windows.map(({ quota, seconds }) => {
    const [length, unit] = SPANS.find(([span]) => seconds % span === 0) ?? [1, 'second'];
    const count = seconds / length;
    return `${quota} calls ${count === 1 ? `a ${unit}`.replace('a hour', 'an hour') : `in ${count} ${unit}s`}`;
  });
  return `At most ${calls.join(' and ')}, shared by all operations with the limit \`${limit}\`.`;
}

function describeBody(route: Route, body: Body, schemas: SchemaComponents, own: readonly Example[]): JsonObject {
  const shown = own.flatMap(({ name, body: sent }) => (sent === undefined ? [] : [{ name, value: sent }]));
  const name = `${pascalCase(route.handledAs ?? route.id)}Request`;
  switch (body.kind) {
    case 'json':
      return {
        ...(body.optional ? {} : { required: true }),
        description: `At most ${body.capBytes} bytes`,
        content: {
          'application/json': { schema: schemas.describeBody(body.schema, 'input', name), ...showExamples(shown) },
        },
      };
    case 'form':
      return {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemas.describeBody(body.schema, 'input', name) } },
      };
    case 'raw': {
      const { shape, description, mediaTypes } = body;
      const content =
        shape === undefined ? {} : { schema: schemas.describeBody(shape, 'input', name), ...showExamples(shown) };
      return { required: true, description, content: Object.fromEntries(mediaTypes.map((type) => [type, content])) };
    }
  }
}

// Who may call

/** The alternatives of credentials; `{}` is none. */
function securityOf({ access }: Route): readonly JsonObject[] {
  if (access === undefined || access === 'public') return [];
  const cookie = { cookieSession: [] };
  if (access === 'viewer') return [{}, cookie, { apiToken: [] }];
  const policy = POLICIES[access];
  if (policy.scope === undefined) return [cookie];
  const token = { apiToken: [policy.scope] };
  return 'byTokenOnly' in policy ? [token] : [cookie, token];
}

/** What each scope of a token allows. */
const SCOPES: Readonly<Record<TokenScope, string>> = {
  read: 'reads what belongs to the account',
  community: 'writes posts, comments, reactions, relations and reports',
  upload: 'uploads files',
  profile: 'changes profile, avatar and preferences',
  publish: 'publishes releases of the servers that the token names; for administrators',
  releases:
    'lists, promotes, rolls back, retires and deletes releases of the servers that the token names; for administrators',
  webhooks: 'manages webhooks; for administrators',
};

export function securitySchemes(baseUrl: string | undefined): JsonObject {
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
      description: [
        'An API token, made in the settings of the account and sent as `Authorization: Bearer …`. The cookie is then ignored.',
        'Each operation names the scope that a token needs:',
        '',
        ...TOKEN_SCOPES.map((scope) => `- \`${scope}\` ${SCOPES[scope]}`),
      ].join('\n'),
    },
  };
}
