// Responses in the OpenAPI document: what a route returns by status, with headers, and its refusals, each code under
// its status and in the dialect of the route. Refusals of the pipeline itself are derived from the declaration
// (parameters, access, limit, body), so routes do not repeat them.
import { REFUSALS, type RefusalCode } from '../../kernel/refusal.ts';
import type { HeaderNames } from '../answer/headers.ts';
import { POLICIES } from '../gates/guard.ts';
import type { AnswerDescription, Body, Dialect, Route } from '../routing/contract.ts';
import { componentRef, isObject, type JsonObject, type SchemaComponents } from './schema.ts';

/** Failures that any route may return without declaring them. */
const EVERYWHERE: readonly RefusalCode[] = ['internal_error'];

/** Whether the route may respond with a byte range. */
export const servesRanges = (route: Route): boolean => route.method === 'GET' && route.answers[206] !== undefined;
/** Whether responses of the route have an entity tag: hot reads, and routes that declare 304. */
export const isConditional = (route: Route): boolean =>
  route.method === 'GET' && (route.hot === true || route.answers[304] !== undefined);
/**
 * Whether responses of the route name a release. True for routes that declare `release_invalid`, since they read
 * through a release.
 */
const namesRelease = (route: Route): boolean => route.refusals.includes('release_invalid');

/** Successful responses of a route, by status. */
export function describeAnswers(route: Route, schemas: SchemaComponents, names: HeaderNames): JsonObject {
  const answers: [number, AnswerDescription][] = Object.entries(route.answers).map(([status, answer]) => [
    Number(status),
    answer,
  ]);
  if (isConditional(route) && route.answers[304] === undefined) answers.push([304, { description: 'Not modified' }]);
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: answerHeaders(route, status, names),
        ...answerContent(answer, schemas),
      },
    ]),
  );
}

function answerContent(answer: AnswerDescription, schemas: SchemaComponents): JsonObject {
  if (answer.schema !== undefined) return jsonContent(schemas.describe(answer.schema, 'output'));
  if (answer.mediaType === undefined) return {};
  // In OpenAPI 3.1 a binary body has no schema; text is a string.
  const isText = answer.mediaType.startsWith('text/');
  return { content: { [answer.mediaType]: isText ? { schema: { type: 'string' } } : {} } };
}

const jsonContent = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  content: { 'application/json': { schema, ...more } },
});

/** Headers that responses with this status carry. */
export function answerHeaders(route: Route, status: number, names: HeaderNames): JsonObject {
  const keys: [string, string][] = [['X-Request-Id', 'RequestId']];
  if (isConditional(route) && status < 400) keys.push(['ETag', 'ETag']);
  if (servesRanges(route) && (status < 300 || status === 416)) keys.push(['Accept-Ranges', 'AcceptRanges']);
  if (status === 206 || status === 416) keys.push(['Content-Range', 'ContentRange']);
  if (status === 503 || status === 429) keys.push(['Retry-After', 'RetryAfter']);
  if (namesRelease(route) && status < 400) keys.push([names.releaseId, 'ReleaseId'], [names.sourceId, 'SourceId']);
  return Object.fromEntries(keys.map(([name, key]) => [name, componentRef('headers', key)]));
}

/** The headers under components/headers. */
export function describeHeaders(names: HeaderNames): JsonObject {
  const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });
  return {
    RequestId: text('Correlation id of the request'),
    ETag: text('Entity tag of exactly these bytes'),
    AcceptRanges: { description: 'Byte ranges are served', schema: { type: 'string', const: 'bytes' } },
    ContentRange: text('`bytes start-end/size`, or `bytes */size` with 416'),
    RetryAfter: { description: 'Seconds to wait before a retry', schema: { type: 'integer', minimum: 1 } },
    ReleaseId: text(`Release that the answer comes from (\`${names.releaseId}\`)`),
    SourceId: text(`Source snapshot of that release (\`${names.sourceId}\`)`),
  };
}

/**
 * Joins the refusals and responses of a route. Where both have a status and share a media type, the declared response
 * describes both. Otherwise a client may receive either (for example a page's own 403 as HTML and the pipeline's as
 * JSON), and both are described.
 */
export function joinResponses(refusals: JsonObject, answers: JsonObject): JsonObject {
  const joined: JsonObject = { ...refusals, ...answers };
  for (const [status, answer] of Object.entries(answers)) {
    const refusal = refusals[status];
    if (!isObject(refusal) || !isObject(answer)) continue;
    const { content } = answer;
    const { content: other } = refusal;
    if (!isObject(content) || !isObject(other) || Object.keys(other).some((type) => type in content)) continue;
    joined[status] = {
      ...answer,
      description: `${answer.description}; ${refusal.description}`,
      content: { ...content, ...other },
    };
  }
  return joined;
}

/** Every refusal that the declaration of a route implies, by status. */
export function describeRefusals(route: Route, names: HeaderNames): JsonObject {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const status = statusOf(route, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${REFUSALS[code][1]}`).join('; '),
        headers: answerHeaders(route, status, names),
        ...(status === 416 ? {} : refusalContent(route.dialect, codes)),
      },
    ]),
  );
}

function statusOf(route: Route, code: RefusalCode): number {
  const own = route.body?.kind === 'json' ? route.body.statuses?.[code] : undefined;
  return own ?? REFUSALS[code][0];
}

/** Refusals of the pipeline (parameters, caller, body, limit) and those that the route declares. */
export function refusalsOf(route: Route): ReadonlySet<RefusalCode> {
  const parameters = [...Object.values(route.params ?? {}), ...Object.values(route.query ?? {})];
  const hasSingleQuery = Object.values(route.query ?? {}).some((parameter) => parameter.many === undefined);
  return new Set<RefusalCode>([
    ...parameters.map((parameter) => parameter.refusal),
    ...(hasSingleQuery ? (['duplicate_query_parameter'] as const) : []),
    ...callerRefusals(route),
    ...(route.limit === undefined ? [] : (['rate_limit_exceeded'] as const)),
    ...bodyRefusals(route.body),
    ...route.refusals,
    ...EVERYWHERE,
  ]);
}

function callerRefusals(route: Route): readonly RefusalCode[] {
  const { access, method } = route;
  if (access === undefined || access === 'public') return route.sameOrigin ? ['cross_origin_request'] : [];
  if (access === 'viewer') return ['database_unavailable'];
  const policy = POLICIES[access];
  return [
    ...(method === 'GET' ? [] : (['cross_origin_request'] as const)),
    'authentication_required',
    'account_deleted',
    ...(policy.standing ? (['email_verification_required', 'account_suspended'] as const) : []),
    // A token also gets this code on routes that no scope opens.
    'insufficient_scope',
    ...Object.values(policy.restrictions),
    ...('role' in policy ? (['staff_required', 'second_factor_required'] as const) : []),
    ...('confirmedWithinMs' in policy ? (['reauthentication_required'] as const) : []),
    'database_unavailable',
  ];
}

function bodyRefusals(body: Body | undefined): readonly RefusalCode[] {
  if (body === undefined) return [];
  if (body.kind === 'raw') return ['request_timeout'];
  const shared = ['content_type_required', 'request_too_large', 'request_timeout', body.invalid] as const;
  return body.kind === 'form'
    ? shared
    : [...shared, 'invalid_json', 'invalid_body', ...Object.values(body.fields ?? {})];
}

function refusalContent(dialect: Dialect, codes: readonly RefusalCode[]): JsonObject {
  switch (dialect) {
    case 'api':
      return jsonContent(componentRef('schemas', 'Error'), {
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { error: { code, message: REFUSALS[code][1] } } }]),
        ),
      });
    case 'plain': {
      const texts = codes.map((code) => (REFUSALS[code][0] === 404 ? 'not found' : code));
      return { content: { 'text/plain; charset=utf-8': { schema: { type: 'string', enum: [...new Set(texts)] } } } };
    }
    case 'level':
      return jsonContent(componentRef('schemas', 'LevelError'));
    case 'bare':
    case 'page':
      return {};
  }
}

/** The schemas of refusals under components/schemas. */
export function describeErrors(routes: readonly Route[]): JsonObject {
  const codes = new Set<RefusalCode>(['route_not_found', 'method_not_allowed', ...EVERYWHERE]);
  for (const route of routes) {
    if (route.dialect !== 'api') continue;
    for (const code of refusalsOf(route)) codes.add(code);
  }
  const text = { type: 'string' };
  const closed = (properties: JsonObject): JsonObject => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  return {
    ErrorCode: { type: 'string', enum: [...codes].sort(), description: 'Stable code of a refusal' },
    Error: {
      ...closed({ error: closed({ code: componentRef('schemas', 'ErrorCode'), message: text }) }),
      description: 'The envelope of every structured refusal',
    },
    ...(routes.some((route) => route.dialect === 'level')
      ? { LevelError: { ...closed({ message: text }), description: 'The refusal of the level server' } }
      : {}),
  };
}
