// A route as a value. From it come matching, HEAD, OPTIONS, 405, parsing of parameters, refusals and the OpenAPI
// document; a handler is attached by its id, so that a missing one does not compile. Declares only: dispatch.ts acts.
import type { z } from 'zod';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Actor, ExpectedActor, PolicyName } from '../gates/guard.ts';
import type { LimitName } from '../gates/limits.ts';
import type { SameOrigin } from '../gates/origin.ts';

/** How refusals look: JSON envelope, plain text, the level server's `{message}`, or the status alone. */
export type Dialect = 'api' | 'plain' | 'level' | 'bare';

/**
 * `public`: any origin may read; `level`: so too, with the level server's headers; `credentials`: trusted origins with
 * cookies; `none`: no CORS headers.
 */
export type Cors = 'public' | 'level' | 'credentials' | 'none';

export interface Parameter {
  readonly schema: z.ZodType;
  /** What a value outside the schema is answered with. */
  readonly refusal: RefusalCode;
  readonly description?: string;
  /** A query parameter that may be repeated; its value is the list of all. */
  readonly many?: true;
  /**
   * A path parameter whose refusal must wait until the handler knows more (the release, the resource): outside the
   * schema its value is the empty string.
   */
  readonly late?: true;
}

export interface AnswerDescription {
  readonly description: string;
  /** JSON answers. */
  readonly schema?: z.ZodType;
  /** Media type of other answers (`application/octet-stream`, `text/plain`). */
  readonly mediaType?: string;
}

/**
 * Who may call: `public` anyone, no credential is looked at; `viewer` anyone, and a session is read when there is one;
 * else the policy of guard.ts that the caller must meet.
 */
export type Access = 'public' | 'viewer' | PolicyName;

/** A JSON body: an object, validated field by field. */
export interface JsonBody {
  readonly kind: 'json';
  readonly schema: z.ZodType;
  readonly capBytes: number;
  /** Code of a body whose fields are wrong (422), unless the field has one of its own. */
  readonly invalid: RefusalCode;
  /** Field → code; where several fields are wrong, the first of this list answers. */
  readonly fields?: Readonly<Record<string, RefusalCode>>;
  /** Statuses that differ from the catalogue on this route (`invalid_body` is 400 at registration). */
  readonly statuses?: Readonly<Partial<Record<RefusalCode, number>>>;
  /** A request without a body counts as `{}`. */
  readonly optional?: true;
}

/** A form of our own pages (`application/x-www-form-urlencoded`), read as an object of strings. */
export interface FormBody {
  readonly kind: 'form';
  readonly schema: z.ZodType;
  readonly capBytes: number;
  readonly invalid: RefusalCode;
}

/** Bytes that the handler streams itself, with its own caps. */
export interface RawBody {
  readonly kind: 'raw';
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /**
   * Bytes are taken while the gates are still asked: the handler gets an `ExpectedActor`. While a body waits, its
   * beginning lies in memory.
   */
  readonly beside?: true;
}

export type Body = JsonBody | FormBody | RawBody;

/** Things that a route may need besides its engines; the composition says how each is checked. */
export type RequirementName = 'registration';

export interface Route {
  /** `nounVerb`; the same word in handlers, OpenAPI, logs, metrics and tests. */
  readonly id: string;
  /** A GET also answers HEAD. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` is one segment, a last `{name...}` the rest of the path (one segment or more). */
  readonly path: string;
  /** Heading of the specification; the tag in the OpenAPI document. */
  readonly section: string;
  readonly summary: string;
  readonly description?: string;
  readonly dialect: Dialect;
  readonly cors: Cors;
  /** One per `{name}` of the path, in the order of the path: earlier ones refuse first. */
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  /** Request headers that the handler reads, by their name in lower case. */
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  readonly refusals: readonly RefusalCode[];
  /** Default `public`. */
  readonly access?: Access;
  readonly body?: Body;
  /** Burst limit that every call counts against. */
  readonly limit?: LimitName;
  /** A write without a session that must still come from our own pages or from a program (registration, sign-in). */
  readonly sameOrigin?: SameOrigin;
  /**
   * The whole handler counts as a read of the database when a caller without an account asks (anonymous-reads.ts). Handlers
   * that cache what they read do this themselves, around the read.
   */
  readonly readsDatabase?: true;
  /** What must be there before a call is counted; refuses with a code of the route's own. */
  readonly requires?: RequirementName;
  /** A read of the release plane that is whose answers may be kept by address (hot-answers.ts). */
  readonly hot?: true;
}

export type Contract = Readonly<Record<string, Route>>;

/** Declares the routes of a feature; keys must equal ids (checked by the surface). */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type Parsed<P> = P extends { schema: infer S extends z.ZodType; many: true }
  ? readonly z.output<S>[]
  : P extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : never;

/** Path parameters as a handler sees them. */
export type ParamsOf<R extends Route> = { readonly [K in keyof R['params']]: Parsed<R['params'][K]> };
/** Query parameters as a handler sees them; an absent one is undefined, an absent repeated one an empty list. */
export type QueryOf<R extends Route> = {
  readonly [K in keyof R['query']]: R['query'][K] extends { many: true }
    ? Parsed<R['query'][K]>
    : Parsed<R['query'][K]> | undefined;
};

/** The parsed body as a handler sees it. */
export type BodyOf<R extends Route> = R['body'] extends { schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** Whether there is an actor, by the access of the route. */
export type ActorOf<R extends Route> = R['access'] extends PolicyName
  ? R['body'] extends { readonly beside: true }
    ? ExpectedActor
    : Actor
  : R['access'] extends 'viewer'
    ? Actor | undefined
    : undefined;

/** Request headers as a handler sees them; an absent one is undefined. */
export type HeadersOf<R extends Route> = { readonly [K in keyof R['headers']]: Parsed<R['headers'][K]> | undefined };

export interface Call<R extends Route> {
  readonly context: RequestContext;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly headers: HeadersOf<R>;
  readonly body: BodyOf<R>;
  readonly actor: ActorOf<R>;
}

export type Handler<R extends Route> = (call: Call<R>) => Response | Promise<Response>;

/** One handler per route of a contract. */
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> };
