// From a request to its answer, top to bottom: match → method → parameters → handler → refusals in the route's dialect.
// Hot reads of the release plane, and the reads that everybody may make, are matched here from the same contract before
// Hono is asked; Hono carries the rest.
import { Hono } from 'hono';
import { Refusal, type RefusalCode } from '../kernel/refusal.ts';
import type { Log } from '../platform/log.ts';
import { readFormBody, readJsonBody } from './body.ts';
import type { Content } from './bytes.ts';
import { openContext, type RequestContext } from './context.ts';
import type { Call, Contract, Cors, Dialect, Handlers, Parameter, RequirementName, Route } from './contract.ts';
import { answerRefusal, refusalOf } from './dialect.ts';
import type { Actor, ExpectedActor, Guard, PolicyName } from './guard.ts';
import { type AnswerStyle, addCors, addPreflight } from './headers.ts';
import { HotAnswers } from './hot-answers.ts';
import type { Limiter } from './limits.ts';
import { decodePath, decodeSegment } from './path-segments.ts';
import { hasRest, honoPath, PathMatcher, parameterNames } from './pattern.ts';

/** What the gates of a route have let in: its caller and its parsed body. */
interface Admitted {
  readonly actor: Actor | ExpectedActor | undefined;
  readonly body: unknown;
}

/** A route with its handler, ready to run. Made by `bindRoutes` only, which checks that the two belong together. */
export interface BoundRoute {
  readonly route: Route;
  /** Parses the path's parameters; refuses those outside their grammar. */
  readonly readParams: (raw: readonly string[]) => Record_;
  readonly run: (context: RequestContext, params: Record_, admitted: Admitted) => Response | Promise<Response>;
}

/** Attaches handlers to a contract. A missing handler does not compile. */
export function bindRoutes<C extends Contract>(contract: C, handlers: Handlers<C>): readonly BoundRoute[] {
  const keys: (keyof C & string)[] = Object.keys(contract);
  return keys.map((key) => {
    const route = contract[key];
    if (route === undefined || route.id !== key) throw new Error(`the contract key ${key} differs from its route id`);
    const handler = handlers[key];
    const readParams = paramsReader(route);
    const readQuery = queryReader(route);
    const readHeaders = headersReader(route);
    return {
      route,
      readParams,
      run: (context, params, { actor, body }) => {
        // The readers build exactly what the schemas of this route declare, which the type system cannot follow.
        const query = readQuery(context.search);
        const headers = readHeaders(context.request.headers);
        const call = { context, params, query, headers, actor, body } as Call<typeof route>;
        return handler(call);
      },
    };
  });
}

type Record_ = Record<string, unknown>;

function paramsReader(route: Route): (raw: readonly string[]) => Record_ {
  const names = parameterNames(route.path);
  const rest = hasRest(route);
  const declared = Object.entries(route.params ?? {});
  for (const name of names)
    if (route.params?.[name] === undefined) throw new Error(`${route.id} lacks parameter ${name}`);
  return (raw) => {
    const params: Record_ = {};
    for (const [name, parameter] of declared) {
      const index = names.indexOf(name);
      const text = raw[index] ?? '';
      const decoded = rest && index === names.length - 1 ? decodePath(text) : decodeSegment(text);
      const parsed = decoded === undefined ? undefined : parameter.schema.safeParse(decoded);
      if (parsed?.success) params[name] = parsed.data;
      else if (parameter.late) params[name] = '';
      else throw new Refusal(parameter.refusal);
    }
    return params;
  };
}

function queryReader(route: Route): (search: string) => Record_ {
  const declared = Object.entries(route.query ?? {});
  const empty: Record_ = Object.fromEntries(
    declared.flatMap(([name, parameter]) => (parameter.many ? [[name, []]] : [])),
  );
  return (search) => {
    if (search === '' || declared.length === 0) return empty;
    const given = new URLSearchParams(search);
    const found = declared.map(([name, parameter]) => ({ name, parameter, values: given.getAll(name) }));
    // Before any value is looked at (reference sheet, 5.1).
    if (found.some(({ parameter, values }) => !parameter.many && values.length > 1)) {
      throw new Refusal('duplicate_query_parameter');
    }
    const query: Record_ = {};
    for (const { name, parameter, values } of found) {
      if (parameter.many) {
        query[name] = values.map((value) => parseQueryValue(parameter, value));
      } else if (values[0] !== undefined) {
        query[name] = parseQueryValue(parameter, values[0]);
      }
    }
    return query;
  };
}

const NO_HEADERS: Record_ = {};

function headersReader(route: Route): (given: Headers) => Record_ {
  const declared = Object.entries(route.headers ?? {});
  if (declared.length === 0) return () => NO_HEADERS;
  return (given) => {
    const headers: Record_ = {};
    for (const [name, parameter] of declared) {
      const value = given.get(name);
      if (value !== null) headers[name] = parseQueryValue(parameter, value);
    }
    return headers;
  };
}

function parseQueryValue(parameter: Parameter, value: string): unknown {
  const parsed = parameter.schema.safeParse(value);
  if (!parsed.success || value.includes('\0') || value.includes('\ufffd')) throw new Refusal(parameter.refusal);
  return parsed.data;
}

/** What is refused where no route matches, by path. */
export interface Fallback {
  readonly dialect: Dialect;
  readonly cors: Cors;
  readonly code: RefusalCode;
}

export interface Gates {
  readonly guard: Guard;
  readonly limiter: Limiter;
  /** Refuses when what a route `requires` is not there. */
  readonly requirements?: Readonly<Record<RequirementName, () => Promise<void>>>;
}

export interface DispatchOptions {
  readonly routes: readonly BoundRoute[];
  readonly fallback: (path: string) => Fallback;
  readonly style: AnswerStyle;
  readonly log: Log;
  /** Gates of routes that ask for a caller; without it such routes cannot be bound. */
  readonly gates?: Gates;
  /** Address of a request's client, from its peer and headers. */
  readonly clientAddress?: (request: Request, peer: string) => string;
  /** Told of every answer once; must be cheap. */
  readonly observe?: Observe;
}

/** `outcome` is the refusal's code, or the status as text. */
export type Observe = (
  route: Route | undefined,
  outcome: string,
  status: number,
  /** Absent for answers that were kept by address. */
  context?: RequestContext,
) => void;

type Methods = ReadonlyMap<string, BoundRoute>;

/** The service's `fetch`; `peer` tells the address of the socket. */
export type Fetch = (request: Request, peer: () => string) => Response | Promise<Response>;

const OPEN: Admitted = { actor: undefined, body: undefined };

export function createDispatcher(options: DispatchOptions): Fetch {
  const { style, log } = options;
  const observe = options.observe ?? (() => {});

  const byPath = new Map<string, Map<string, BoundRoute>>();
  for (const bound of options.routes) {
    const methods = byPath.get(bound.route.path) ?? new Map<string, BoundRoute>();
    methods.set(bound.route.method, bound);
    if (bound.route.method === 'GET') methods.set('HEAD', bound);
    byPath.set(bound.route.path, methods);
  }

  const everything = new PathMatcher<Methods>();
  const direct = new Set<Methods>();
  for (const [path, methods] of byPath) {
    everything.add(path, () => methods);
    if ([...methods.values()].some(({ route }) => route.hot || route.access === 'viewer')) direct.add(methods);
  }

  function refuse(
    context: RequestContext,
    error: unknown,
    like: Pick<Route, 'dialect' | 'cors'>,
    route?: Route,
  ): Response {
    const refusal = refusalOf(error, context, log);
    observe(route, refusal.code, refusal.status, context);
    return answerRefusal(context, refusal, like.dialect, like.cors, style);
  }

  function run(context: RequestContext, bound: BoundRoute, raw: readonly string[]): Response | Promise<Response> {
    const { route } = bound;
    const left: LimitHeaders | undefined = isGated(route) ? {} : undefined;
    const seen = (response: Response): Response => {
      observe(route, String(response.status), response.status, context);
      if (route.cors === 'credentials') addCors(response.headers, route.cors, style, context.request);
      return withLimits(response, left);
    };
    const refused = (error: unknown): Response => withLimits(refuse(context, error, route, route), left);
    try {
      const answer =
        left === undefined
          ? bound.run(context, bound.readParams(raw), OPEN)
          : runGated(context, bound, judgeParams(bound, raw), left);
      return answer instanceof Promise ? answer.then(seen, refused) : seen(answer);
    } catch (error) {
      return refused(error);
    }
  }

  /** Gates → body → malformed ids → handler. */
  async function runGated(
    context: RequestContext,
    bound: BoundRoute,
    params: Record_ | Refusal,
    left: LimitHeaders,
  ): Promise<Response> {
    const { route } = bound;
    // NOTE: asked for before the first wait, a body comes in the pieces that the socket gave; asked for later, Bun cuts
    // what it gathered meanwhile, and everything that follows, into smaller ones and copies them once more.
    if (route.body?.kind === 'raw') void context.request.body;
    const passing = passGates(context, route, left);
    const policy = besidePolicyOf(route);
    if (policy !== undefined && !(params instanceof Refusal)) {
      return runBeside(context, bound, params, policy, passing.then(requireActor));
    }
    const actor = await passing;
    const body = await readBody(context, route);
    if (params instanceof Refusal) throw params;
    return bound.run(context, params, { actor, body });
  }

  /** Same origin → session and state → burst limit (`left` is told). */
  async function passGates(context: RequestContext, route: Route, left: LimitHeaders): Promise<Actor | undefined> {
    const { gates } = options;
    if (gates === undefined) throw new Error(`${route.id} needs gates`);
    const { guard, limiter } = gates;
    const access = route.access ?? 'public';
    if (route.sameOrigin) guard.requireSameOrigin(context, route.sameOrigin);
    if (route.requires) await gates.requirements?.[route.requires]();
    const actor =
      access === 'public'
        ? undefined
        : access === 'viewer'
          ? await guard.look(context)
          : await guard.admit(context, access, route.method !== 'GET');
    // Asking for the head of something does not use it up.
    if (route.limit !== undefined && !context.isHead) {
      Object.assign(left, limiter.take(route.limit, actor?.accountId ?? context.clientAddress()));
    }
    return actor;
  }

  /**
   * A handler that takes bytes while the gates are asked, for a caller whom they let in a moment ago; for anybody else it
   * waits. The gates have the first word all the same: nothing is answered before they have spoken.
   */
  async function runBeside(
    context: RequestContext,
    bound: BoundRoute,
    params: Record_,
    policy: PolicyName,
    confirmed: Promise<Actor>,
  ): Promise<Response> {
    const accountId = options.gates?.guard.recall(context, policy) ?? (await confirmed).accountId;
    const actor: ExpectedActor = { accountId, confirmed };
    const answer = Promise.try(() => bound.run(context, params, { actor, body: undefined }));
    const [admitted, answered] = await Promise.allSettled([confirmed, answer]);
    if (admitted.status === 'rejected') throw admitted.reason;
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value;
  }

  function answerOther(context: RequestContext, methods: Methods): Response {
    const sample = [...methods.values()][0]?.route;
    const allowed = [...new Set([...methods.keys(), 'OPTIONS'])].join(', ');
    const like = sample ?? { dialect: 'api' as const, cors: 'none' as const };
    if (context.method !== 'OPTIONS') {
      return refuse(context, new Refusal('method_not_allowed', { headers: { Allow: allowed } }), like, sample);
    }
    const headers = new Headers({ Allow: allowed, 'X-Request-Id': context.requestId });
    addCors(headers, like.cors, style, context.request);
    addPreflight(headers, like.cors, style, context.request, allowed);
    observe(sample, '204', 204, context);
    return new Response(null, { status: 204, headers });
  }

  const hono = new Hono<{ Bindings: { readonly context: RequestContext } }>({ strict: true });
  for (const [path, methods] of byPath) {
    hono.all(honoPath(path), (c) => {
      const { context } = c.env;
      const bound = methods.get(context.method);
      // Hono decodes before it hands parameters out; the raw segments are taken from the address itself.
      const raw = everything.match(context.path)?.raw ?? [];
      return bound === undefined ? answerOther(context, methods) : run(context, bound, raw);
    });
  }
  hono.notFound((c) => {
    const { context } = c.env;
    const fallback = options.fallback(context.path);
    return refuse(context, new Refusal(fallback.code), fallback);
  });
  hono.onError((error, c) => refuse(c.env.context, error, { dialect: 'api', cors: 'none' }));

  const clientAddress = options.clientAddress ?? ((_request: Request, peer: string) => peer);

  const kept = new HotAnswers(observe);

  return (request, peer) => {
    const answer = kept.answer(request);
    if (answer !== undefined) return answer;
    const address = (): string => clientAddress(request, peer());
    const context = openContext(request, address);
    const match = everything.match(context.path);
    if (match === undefined || !direct.has(match.value)) return hono.fetch(request, { context });
    const bound = match.value.get(context.method);
    if (bound === undefined) return answerOther(context, match.value);
    if (!bound.route.hot) return run(context, bound, match.raw);
    const offer = (url: string, content: Content): void => kept.offer(url, bound.route, content);
    return run(openContext(request, address, offer), bound, match.raw);
  };
}

/** What is left of a limit, by header; filled in once the request was counted. */
type LimitHeaders = Record<string, string>;

/** A refusal of a tighter limit inside the handler has told its own. */
function withLimits(response: Response, left: LimitHeaders | undefined): Response {
  if (left === undefined || response.headers.has('ratelimit')) return response;
  for (const [name, value] of Object.entries(left)) response.headers.set(name, value);
  return response;
}

/**
 * The parameters of a gated route. An id outside its grammar is a target that is not there, which is told behind the
 * gates; what is no such route is told at once.
 */
function judgeParams(bound: BoundRoute, raw: readonly string[]): Record_ | Refusal {
  try {
    return bound.readParams(raw);
  } catch (error) {
    const isTarget =
      error instanceof Refusal && error.code !== 'route_not_found' && error.code !== 'auth_route_not_found';
    if (isTarget) return error;
    throw error;
  }
}

function isGated(route: Route): boolean {
  return (
    (route.access !== undefined && route.access !== 'public') ||
    route.body !== undefined ||
    route.limit !== undefined ||
    route.sameOrigin === true
  );
}

/** The policy of a route that takes bytes beside its gates. */
function besidePolicyOf({ access, body }: Route): PolicyName | undefined {
  const isBeside = body?.kind === 'raw' && body.beside === true;
  return isBeside && access !== 'public' && access !== 'viewer' ? access : undefined;
}

function requireActor(actor: Actor | undefined): Actor {
  if (actor === undefined) throw new Error('a policy let nobody in');
  return actor;
}

function readBody(context: RequestContext, route: Route): unknown {
  switch (route.body?.kind) {
    case 'json':
      return readJsonBody(context.request, route.body);
    case 'form':
      return readFormBody(context.request, route.body);
    default:
      return undefined;
  }
}
