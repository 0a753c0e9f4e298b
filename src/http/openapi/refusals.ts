// Refusals in the OpenAPI document. Those of the pipeline (parameters, access, limit, body) and of what a route reads are
// derived from its declaration, so routes do not repeat them. Each code is one schema, with the code as a constant, and each
// status of an operation refers to the codes that it may have there.
import { REFUSALS, type RefusalCode } from '../../kernel/refusal.ts';
import { refusesUnknownTokens } from '../gates/credential.ts';
import { POLICIES } from '../gates/guard.ts';
import { type Body, type Dialect, type Route, waitsForMaintenance } from '../routing/contract.ts';
import { refusesUnknownParameters } from '../routing/unknown-parameters.ts';
import { componentRef, type JsonObject } from './schema.ts';

/** Failures that any route may return without declaring them. */
const EVERYWHERE: readonly RefusalCode[] = ['internal_error'];
const LEVEL_ERROR = 'LevelError';

/** Schemas of the refusals that operations refer to. */
export class RefusalComponents {
  readonly #codes = new Set<RefusalCode>();
  #hasLevel = false;

  /** The body of refusals with one of these codes. */
  content(dialect: Dialect, codes: readonly RefusalCode[]): JsonObject {
    switch (dialect) {
      case 'api': {
        const schemas = codes.map((code) => {
          this.#codes.add(code);
          return componentRef('schemas', schemaName(code));
        });
        const [only] = schemas;
        return json(schemas.length === 1 && only !== undefined ? only : { anyOf: schemas });
      }
      case 'plain': {
        const texts = codes.map((code) => (REFUSALS[code][0] === 404 ? 'not found' : code));
        return { content: { 'text/plain; charset=utf-8': { schema: { type: 'string', enum: [...new Set(texts)] } } } };
      }
      case 'level':
        this.#hasLevel = true;
        return json(componentRef('schemas', LEVEL_ERROR));
      case 'bare':
      case 'page':
        return {};
    }
  }

  all(): JsonObject {
    return Object.fromEntries([
      ...[...this.#codes].sort().map((code) => [schemaName(code), describeCode(code)]),
      ...(this.#hasLevel
        ? [[LEVEL_ERROR, { ...closed({ message: TEXT }), description: 'The refusal of the level server' }]]
        : []),
    ]);
  }
}

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

/** `invalid_limit` → `InvalidLimitError`. */
const schemaName = (code: RefusalCode): string =>
  `${code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/Error$/, '')}Error`;

const TEXT = { type: 'string' };

const closed = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function describeCode(code: RefusalCode): JsonObject {
  const message = REFUSALS[code][1];
  return {
    ...closed({ error: closed({ code: { type: 'string', const: code }, message: { ...TEXT, examples: [message] } }) }),
    description: message,
  };
}

/** The refusals of a route by status. */
export function refusalsByStatus(route: Route): ReadonlyMap<number, readonly RefusalCode[]> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const status = statusOf(route, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function statusOf(route: Route, code: RefusalCode): number {
  const own = route.body?.kind === 'json' ? route.body.statuses?.[code] : undefined;
  if (route.creates !== undefined && code === 'invalid_idempotency_key') return 400;
  return own ?? route.statuses?.[code] ?? REFUSALS[code][0];
}

/** Refusals that the declaration of a route implies (parameters, caller, reader, body, limit, what it reads), and its own. */
export function refusalsOf(route: Route): ReadonlySet<RefusalCode> {
  const parameters = [...Object.values(route.params ?? {}), ...Object.values(route.query ?? {})];
  const hasSingleQuery = Object.values(route.query ?? {}).some((parameter) => parameter.many === undefined);
  const refusals = new Set<RefusalCode>([
    ...parameters.map((parameter) => parameter.refusal),
    ...(hasSingleQuery ? (['duplicate_query_parameter'] as const) : []),
    ...(refusesUnknownParameters(route) ? (['unknown_parameter'] as const) : []),
    ...(waitsForMaintenance(route) ? (['maintenance'] as const) : []),
    ...callerRefusals(route),
    ...(route.reader === undefined ? [] : (['authentication_required'] as const)),
    ...(refusesUnknownTokens(route.path) ? TOKEN_REFUSALS : []),
    ...(route.limit === undefined ? [] : (['rate_limit_exceeded'] as const)),
    ...bodyRefusals(route.body),
    ...(route.creates === undefined ? [] : [...KEY_REFUSALS, route.creates.gone]),
    ...releaseRefusals(route),
    ...(route.answers[206] === undefined ? [] : (['range_not_satisfiable'] as const)),
    ...(route.readsDatabase ? (['too_many_reads'] as const) : []),
    ...(route.refusals ?? []),
    ...EVERYWHERE,
  ]);
  // What the database is asked for, it may have no room for: also reading may extend a session.
  if (refusals.has('database_unavailable')) refusals.add('storage_full');
  return refusals;
}

/** Refusals of requests with an `Idempotency-Key`. */
const KEY_REFUSALS = [
  'invalid_idempotency_key',
  'idempotency_conflict',
  'idempotency_in_progress',
] as const satisfies readonly RefusalCode[];

const TOKEN_REFUSALS = ['invalid_token', 'database_unavailable'] as const satisfies readonly RefusalCode[];

/** Refusals of a body whatever its fields are. */
const BODY_GATES = {
  json: ['content_type_required', 'request_too_large', 'invalid_json', 'invalid_body'],
  form: ['content_type_required', 'request_too_large'],
  raw: [],
} as const satisfies Record<Body['kind'], readonly RefusalCode[]>;

/** Refusals of the gates of a route, each with the rule that causes it: the policy, the burst limit, the kind of body … */
export function gateRefusals(route: Route): ReadonlyMap<RefusalCode, string> {
  const { access = 'public', limit, body } = route;
  return new Map([
    ...(waitsForMaintenance(route) ? [['maintenance', 'writes'] as const] : []),
    ...(route.method !== 'GET' && refusesUnknownParameters(route)
      ? [['unknown_parameter', 'parameters of writes'] as const]
      : []),
    ...(body === undefined ? [] : BODY_GATES[body.kind].map((code) => [code, `${body.kind} body`] as const)),
    ...(limit === undefined ? [] : [['rate_limit_exceeded', `limit ${limit}`] as const]),
    ...(route.creates === undefined ? [] : KEY_REFUSALS.map((code) => [code, 'idempotency key'] as const)),
    ...(refusesUnknownTokens(route.path) ? TOKEN_REFUSALS.map((code) => [code, 'unknown tokens'] as const) : []),
    ...callerRefusals(route).map((code) => [code, access] as const),
  ]);
}

const ROLE_REFUSALS = { staff: 'staff_required', administrator: 'forbidden' } as const;

function callerRefusals(route: Route): readonly RefusalCode[] {
  const { access, method } = route;
  if (access === undefined || access === 'public' || access === 'viewer') {
    return [
      ...(route.sameOrigin ? (['cross_origin_request'] as const) : []),
      ...(route.needsProof ? (['reauthentication_required'] as const) : []),
      ...(access === 'viewer' ? (['database_unavailable'] as const) : []),
    ];
  }
  const policy = POLICIES[access];
  return [
    ...(method === 'GET' ? [] : (['cross_origin_request'] as const)),
    'authentication_required',
    ...('inactive' in policy
      ? [policy.inactive]
      : (['account_deleted', ...(policy.standing ? (['account_suspended'] as const) : [])] as const)),
    ...(policy.standing ? (['email_verification_required'] as const) : []),
    // A token also gets this code on routes that no scope opens.
    'insufficient_scope',
    ...Object.values(policy.restrictions),
    ...('byTokenOnly' in policy ? (['token_required'] as const) : []),
    ...('role' in policy ? ([ROLE_REFUSALS[policy.role], 'second_factor_required'] as const) : []),
    ...('confirmedWithinMs' in policy ? (['reauthentication_required'] as const) : []),
    ...('byTokenOnly' in policy ? (['token_required'] as const) : []),
    'database_unavailable',
  ];
}

function releaseRefusals({ readsRelease, query }: Route): readonly RefusalCode[] {
  if (readsRelease === undefined) return [];
  if (readsRelease === 'stored') return ['object_corrupt', 'release_invalid', 'storage_unavailable'];
  return [
    'server_not_found',
    ...(query?.release === undefined ? [] : (['release_not_found'] as const)),
    'release_invalid',
    'release_identity_invalid',
    'storage_unavailable',
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
