// The checks before a handler runs, in the order of the contract (decisions, "Errors"): same origin, requirements of
// the route, session and account state, burst limit, body. The guard decides who may call; this file decides when it is
// asked.
import { Refusal } from '../../kernel/refusal.ts';
import { isDatabaseUnavailable } from '../../platform/database/errors.ts';
import type { AnonymousReads } from '../gates/anonymous-reads.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Actor, ExpectedActor, Guard, PolicyName, TokenRule } from '../gates/guard.ts';
import type { Limiter } from '../gates/limits.ts';
import type { Reply } from '../routing/answer.ts';
import { readFormBody, readJsonBody } from '../routing/body.ts';
import { type RequirementName, type Route, waitsForMaintenance } from '../routing/contract.ts';
import type { Values } from '../routing/parameters.ts';
import type { Creations } from './creations.ts';

export interface Gates {
  readonly guard: Guard;
  readonly limiter: Limiter;
  readonly reads: AnonymousReads;
  readonly creations: Creations;
  /** Refuses with `maintenance` during maintenance. */
  readonly requireNoMaintenance?: () => void | Promise<void>;
  /** Checks of what a route `requires`; each throws a refusal when the requirement is not met. */
  readonly requirements?: Readonly<Record<RequirementName, () => Promise<void>>>;
}

/** Input that passed the gates: the caller and the parsed body. */
export interface Admitted {
  readonly actor: Actor | ExpectedActor | undefined;
  readonly body: unknown;
}

/** The `RateLimit` headers of a response. Filled when the request is counted. */
export type LimitHeaders = Record<string, string>;

/** The handler of a route. */
export interface BoundHandler {
  /** Runs it with the input that passed the gates. */
  readonly run: (context: RequestContext, params: Values, admitted: Admitted) => Reply | Promise<Reply>;
  /** On a route that creates something: reads what an earlier request created; undefined when it no longer exists. */
  readonly readCreated?: (context: RequestContext, params: Values, actor: Actor, id: string) => Promise<unknown>;
}

/** Whether any gate applies to the route. A route without gates can respond synchronously. */
export function isGated(route: Route): boolean {
  return (
    (route.access !== undefined && route.access !== 'public') ||
    route.body !== undefined ||
    route.limit !== undefined ||
    route.sameOrigin === true ||
    route.readsDatabase === true
  );
}

/**
 * Runs the gates, reads the body, then refuses a target that cannot exist, then runs the handler.
 *
 * @param params the path parameters, or the refusal for a malformed one
 * @param left receives the `RateLimit` headers once the request is counted
 * @param token whether a request with an unknown token is refused
 */
export async function runGated(
  gates: Gates,
  context: RequestContext,
  route: Route,
  params: Values | Refusal,
  left: LimitHeaders,
  handler: BoundHandler,
  token: TokenRule = 'any',
): Promise<Reply> {
  // NOTE: start reading the body before the first await. Bun then delivers it in the pieces that the socket received.
  // If reading starts later, Bun splits its buffer into smaller pieces and copies it once more.
  if (route.body?.kind === 'raw') void context.request.body;
  const passing = passGates(gates, context, route, left, token);
  const policy = besidePolicyOf(route);
  if (policy !== undefined && !(params instanceof Refusal)) {
    return runBeside(gates.guard, context, policy, passing.then(requireActor), (actor) =>
      handler.run(context, params, { actor, body: undefined }),
    );
  }
  const actor = await passing;
  const body = await readBody(context, route);
  if (params instanceof Refusal) throw params;
  const run = () => handler.run(context, params, { actor, body });
  if (route.readsDatabase) return gates.reads.run(context, actor, async () => run());
  const { creates } = route;
  const { readCreated } = handler;
  if (creates === undefined || readCreated === undefined) return run();
  const caller = requireActor(actor);
  return gates.creations.run({
    context,
    route,
    creates,
    params,
    body,
    actor: caller,
    create: run,
    readCreated: (id) => readCreated(context, params, caller, id),
  });
}

/** Maintenance → same origin → requirements → session, account state and proof → burst limit. */
async function passGates(
  { guard, limiter, requirements, requireNoMaintenance }: Gates,
  context: RequestContext,
  route: Route,
  left: LimitHeaders,
  token: TokenRule,
): Promise<Actor | undefined> {
  if (waitsForMaintenance(route)) await requireNoMaintenance?.();
  if (route.sameOrigin) guard.requireSameOrigin(context, route.sameOrigin);
  if (route.requires) await requirements?.[route.requires]();
  const actor = await findCaller(guard, context, route, token);
  if (route.needsProof) await guard.requireProof(context);
  // HEAD requests are not counted.
  if (route.limit !== undefined && !context.isHead) {
    Object.assign(left, await limiter.take(route.limit, actor?.accountId ?? context.clientKey()));
  }
  return actor;
}

function findCaller(
  guard: Guard,
  context: RequestContext,
  { access = 'public', dialect, method, cors, sameOrigin = true }: Route,
  token: TokenRule,
): Promise<Actor | undefined> | undefined {
  if (cors === 'community' && method === 'GET' && access !== 'public' && guard.isForeignPage(context)) {
    if (access === 'viewer') return undefined;
    throw new Refusal('authentication_required');
  }
  switch (access) {
    case 'public':
      return token === 'known' ? guard.identify(context, token).then(() => undefined) : undefined;
    case 'viewer':
      // While the database is away, pages that do not need it are shown as to a stranger.
      return dialect === 'page' ? guard.identify(context).catch(asStranger) : guard.identify(context, token);
    default:
      return guard.admit(context, access, method !== 'GET' && sameOrigin, token);
  }
}

function asStranger(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

/**
 * Runs a handler that receives bytes while the gates are still being checked, if the guard recently admitted the same
 * caller. For any other caller it waits for the gates. No response is sent before the gates have decided, and their
 * refusal takes precedence.
 */
async function runBeside(
  guard: Guard,
  context: RequestContext,
  policy: PolicyName,
  confirmed: Promise<Actor>,
  run: (actor: ExpectedActor) => Reply | Promise<Reply>,
): Promise<Reply> {
  const accountId = guard.recall(context, policy) ?? (await confirmed).accountId;
  const answer = Promise.try(() => run({ accountId, confirmed }));
  const [admitted, answered] = await Promise.allSettled([confirmed, answer]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (answered.status === 'rejected') throw answered.reason;
  return answered.value;
}

/** The policy of a route whose handler receives bytes while the gates are checked. */
function besidePolicyOf({ access, body }: Route): PolicyName | undefined {
  const isBeside = body?.kind === 'raw' && body.beside === true;
  return isBeside && access !== 'public' && access !== 'viewer' ? access : undefined;
}

function requireActor(actor: Actor | undefined): Actor {
  if (actor === undefined) throw new Error('a policy admitted nobody');
  return actor;
}

function readBody(context: RequestContext, route: Route): unknown {
  switch (route.body?.kind) {
    case 'json':
      return readJsonBody(context, route.body);
    case 'form':
      return readFormBody(context, route.body);
    default:
      return undefined;
  }
}
