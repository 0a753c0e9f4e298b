// A route as a value. Matching, HEAD, OPTIONS, 405, parameter parsing, refusals and the OpenAPI document are derived
// from it. Handlers are attached by id, so a missing handler is a compile error. This file only declares; dispatch.ts
// acts.
import type { z } from 'zod';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Actor, ExpectedActor, PolicyName } from '../gates/guard.ts';
import type { LimitName } from '../gates/limits.ts';
import type { SameOrigin } from '../gates/origin.ts';
import type { EmptyAnswer, JsonAnswer } from './answer.ts';
import type { WireType } from './wire-type.ts';

/**
 * Wire format of refusals: JSON envelope, plain text, the level server's `{message}`, or the status alone. `page`: an
 * HTML page for callers that prefer HTML, the JSON envelope for all others.
 */
export type Dialect = 'api' | 'plain' | 'level' | 'bare' | 'page';

/**
 * `public`: any origin may read. `level`: like `public`, with the level server's headers. `credentials`: trusted
 * origins with cookies. `tokens`: like `credentials`, and any origin with an API token. `community`: like `tokens`, and
 * any origin reads what a stranger may read; its cookies are ignored. `none`: no CORS headers.
 */
export type Cors = 'public' | 'level' | 'credentials' | 'tokens' | 'community' | 'none';

export interface Parameter {
  readonly schema: z.ZodType;
  /** Refusal of a value outside the schema. */
  readonly refusal: RefusalCode;
  readonly description?: string;
  /** How the document describes the value, where the schema cannot tell. */
  readonly wire?: WireType;
  /** A query parameter or header that the route refuses to do without. */
  readonly required?: true;
  /** A query parameter that may be repeated; its value is the list of all values. */
  readonly many?: true;
  /** With `many`: repeats are only tolerated, and the first counts. The document describes one value. */
  readonly firstCounts?: true;
  /**
   * The handler refuses a malformed value itself, after checking what comes first in the contract (the release, the
   * resource). Outside the schema the value is the empty string.
   */
  readonly late?: true;
}

export interface AnswerDescription {
  readonly description: string;
  /** Body schema of a JSON response. */
  readonly schema?: z.ZodType;
  /** Media type of another response (`image/webp`, `text/plain`), or `ANY_MEDIA_TYPE`. Its handler returns a `Response`. */
  readonly mediaType?: string;
}

/** Files whose media type follows from their name or content. */
export const ANY_MEDIA_TYPE = '*/*';

/**
 * Who may call. `public`: anyone, credentials are ignored. `viewer`: anyone, and a session is read when there is one.
 * Otherwise the name of the policy in guard.ts that the caller must meet.
 */
type Access = 'public' | 'viewer' | PolicyName;

/** A JSON body: an object, validated field by field. */
export interface JsonBody {
  readonly kind: 'json';
  readonly schema: z.ZodType;
  readonly capBytes: number;
  /** Refusal (422) for invalid fields, unless the field has its own in `fields`. */
  readonly invalid: RefusalCode;
  /** Field → refusal. If several fields are invalid, the first in this list decides. */
  readonly fields?: Readonly<Record<string, RefusalCode>>;
  /** Statuses that differ from the catalogue on this route (`invalid_body` is 400 at registration). */
  readonly statuses?: Readonly<Partial<Record<RefusalCode, number>>>;
  /** A missing body counts as `{}`. */
  readonly optional?: true;
}

/** An HTML form of our own pages (`application/x-www-form-urlencoded`), read as an object of strings. */
export interface FormBody {
  readonly kind: 'form';
  readonly schema: z.ZodType;
  readonly capBytes: number;
  readonly invalid: RefusalCode;
}

/** Bytes that the handler streams itself, with its own limits. */
interface RawBody {
  readonly kind: 'raw';
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /** What JSON that the handler parses itself looks like. For the interface document alone. */
  readonly shape?: z.ZodType;
  /**
   * The handler starts receiving bytes while the gates are still checked, with an `ExpectedActor`. Until the handler
   * starts, the beginning of the body is buffered in memory.
   */
  readonly beside?: true;
}

export type Body = JsonBody | FormBody | RawBody;

/**
 * What a route creates. The function that creates it reports its id in its transaction (`recordCreated`). A repeat of a request
 * with the same `Idempotency-Key` then creates nothing: it is answered with the status of the first one and with what the
 * handler's `readCreated` reads (dispatch/creations.ts).
 */
export interface Creation {
  /** The refusal of a repeat when the thing no longer exists. */
  readonly gone: RefusalCode;
  /** Path of the GET of the thing, for `Location`. Its one parameter is the id. */
  readonly path?: string;
}

/** Preconditions of a route besides the engines. The composition supplies the checks. */
export type RequirementName = 'registration' | 'passwordSignIn';

/** What a contract says of a route. */
export interface RouteDeclaration {
  /** A GET route also handles HEAD. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` matches one segment; a final `{name...}` matches the rest of the path (one segment or more). */
  readonly path: string;
  /** Heading in the specification; used as the OpenAPI tag. */
  readonly section: string;
  readonly summary: string;
  readonly description?: string;
  readonly dialect: Dialect;
  readonly cors: Cors;
  /** One per `{name}`, in path order. If several are malformed, the earliest decides the refusal. */
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  /** Request headers that the handler reads, by lowercase name. */
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Refusals that the rest of the declaration does not imply (`refusalsOf` derives those). */
  readonly refusals?: readonly RefusalCode[];
  /** Statuses that differ from the catalogue on this route, whose handler gives them. */
  readonly statuses?: Readonly<Partial<Record<RefusalCode, number>>>;
  /**
   * The route answers from a release: `current`: the current one of a server, or the pinned one where the query has `release`;
   * `stored`: the one that the path names by digest.
   */
  readonly readsRelease?: 'current' | 'stored';
  /** Defaults to `public`. */
  readonly access?: Access;
  /**
   * Refuses a session without a proof of identity of the last ten minutes, before the body is read. For routes whose policy takes
   * an older proof, and for routes without a policy whose handler refuses strangers itself.
   */
  readonly needsProof?: true;
  /** A page for signed-in readers alone, whose handler refuses strangers itself. */
  readonly reader?: 'signed-in';
  readonly body?: Body;
  readonly creates?: Creation;
  /** Burst limit that counts every call. */
  readonly limit?: LimitName;
  /** Applies the same-origin rule to a write that has no session yet (registration, sign-in). */
  readonly sameOrigin?: SameOrigin;
  /**
   * For callers without an account, the whole handler counts as one database read (anonymous-reads.ts). A handler that
   * caches its reads applies that limit itself, around the read.
   */
  readonly readsDatabase?: true;
  /** A write that is served during maintenance, too. All others are refused with `maintenance`. */
  readonly servedInMaintenance?: true;
  /** Precondition checked before the call is counted. Refuses with a code that the route declares. */
  readonly requires?: RequirementName;
  /** The sign-in library makes the response. */
  readonly byLibrary?: true;
  /** A release read whose responses may be cached by address (hot-answers.ts). */
  readonly hot?: true;
  /** Id of the route whose handler answers this one too. Defaults to its own id. */
  readonly handledAs?: string;
}

export interface Route extends RouteDeclaration {
  /** Its key in the contract: `nounVerb`. The same name is used in handlers, OpenAPI, logs, metrics and tests. */
  readonly id: string;
}

/** Whether a route is refused during maintenance. */
export const waitsForMaintenance = ({ method, servedInMaintenance }: RouteDeclaration): boolean =>
  method !== 'GET' && servedInMaintenance !== true;

export type Contract = Readonly<Record<string, Route>>;

type WithIds<D> = { readonly [Key in keyof D]: D[Key] & { readonly id: Key } };

/** Declares the routes of a feature. The key of a route is its id. */
export function defineContract<const D extends Readonly<Record<string, RouteDeclaration>>>(
  declarations: D,
): WithIds<D> {
  const routes: readonly (readonly unknown[])[] = Object.entries(declarations).map(([id, route]) => [
    id,
    { ...route, id },
  ]);
  return Object.fromEntries(routes);
}

type Parsed<P> = P extends { schema: infer S extends z.ZodType; many: true }
  ? readonly z.output<S>[]
  : P extends { schema: infer S extends z.ZodType }
    ? z.output<S>
    : never;

/** Path parameters as the handler receives them. */
type ParamsOf<R extends Route> = { readonly [K in keyof R['params']]: Parsed<R['params'][K]> };
/**
 * Query parameters as the handler receives them. A missing one is undefined; a missing repeated one is an empty list.
 */
type QueryOf<R extends Route> = {
  readonly [K in keyof R['query']]: R['query'][K] extends { many: true }
    ? Parsed<R['query'][K]>
    : Parsed<R['query'][K]> | undefined;
};

/** The parsed body as the handler receives it. */
type BodyOf<R extends Route> = R['body'] extends { schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** The parsed body of a route, for the function behind it. */
export type SentBody<R extends Route> = Wire<BodyOf<R>>;

/** The type of `actor`, which depends on the route's access. */
type ActorOf<R extends Route> = R['access'] extends PolicyName
  ? R['body'] extends { readonly beside: true }
    ? ExpectedActor
    : Actor
  : R['access'] extends 'viewer'
    ? Actor | undefined
    : undefined;

/** Request headers as the handler receives them; a missing one is undefined. */
type HeadersOf<R extends Route> = { readonly [K in keyof R['headers']]: Parsed<R['headers'][K]> | undefined };

export interface Call<R extends Route> {
  readonly context: RequestContext;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly headers: HeadersOf<R>;
  readonly body: BodyOf<R>;
  readonly actor: ActorOf<R>;
}

/** A value that is only read: lists and objects in it may be constant. */
export type Wire<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Wire<T[Key]> }
      : T;

/** What the handler returns for one of the declared statuses. */
type AnswerAt<Status extends number, Description> = Description extends { mediaType: string }
  ? Response
  : Description extends { schema: infer S extends z.ZodType }
    ? JsonAnswer<Status, Wire<z.output<S>>>
    : EmptyAnswer<Status>;

/**
 * What the handler of a route returns: a value for one of the declared statuses. Pages, hot reads, answers with an entity tag,
 * reads of a release with a body and those of the sign-in library are bytes already, so their handlers return a `Response`.
 */
export type AnswerOf<R extends RouteDeclaration> = R extends
  | { dialect: 'page' }
  | { hot: true }
  | { byLibrary: true }
  | { answers: { 304: object } }
  | { method: 'POST'; readsRelease: 'current' }
  ? Response
  : { [Status in keyof R['answers'] & number]: AnswerAt<Status, R['answers'][Status]> }[keyof R['answers'] & number];

export type Handler<R extends Route> = (call: Call<R>) => AnswerOf<R> | Promise<AnswerOf<R>>;

/** What reads a thing that an earlier request created, as the answer to that request would be now. */
export interface CreatedCall<R extends Route> extends Pick<Call<R>, 'context' | 'params'> {
  readonly actor: Actor;
  /** The id that was reported. */
  readonly id: string;
}

/** The handler of a route that creates something. */
export interface CreatingHandler<R extends Route> {
  readonly create: Handler<R>;
  /** Without secrets. Returns undefined, or refuses, when the caller can no longer read the thing. */
  readonly readCreated: (call: CreatedCall<R>) => Promise<Wire<CreatedBody<R>> | undefined>;
}

type CreatedBody<R extends Route> = R['answers'][201] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : never;

/** One handler per route of a contract. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends { readonly creates: Creation } ? CreatingHandler<C[K]> : Handler<C[K]>;
};
