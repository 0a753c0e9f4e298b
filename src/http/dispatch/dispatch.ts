// The dispatcher: match the raw path → method → parameters → gates → handler → outcome. The contract's matcher is the
// only router. It compares raw paths, so a percent-encoded letter in a literal segment matches no route. Parameters,
// gates and outcomes are in the files of those names.
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import { type Activity, runActivity } from '../../platform/telemetry/activity.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { AnswerStyle } from '../answer/headers.ts';
import { HotAnswers } from '../answer/hot-answers.ts';
import type { Content } from '../content/bytes.ts';
import { clientKeyOf } from '../gates/client-address.ts';
import { openContext, type RequestContext } from '../gates/context.ts';
import { refusesUnknownTokens } from '../gates/credential.ts';
import type { TokenRule } from '../gates/guard.ts';
import type { Reply } from '../routing/answer.ts';
import type {
  Call,
  Contract,
  Cors,
  CreatedCall,
  CreatingHandler,
  Dialect,
  Handler,
  Handlers,
  Route,
} from '../routing/contract.ts';
import {
  EncodedSlashes,
  headersReader,
  judgeParams,
  paramsReader,
  queryReader,
  type Values,
} from '../routing/parameters.ts';
import { PathMatcher } from '../routing/pattern.ts';
import { type Admitted, type BoundHandler, type Gates, isGated, type LimitHeaders, runGated } from './gates.ts';
import { createOutcomes, type Observe } from './outcome.ts';

/** A route with its handler. Created only by `bindRoutes`, which checks that the two belong together. */
export interface BoundRoute extends BoundHandler {
  readonly route: Route;
  /** Parses the path parameters; throws the refusal of a malformed one. */
  readonly readParams: (raw: readonly string[]) => Values;
  /** Whether a request with an unknown token is refused, also where the route is public. */
  readonly judgesTokens: boolean;
}

/** Attaches handlers to a contract. A missing handler does not compile. */
export function bindRoutes<C extends Contract>(contract: C, handlers: Handlers<C>): readonly BoundRoute[] {
  const keys: (keyof C & string)[] = Object.keys(contract);
  return keys.map((key) => {
    const route = contract[key];
    if (route === undefined) throw new Error(`the contract has no route ${key}`);
    const given: Handler<C[typeof key]> | CreatingHandler<C[typeof key]> = handlers[key];
    const { create: handler, readCreated } = typeof given === 'function' ? { create: given } : given;
    const readQuery = queryReader(route);
    const readHeaders = headersReader(route);
    return {
      route,
      judgesTokens: refusesUnknownTokens(route.path),
      readParams: paramsReader(route),
      run: (context, params, { actor, body }) => {
        // The readers build exactly what this route's schemas declare, which the type system cannot express.
        const query = readQuery(context.search);
        const headers = readHeaders(context.request.headers);
        const call = { context, params, query, headers, actor, body } as Call<typeof route>;
        return handler(call);
      },
      ...(readCreated && {
        readCreated: (context, params, actor, id) =>
          readCreated({ context, params, actor, id } as CreatedCall<typeof route>),
      }),
    };
  });
}

/** How a path that matches no route is refused. */
export interface Fallback {
  readonly dialect: Dialect;
  readonly cors: Cors;
  readonly code: RefusalCode;
}

export interface DispatchOptions {
  readonly routes: readonly BoundRoute[];
  readonly fallback: (path: string) => Fallback;
  readonly style: AnswerStyle;
  readonly log: Log;
  /** Gates of routes that need a caller, a body or a limit. Without gates such routes cannot be served. */
  readonly gates?: Gates;
  /** The client's address, from the socket's peer address and the request headers. */
  readonly clientAddress?: (request: Request, peer: string) => string;
  /** Seconds within which a small body must have arrived. */
  readonly bodySeconds: number;
  /**
   * Called when a request of a route with gates begins; what it then does is done on behalf of this activity. `peer` is the
   * address of the socket's peer.
   */
  readonly begin?: ((context: RequestContext, route: Route, peer: () => string) => Activity) | undefined;
  /** Called once per response; must be cheap. */
  readonly observe?: Observe;
}

/** The `fetch` function of the service. `peer` returns the address of the socket's peer. */
export type Fetch = (request: Request, peer: () => string) => Response | Promise<Response>;

const OPEN: Admitted = { actor: undefined, body: undefined };

export function createDispatcher(options: DispatchOptions): Fetch {
  const { bodySeconds, begin, gates, fallback, observe = () => {}, clientAddress = (_request, peer) => peer } = options;
  const outcomes = createOutcomes(options.style, options.log, observe);
  const paths = matchPaths(options.routes);
  const cache = new HotAnswers(observe);

  function run(
    context: RequestContext,
    bound: BoundRoute,
    raw: readonly string[],
    peer: () => string,
  ): Response | Promise<Response> {
    const token = bound.judgesTokens && context.request.headers.has('authorization') ? 'known' : 'any';
    const gated = token === 'known' || isGated(bound.route);
    if (begin === undefined || !gated) return runNow(context, bound, raw, gated, token);
    return runActivity(begin(context, bound.route, peer), () => runNow(context, bound, raw, gated, token));
  }

  function runNow(
    context: RequestContext,
    bound: BoundRoute,
    raw: readonly string[],
    gated: boolean,
    token: TokenRule,
  ): Response | Promise<Response> {
    const { route } = bound;
    const left: LimitHeaders | undefined = gated ? {} : undefined;
    const answered = (reply: Reply): Response => outcomes.answer(context, route, reply, left);
    const refused = (error: unknown): Response | Promise<Response> => {
      if (!(error instanceof EncodedSlashes)) return outcomes.refuse(context, route, error, left);
      const start = context.path.length - (raw.at(-1)?.length ?? 0);
      return outcomes.plainSlashes(context, route, `${context.path.slice(0, start)}${error.plain}`);
    };
    try {
      const answer =
        left === undefined
          ? bound.run(context, bound.readParams(raw), OPEN)
          : runBehindGates(context, bound, raw, left, token);
      return answer instanceof Promise ? answer.then(answered, refused) : answered(answer);
    } catch (error) {
      return refused(error);
    }
  }

  function runBehindGates(
    context: RequestContext,
    bound: BoundRoute,
    raw: readonly string[],
    left: LimitHeaders,
    token: TokenRule,
  ): Promise<Reply> {
    const { route } = bound;
    if (gates === undefined) throw new Error(`${route.id} needs gates`);
    const params = judgeParams(bound.readParams, raw);
    return runGated(gates, context, route, params, left, bound, token);
  }

  /** The page whose address this is but for a last slash. */
  function pageWithoutSlash(path: string): Route | undefined {
    if (!path.endsWith('/') || path === '/' || path.endsWith('//')) return undefined;
    const sample = paths.match(path.slice(0, -1))?.value.sample;
    return sample?.dialect === 'page' ? sample : undefined;
  }

  return (request, peer) => {
    const hot = cache.answer(request);
    if (hot !== undefined) return hot;
    const address = (): string => clientKeyOf(clientAddress(request, peer()));
    const context = openContext(request, address, bodySeconds);
    const match = paths.match(context.path);
    if (match === undefined) {
      const page = pageWithoutSlash(context.path);
      if (page !== undefined) return outcomes.dropSlash(context, page);
      const { code, ...like } = fallback(context.path);
      return outcomes.refuseUnmatched(context, like, new Refusal(code));
    }
    const { methods, sample, allowed } = match.value;
    const bound = methods.get(context.method);
    if (bound === undefined) return outcomes.answerOther(context, sample, allowed);
    if (!bound.route.hot) return run(context, bound, match.raw, peer);
    const offer = (url: string, content: Content): void => cache.offer(url, bound.route, content);
    return run(openContext(request, address, bodySeconds, offer), bound, match.raw, peer);
  };
}

/** The routes of one path. */
interface Path {
  readonly methods: ReadonlyMap<string, BoundRoute>;
  /** Any route of the path. Its dialect and CORS class apply to methods that the path does not have. */
  readonly sample: Route;
  /** The `Allow` header. */
  readonly allowed: string;
}

function matchPaths(routes: readonly BoundRoute[]): PathMatcher<Path> {
  const byPath = new Map<string, Map<string, BoundRoute>>();
  for (const bound of routes) {
    const { method, path } = bound.route;
    const methods = byPath.get(path) ?? new Map<string, BoundRoute>();
    methods.set(method, bound);
    if (method === 'GET') methods.set('HEAD', bound);
    byPath.set(path, methods);
  }
  const matcher = new PathMatcher<Path>();
  for (const [path, methods] of byPath) {
    const [first] = methods.values();
    if (first === undefined) continue;
    matcher.add(path, { methods, sample: first.route, allowed: [...methods.keys(), 'OPTIONS'].join(', ') });
  }
  return matcher;
}
