// The routes of the service as types: what a call is given and what it answers, by method and path as the contracts write
// them. Types alone, so that nothing of the contracts reaches the browser.
import type { z } from 'zod';
import type { accountsContract } from '../../features/accounts/contract.ts';
import type { administrationContract } from '../../features/administration/contract.ts';
import type { backupsContract } from '../../features/backups/contract.ts';
import type { catalogContract } from '../../features/catalog/contract.ts';
import type { communityContract } from '../../features/community/contract.ts';
import type { instanceContract } from '../../features/instance/contract.ts';
import type { chartContract } from '../../features/levels/charts/contract.ts';
import type { maintenanceContract } from '../../features/maintenance/contract.ts';
import type { moderationContract } from '../../features/moderation/contract.ts';
import type { presentationContract } from '../../features/presentation/contract.ts';
import type { queryContract } from '../../features/query/contract.ts';
import type { releaseContract } from '../../features/release/contract.ts';
import type { searchContract } from '../../features/search/contract.ts';
import type { uploadsContract } from '../../features/uploads/contract.ts';
import type { webhooksContract } from '../../features/webhooks/contract.ts';
import type { Route } from '../../http/routing/contract.ts';

type Contracts = typeof accountsContract &
  typeof administrationContract &
  typeof backupsContract &
  typeof catalogContract &
  typeof communityContract &
  typeof chartContract &
  typeof instanceContract &
  typeof maintenanceContract &
  typeof moderationContract &
  typeof presentationContract &
  typeof queryContract &
  typeof releaseContract &
  typeof searchContract &
  typeof uploadsContract &
  typeof webhooksContract;

/** Routes by method and path: `PUT /api/v1/…`, as the contracts write them. */
type Endpoints = {
  [Id in keyof Contracts as Contracts[Id] extends Route
    ? `${Contracts[Id]['method']} ${Contracts[Id]['path']}`
    : never]: Contracts[Id];
};

export type Endpoint = keyof Endpoints & string;
type RouteOf<E extends Endpoint> = Endpoints[E];

type AnswersOf<R> = R extends { answers: infer A } ? A : never;
type Successes = 200 | 201 | 202 | 204;
type SuccessOf<A> = A extends unknown ? A[Extract<keyof A, Successes>] : never;
type BodyOf<D> = D extends { schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** Body of a successful answer. */
export type AnswerBody<E extends Endpoint> = BodyOf<SuccessOf<AnswersOf<RouteOf<E>>>>;

type GivenBody<R> = R extends { body: { kind: 'json'; schema: infer S extends z.ZodType } }
  ? { readonly body: z.input<S> }
  : R extends { body: { kind: 'raw' } }
    ? { readonly body?: undefined; readonly file: Blob }
    : { readonly body?: undefined };
type GivenParams<R> = R extends { params: infer P }
  ? { readonly params: Readonly<Record<keyof P & string, string | number>> }
  : { readonly params?: undefined };
type GivenQuery<R> = R extends { query: infer Q }
  ? {
      readonly query?: Readonly<
        Partial<Record<keyof Q & string, string | number | boolean | readonly string[] | undefined>>
      >;
    }
  : { readonly query?: undefined };

/** What a call is given: path parameters, query and body as its route declares them. */
export type Given<E extends Endpoint> = E extends Endpoint ? GivenOf<RouteOf<E>> : never;
// One route at a time: the products of all bodies, parameters and queries would be too many.
type GivenOf<R> = GivenBody<R> &
  GivenParams<R> &
  GivenQuery<R> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    /** Sent also when the page is left. */
    readonly keepalive?: true;
  };

export type Outcome<B> =
  | { readonly ok: true; readonly status: number; readonly body: B }
  | {
      readonly ok: false;
      /** 0 when no answer came. */
      readonly status: number;
      /** Code of the refusal; `no_connection` when no answer came, `aborted` when the caller gave up. */
      readonly code: string;
      /** Seconds to wait, where the service says. */
      readonly wait: number | undefined;
      /** What the refusal says to programmers, in English. Only inside of the service. */
      readonly message?: string | undefined;
      /** What the refusal came with. Only in a browser. */
      readonly body?: unknown;
    };
