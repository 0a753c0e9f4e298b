// Authorisation. Every write passes it: same origin or token, then session, account state, restrictions. The order is
// the contract's (decisions, "Errors"): same origin → 401 → 403 account state → 403 restriction. Policies are defined
// here; `readActor`, injected by the composition, says who the caller is. A recently admitted caller (`recall`) is
// never authorised by that; it only lets the handler start receiving the body while the session is checked again.
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { RequestContext } from './context.ts';
import type { OriginRule, SameOrigin } from './origin.ts';
import { RecentCallers } from './recent-callers.ts';

export const ROLES = ['member', 'moderator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
export const RESTRICTIONS = ['sign_in', 'write', 'upload'] as const;
export type RestrictionKind = (typeof RESTRICTIONS)[number];
/** A restriction that counts now. */
export interface ActorRestriction {
  readonly kind: RestrictionKind;
  /** Milliseconds since the epoch; null: no expiry. */
  readonly expiresAt: number | null;
}
export const TOKEN_SCOPES = ['read', 'community', 'upload', 'profile', 'publish', 'releases', 'webhooks'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** Scopes that carry rights of administrators. */
export const STAFF_SCOPES = ['publish', 'releases', 'webhooks'] as const satisfies readonly TokenScope[];
const AMONG_STAFF: ReadonlySet<TokenScope> = new Set(STAFF_SCOPES);
const NAMING_SERVERS: ReadonlySet<TokenScope> = new Set(['publish', 'releases']);
/** Whether one of these scopes counts for the release servers that the token names. */
export const namesServers = (scopes: readonly TokenScope[]): boolean =>
  scopes.some((scope) => NAMING_SERVERS.has(scope));
/** Whether one of these scopes carries rights of administrators. */
export const haveStaffScope = (scopes: readonly TokenScope[]): boolean =>
  scopes.some((scope) => AMONG_STAFF.has(scope));

/** The authenticated caller. Only `readActor` of accounts creates one. */
export interface Actor {
  /** Private account id. Never part of a response. */
  readonly accountId: string;
  /** Public numeric UID. */
  readonly uid: number;
  readonly role: Role;
  /** Staff whose session, or token, lacks the second factor that staff needs here. `role` is then `member`. */
  readonly lacksSecondFactor?: true;
  readonly status: 'active' | 'suspended' | 'deleted';
  readonly emailVerified: boolean;
  readonly restrictions: readonly ActorRestriction[];
  readonly via:
    | {
        readonly kind: 'cookie';
        readonly sessionId: string;
        /**
         * When the person last proved their identity in this session (sign-in or later confirmation), in milliseconds.
         */
        readonly confirmedAt: number;
        /** Whether the session was proved by two factors. */
        readonly isProvenTwice: boolean;
      }
    | {
        readonly kind: 'token';
        readonly tokenId: string;
        readonly scopes: readonly TokenScope[];
        /** Release servers for which the scopes `publish` and `releases` count. */
        readonly servers: readonly string[];
        /** Role of the account, for scopes that carry rights of staff. `role` is `member`. */
        readonly ownerRole: Role;
      };
}

/**
 * The likely caller while authentication is still running, known from a recent admission. A handler may start work for
 * it, but must await `confirmed` before the work takes effect.
 */
export interface ExpectedActor {
  readonly accountId: string;
  /** The caller once the gates have admitted it; rejects with their refusal. */
  readonly confirmed: Promise<Actor>;
}

interface Policy {
  /** Scope that an API token needs. Undefined: only the session cookie is accepted. */
  readonly scope: TokenScope | undefined;
  /** Whether a verified email address and an active account are required. */
  readonly standing: boolean;
  /** Restriction → refusal code. */
  readonly restrictions: Readonly<Partial<Record<RestrictionKind, RefusalCode>>>;
  /** One code for both suspended and deleted accounts, in place of a code for each. */
  readonly inactive?: RefusalCode;
  readonly role?: 'staff' | 'administrator';
  /**
   * Maximum age of the last proof of identity of a session. Undefined: any age. A token needs no further
   * proof, since creating it required one.
   */
  readonly confirmedWithinMs?: number;
  /** Refuses the session cookie: for programs only. */
  readonly byTokenOnly?: true;
}

const COMMUNITY = { sign_in: 'community_write_restricted', write: 'community_write_restricted' } as const;

/** Maximum age of the proof of identity for actions whose effect outlives the session. */
const KEYS_CONFIRMED_MS = 10 * 60_000;
/** The same for administration. */
const ADMINISTRATION_CONFIRMED_MS = 60 * 60_000;

/** Requirements for a caller, by kind of action. A token of a scope with a role acts with the role of its owner. */
export const POLICIES = {
  /** Reading one's own data. */
  session: { scope: 'read', standing: false, restrictions: {} },
  /** Like `session`, but never by token. */
  'cookie-session': { scope: undefined, standing: false, restrictions: {} },
  /** Like `cookie-session`, for what would help a thief most. Requires a recent sign-in or confirmation. */
  'cookie-session-confirmed': {
    scope: undefined,
    standing: false,
    restrictions: {},
    confirmedWithinMs: KEYS_CONFIRMED_MS,
  },
  /** Posts, comments, reactions. */
  community: { scope: 'community', standing: true, restrictions: COMMUNITY },
  /** Relations, feedback, edits of comments: the restrictions of `community` with refusal codes of their own. */
  social: {
    scope: 'community',
    standing: true,
    restrictions: { sign_in: 'community_action_restricted', write: 'community_action_restricted' },
    inactive: 'account_unavailable',
  },
  /** What a write-restricted account may still do: delete its own content, report, block, mute, read notifications. */
  withdraw: {
    scope: 'community',
    standing: true,
    restrictions: { sign_in: 'community_action_restricted' },
    inactive: 'account_unavailable',
  },
  /** Like `withdraw`, for files. */
  'upload-withdraw': {
    scope: 'community',
    standing: true,
    restrictions: { sign_in: 'community_action_restricted' },
  },
  upload: {
    scope: 'upload',
    standing: true,
    restrictions: {
      sign_in: 'community_upload_restricted',
      write: 'community_upload_restricted',
      upload: 'community_upload_restricted',
    },
  },
  preferences: { scope: 'profile', standing: true, restrictions: COMMUNITY },
  profile: {
    scope: 'profile',
    standing: true,
    restrictions: { sign_in: 'account_restricted', write: 'profile_write_restricted' },
  },
  avatar: {
    scope: 'profile',
    standing: true,
    restrictions: {
      sign_in: 'community_upload_restricted',
      write: 'community_upload_restricted',
      upload: 'community_upload_restricted',
    },
  },
  /** Tokens, export, deletion. */
  'account-keys': { scope: undefined, standing: true, restrictions: { sign_in: 'account_restricted' } },
  /** Like `account-keys`, for actions whose effect outlives the session. Requires a recent sign-in or confirmation. */
  'account-keys-confirmed': {
    scope: undefined,
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    confirmedWithinMs: KEYS_CONFIRMED_MS,
  },
  /** Routes below `/api/v1/moderation/`, and their pages. */
  staff: { scope: undefined, standing: true, restrictions: { sign_in: 'account_restricted' }, role: 'staff' },
  /** All routes below `/api/v1/admin/`, and their pages. Requires a sign-in or confirmation of the last hour. */
  administrator: {
    scope: undefined,
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    confirmedWithinMs: ADMINISTRATION_CONFIRMED_MS,
  },
  /** Like `administrator`, for what cannot be undone. */
  'administrator-confirmed': {
    scope: undefined,
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    confirmedWithinMs: KEYS_CONFIRMED_MS,
  },
  /** Like `administrator`, also by tokens that may manage releases. The handler checks which servers the token names. */
  'administrator-releases': {
    scope: 'releases',
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    confirmedWithinMs: ADMINISTRATION_CONFIRMED_MS,
  },
  /** The same for what cannot be undone. */
  'administrator-releases-confirmed': {
    scope: 'releases',
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    confirmedWithinMs: KEYS_CONFIRMED_MS,
  },
  /** Like `administrator`, also by tokens that may manage webhooks. */
  'administrator-webhooks': {
    scope: 'webhooks',
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    confirmedWithinMs: ADMINISTRATION_CONFIRMED_MS,
  },
  /** Publishing from elsewhere, by token only. Which servers the token names is checked by the handler, which knows the server. */
  publish: {
    scope: 'publish',
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
    byTokenOnly: true,
  },
} as const satisfies Readonly<Record<string, Policy>>;
export type PolicyName = keyof typeof POLICIES;

export interface GuardDependencies {
  readonly origins: OriginRule;
  /**
   * The account behind the request's session cookie or bearer token; undefined when there is none, or it is revoked or
   * expired. With an `Authorization` header the cookie is ignored.
   */
  readonly readActor: (context: RequestContext) => Promise<Actor | undefined>;
  /**
   * Like `readActor`, for reads. May return a shared or briefly cached result: the state at some moment after the
   * request arrived, or at most a second before.
   */
  readonly readKnownActor?: (context: RequestContext) => Promise<Actor | undefined>;
}

/** `known`: refuses a request whose token is unknown. Otherwise such a request is a stranger's. */
export type TokenRule = 'known' | 'any';

export interface Guard {
  /**
   * The caller of a route if it meets the policy; otherwise refuses. `write` also applies the same-origin rule, `form` the
   * one of forms.
   */
  admit(context: RequestContext, policy: PolicyName, write: boolean | SameOrigin, token?: TokenRule): Promise<Actor>;
  /**
   * The account for which this credential was recently admitted to a write under the policy; undefined when there is
   * none, or when the same-origin rule would refuse this request. This does not authorise the request.
   */
  recall(context: RequestContext, policy: PolicyName): string | undefined;
  /** The caller, if there is one that may read. */
  identify(context: RequestContext, token?: TokenRule): Promise<Actor | undefined>;
  /**
   * Whether a page of another origin asks without a token. What it reads is what a stranger may read, although a browser
   * may have sent our cookie.
   */
  isForeignPage(context: RequestContext): boolean;
  /** Refuses a session whose owner has not proved their identity recently. Passes who has none. */
  requireProof(context: RequestContext): Promise<void>;
  /** Applies the same-origin rule only. */
  requireSameOrigin(context: RequestContext, kind?: SameOrigin): void;
}

export function createGuard({ origins, readActor, readKnownActor = readActor }: GuardDependencies): Guard {
  const requireSameOrigin = (context: RequestContext, kind: SameOrigin = true): void => {
    const allowed = kind === 'form' ? origins.allowsForm(context.request) : origins.allows(context.request);
    if (!allowed) throw new Refusal('cross_origin_request');
  };
  const requireKnown = (actor: Actor | undefined, rule: TokenRule): Actor | undefined => {
    if (actor === undefined && rule === 'known') throw new Refusal('invalid_token');
    return actor;
  };
  const recent = new RecentCallers();
  // Browsers attach cookies to cross-site requests but never a token, so a token needs no origin check.
  const needsOrigin = ({ request }: RequestContext): boolean => !request.headers.has('authorization');
  return {
    requireSameOrigin,
    isForeignPage: (context) => needsOrigin(context) && origins.isForeign(context.request),
    requireProof: async (context) => {
      const actor = await readActor(context);
      if (actor?.via.kind === 'cookie') requireConfirmed(actor);
    },
    identify: async (context, token = 'any') => {
      const actor = requireKnown(await readKnownActor(context), token);
      return actor === undefined || actor.status !== 'active' || !mayRead(actor) ? undefined : actor;
    },
    admit: async (context, name, write, token = 'any') => {
      if (write && needsOrigin(context)) requireSameOrigin(context, write);
      const found = await (write ? readActor : readKnownActor)(context);
      if (!write) return requirePolicy(requireKnown(found, token), name);
      try {
        const actor = requirePolicy(requireKnown(found, token), name);
        recent.keep(context.request, name, actor.accountId);
        return actor;
      } catch (error) {
        recent.drop(context.request, name);
        throw error;
      }
    },
    recall: (context, name) => {
      const isRefused = needsOrigin(context) && !origins.allows(context.request);
      return isRefused ? undefined : recent.recall(context.request, name);
    },
  };
}

/** Returns the caller if it meets the policy; otherwise throws the first refusal. */
export function requirePolicy(actor: Actor | undefined, name: PolicyName): Actor {
  const policy: Policy = POLICIES[name];
  if (actor === undefined) throw new Refusal('authentication_required');
  requireStanding(actor, policy);
  if (actor.via.kind === 'token' && (policy.scope === undefined || !actor.via.scopes.includes(policy.scope))) {
    throw new Refusal('insufficient_scope');
  }
  if (policy.byTokenOnly && actor.via.kind !== 'token') throw new Refusal('token_required');
  for (const kind of RESTRICTIONS) {
    const code = policy.restrictions[kind];
    const found = actor.restrictions.find((restriction) => restriction.kind === kind);
    if (code !== undefined && found !== undefined) throw new Refusal(code, { headers: expiryHeader(found) });
  }
  if (policy.role !== undefined) requireRole(actor, policy.role);
  if (policy.confirmedWithinMs !== undefined && actor.via.kind === 'cookie') {
    requireConfirmed(actor, policy.confirmedWithinMs);
  }
  return actor;
}

/** When a restriction ends: milliseconds since the epoch, or `never`. */
export const expiryHeader = ({ expiresAt }: ActorRestriction): Readonly<Record<string, string>> => ({
  'Restriction-Expires': expiresAt === null ? 'never' : String(expiresAt),
});

/** Refuses everybody but administrators. Also for one of several things that a route does. */
export function requireAdministrator({
  role,
  lacksSecondFactor,
}: {
  readonly role: Role;
  readonly lacksSecondFactor?: true | undefined;
}): void {
  if (lacksSecondFactor) throw new Refusal('second_factor_required');
  if (role !== 'administrator') throw new Refusal('forbidden');
}

/** Refuses a token that does not name this release server. A session may act on all of them. */
export function requireServerInScope({ via }: Actor, server: string): void {
  if (via.kind === 'token' && !via.servers.includes(server)) throw new Refusal('server_not_in_scope');
}

/** The token of the caller as audit events name it; empty for a session. */
export const auditedToken = ({ via }: Actor): { readonly tokenId?: string } =>
  via.kind === 'token' ? { tokenId: via.tokenId } : {};

/** Whether the caller has proved their identity in this session recently. */
export const isConfirmed = ({ via }: Actor, withinMs: number = KEYS_CONFIRMED_MS): boolean =>
  via.kind === 'cookie' && via.confirmedAt > Date.now() - withinMs;

/** Refuses a caller who has not. */
export function requireConfirmed(actor: Actor, withinMs?: number): void {
  if (!isConfirmed(actor, withinMs)) throw new Refusal('reauthentication_required');
}

function requireRole({ role, via, lacksSecondFactor }: Actor, wanted: 'staff' | 'administrator'): void {
  // Its scope, which was checked before, carries the rights of the owner.
  const held = via.kind === 'token' ? via.ownerRole : role;
  if (wanted === 'administrator') requireAdministrator({ role: held, lacksSecondFactor });
  else if (lacksSecondFactor) throw new Refusal('second_factor_required');
  else if (held === 'member') throw new Refusal('staff_required');
}

function requireStanding(actor: Actor, policy: Policy): void {
  if (actor.status === 'deleted') throw new Refusal(policy.inactive ?? 'account_deleted');
  if (!policy.standing) return;
  if (!actor.emailVerified) throw new Refusal('email_verification_required');
  if (actor.status === 'suspended') throw new Refusal(policy.inactive ?? 'account_suspended');
}

function mayRead(actor: Actor): boolean {
  return actor.via.kind === 'cookie' || actor.via.scopes.includes('read');
}
