// What a request passes before its handler runs, in the order of the contract (decisions, "Errors"): same origin, then
// requirements of the route, session and account state, burst limit, body. The guard decides who may; this file decides
// when it is asked.
import { Refusal } from '../../kernel/refusal.ts';
import type { AnonymousReads } from '../gates/anonymous-reads.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Actor, ExpectedActor, Guard, PolicyName } from '../gates/guard.ts';
import type { Limiter } from '../gates/limits.ts';
import { readFormBody, readJsonBody } from '../routing/body.ts';
import type { RequirementName, Route } from '../routing/contract.ts';
import type { Values } from '../routing/parameters.ts';

export interface Gates {
  readonly guard: Guard;
  readonly limiter: Limiter;
  readonly reads: AnonymousReads;
  /** Refuses when what a route `requires` is not there. */
  readonly requirements?: Readonly<Record<RequirementName, () => Promise<void>>>;
}

/** What the gates of a route let in: its caller and its parsed body. */
export interface Admitted {
  readonly actor: Actor | ExpectedActor | undefined;
  readonly body: unknown;
}

/** The `RateLimit` headers of an answer. Filled in when the request is counted. */
export type LimitHeaders = Record<string, string>;

/** Runs a handler with what the gates let in. */
export type RunAdmitted = (params: Values, admitted: Admitted) => Response | Promise<Response>;

/** Whether any gate applies to the route. Routes without gates may answer without a promise. */
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
 * Gates, then the body, then the refusal of a target that cannot exist, then the handler.
 *
 * @param params the path parameters, or the refusal that a malformed one is answered with
 * @param left receives the `RateLimit` headers once the request was counted
 */
export async function runGated(
  gates: Gates,
  context: RequestContext,
  route: Route,
  params: Values | Refusal,
  left: LimitHeaders,
  run: RunAdmitted,
): Promise<Response> {
  // NOTE: a body that is read before the first await arrives in the pieces that the socket delivered. Read later, Bun
  // splits everything it has buffered into smaller pieces and copies it once more.
  if (route.body?.kind === 'raw') void context.request.body;
  const passing = passGates(gates, context, route, left);
  const policy = besidePolicyOf(route);
  if (policy !== undefined && !(params instanceof Refusal)) {
    return runBeside(gates.guard, context, policy, passing.then(requireActor), (actor) =>
      run(params, { actor, body: undefined }),
    );
  }
  const actor = await passing;
  const body = await readBody(context, route);
  if (params instanceof Refusal) throw params;
  if (!route.readsDatabase) return run(params, { actor, body });
  return gates.reads.run(context, actor, async () => run(params, { actor, body }));
}

/** Same origin → requirements → session and account state → burst limit. */
async function passGates(
  { guard, limiter, requirements }: Gates,
  context: RequestContext,
  route: Route,
  left: LimitHeaders,
): Promise<Actor | undefined> {
  if (route.sameOrigin) guard.requireSameOrigin(context, route.sameOrigin);
  if (route.requires) await requirements?.[route.requires]();
  const actor = await findCaller(guard, context, route);
  // A HEAD request uses nothing up.
  if (route.limit !== undefined && !context.isHead) {
    Object.assign(left, limiter.take(route.limit, actor?.accountId ?? context.clientAddress()));
  }
  return actor;
}

function findCaller(
  guard: Guard,
  context: RequestContext,
  { access = 'public', method }: Route,
): Promise<Actor | undefined> | undefined {
  switch (access) {
    case 'public':
      return undefined;
    case 'viewer':
      return guard.look(context);
    default:
      return guard.admit(context, access, method !== 'GET');
  }
}

/**
 * Starts a handler that receives bytes while the gates are still being asked, if the guard admitted the same caller a
 * moment ago; for any other caller it waits. No answer leaves before the gates have decided, and their refusal wins.
 */
async function runBeside(
  guard: Guard,
  context: RequestContext,
  policy: PolicyName,
  confirmed: Promise<Actor>,
  run: (actor: ExpectedActor) => Response | Promise<Response>,
): Promise<Response> {
  const accountId = guard.recall(context, policy) ?? (await confirmed).accountId;
  const answer = Promise.try(() => run({ accountId, confirmed }));
  const [admitted, answered] = await Promise.allSettled([confirmed, answer]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (answered.status === 'rejected') throw answered.reason;
  return answered.value;
}

/** The policy of a route that receives bytes while its gates are asked. */
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
