// The one guard that every write passes: same origin or token, then session, account state, restrictions. Policies are
// named here; who the caller is and in which state comes from accounts through `readActor`, handed in by the composition.
// The order is the contract's (decisions, "Errors"): same-origin → 401 → 403 account state → 403 restriction. What was
// found before lets nobody in; it only says for whom work may begin meanwhile (`recall`).
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { RequestContext } from './context.ts';
import type { OriginRule, SameOrigin } from './origin.ts';
import { RecentCallers } from './recent-callers.ts';

export const ROLES = ['member', 'moderator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
export const RESTRICTIONS = ['sign_in', 'write', 'upload'] as const;
export type RestrictionKind = (typeof RESTRICTIONS)[number];
export const TOKEN_SCOPES = ['read', 'community', 'upload', 'profile'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Who asks. Only `readActor` of accounts makes one. */
export interface Actor {
  /** Private account id; leaves the service in no answer. */
  readonly accountId: string;
  /** Public numeric UID. */
  readonly uid: number;
  readonly role: Role;
  readonly status: 'active' | 'suspended' | 'deleted';
  readonly emailVerified: boolean;
  readonly restrictions: readonly RestrictionKind[];
  readonly via:
    | {
        readonly kind: 'cookie';
        readonly sessionId: string;
        /** When this session last proved who it belongs to, in milliseconds: its sign-in or a later confirmation. */
        readonly confirmedAt: number;
      }
    | { readonly kind: 'token'; readonly tokenId: string; readonly scopes: readonly TokenScope[] };
}

/**
 * Who asks, by what was found a moment ago, while it is found out anew: enough to begin with, and no more. Nothing counts
 * before there is an Actor.
 */
export interface ExpectedActor {
  readonly accountId: string;
  /** The caller as the gates let them in now; rejects with their refusal. */
  readonly confirmed: Promise<Actor>;
}

interface Policy {
  /** Scope that an API token needs; undefined: the cookie alone. */
  readonly scope: TokenScope | undefined;
  /** Whether a verified address and an active account are needed. */
  readonly standing: boolean;
  /** Restriction → the code it answers with. */
  readonly restrictions: Readonly<Partial<Record<RestrictionKind, RefusalCode>>>;
  /** What an account that is suspended or deleted is told, where both are told the same. */
  readonly inactive?: RefusalCode;
  readonly role?: 'staff' | 'administrator';
  /** How long ago the person may have proved who they are; undefined: it does not matter. By cookie alone. */
  readonly confirmedWithinMs?: number;
}

const COMMUNITY = { sign_in: 'community_write_restricted', write: 'community_write_restricted' } as const;

/** What a caller must be, by the kind of thing that is done. */
export const POLICIES = {
  /** Reading one's own things. */
  session: { scope: 'read', standing: false, restrictions: {} },
  /** As `session`, never by token. */
  'cookie-session': { scope: undefined, standing: false, restrictions: {} },
  /** Posts, comments, reactions. */
  community: { scope: 'community', standing: true, restrictions: COMMUNITY },
  /** Relations, feedback, edits of comments: the same restrictions, told in their own word. */
  social: {
    scope: 'community',
    standing: true,
    restrictions: { sign_in: 'community_action_restricted', write: 'community_action_restricted' },
    inactive: 'account_unavailable',
  },
  /** What a restricted account may still do: delete its own, report, block, mute, read notifications. */
  withdraw: {
    scope: 'community',
    standing: true,
    restrictions: { sign_in: 'community_action_restricted' },
    inactive: 'account_unavailable',
  },
  /** As `withdraw`, of files. */
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
  /** Tokens, export, deletion: the account's own keys. */
  'account-keys': { scope: undefined, standing: true, restrictions: { sign_in: 'account_restricted' } },
  /** As `account-keys`, for what outlives the session: shortly after a sign-in or a confirmation alone. */
  'account-keys-confirmed': {
    scope: undefined,
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    confirmedWithinMs: 10 * 60_000,
  },
  staff: { scope: undefined, standing: true, restrictions: { sign_in: 'account_restricted' }, role: 'staff' },
  administrator: {
    scope: undefined,
    standing: true,
    restrictions: { sign_in: 'account_restricted' },
    role: 'administrator',
  },
} as const satisfies Readonly<Record<string, Policy>>;
export type PolicyName = keyof typeof POLICIES;

export interface GuardParts {
  readonly origins: OriginRule;
  /**
   * The account behind the request's session cookie or bearer token; undefined when there is none, or it is revoked or
   * expired. With an `Authorization` header the cookie is not looked at.
   */
  readonly readActor: (context: RequestContext) => Promise<Actor | undefined>;
  /** The same for those who change nothing: as of some moment since the request came, or, by the clock alone, a second ago. */
  readonly readKnownActor?: (context: RequestContext) => Promise<Actor | undefined>;
}

export interface Guard {
  /** The caller of a route under a policy, or a refusal. `write` also applies the same-origin rule. */
  admit(context: RequestContext, policy: PolicyName, write: boolean): Promise<Actor>;
  /**
   * Account for which a write that came with the same credential was admitted lately under the policy; undefined also when
   * the same-origin rule would refuse this one. No admission: work may begin beside it.
   */
  recall(context: RequestContext, policy: PolicyName): string | undefined;
  /** The caller, if there is one that may read. */
  look(context: RequestContext): Promise<Actor | undefined>;
  /** The same-origin rule alone. */
  requireSameOrigin(context: RequestContext, kind?: SameOrigin): void;
}

export function createGuard({ origins, readActor, readKnownActor = readActor }: GuardParts): Guard {
  const requireSameOrigin = (context: RequestContext, kind: SameOrigin = true): void => {
    const allowed = kind === 'form' ? origins.allowsForm(context.request) : origins.allows(context.request);
    if (!allowed) throw new Refusal('cross_origin_request');
  };
  const recent = new RecentCallers();
  // A token is no cookie: a page elsewhere cannot make a browser send it.
  const needsOrigin = ({ request }: RequestContext): boolean => !request.headers.has('authorization');
  return {
    requireSameOrigin,
    look: async (context) => {
      const actor = await readKnownActor(context);
      return actor === undefined || actor.status !== 'active' || !mayRead(actor) ? undefined : actor;
    },
    admit: async (context, name, write) => {
      if (write && needsOrigin(context)) requireSameOrigin(context);
      const found = await (write ? readActor : readKnownActor)(context);
      if (!write) return requirePolicy(found, name);
      try {
        const actor = requirePolicy(found, name);
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

/** The caller, if it is what a policy asks for, or the first refusal of it. */
export function requirePolicy(actor: Actor | undefined, name: PolicyName): Actor {
  const policy: Policy = POLICIES[name];
  if (actor === undefined) throw new Refusal('authentication_required');
  requireStanding(actor, policy);
  if (actor.via.kind === 'token' && (policy.scope === undefined || !actor.via.scopes.includes(policy.scope))) {
    throw new Refusal('insufficient_scope');
  }
  for (const kind of RESTRICTIONS) {
    const code = policy.restrictions[kind];
    if (code !== undefined && actor.restrictions.includes(kind)) throw new Refusal(code);
  }
  if (policy.role === 'staff' && actor.role === 'member') throw new Refusal('staff_required');
  if (policy.role === 'administrator' && actor.role !== 'administrator') throw new Refusal('staff_required');
  if (policy.confirmedWithinMs !== undefined) requireConfirmed(actor, policy.confirmedWithinMs);
  return actor;
}

function requireConfirmed({ via }: Actor, withinMs: number): void {
  if (via.kind === 'cookie' && via.confirmedAt > Date.now() - withinMs) return;
  throw new Refusal('reauthentication_required');
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
