// Requests that create something (`creates` in the contract). Their answer names the address of the new thing, and with an
// `Idempotency-Key` a repeat creates nothing: it is answered with the status of the first request and the thing as it reads
// now. What was created is stored in the transaction that creates it, so a request that fails leaves nothing behind.
//
// Repeats that arrive while the first request runs wait for it: in this process here, and for another process at the unique
// row, which PostgreSQL lets only one transaction insert.
import { canonicalText, type Json, sha256Hex } from '../../kernel/canonical-json.ts';
import { withinTime } from '../../kernel/concurrency/within-time.ts';
import { isRefusal, Refusal } from '../../kernel/refusal.ts';
import { runCreation } from '../../platform/database/created.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { RequestContext } from '../gates/context.ts';
import type { Actor } from '../gates/guard.ts';
import type { Reply } from '../routing/answer.ts';
import type { Creation, Route } from '../routing/contract.ts';
import { IDEMPOTENCY_KEY } from '../routing/declarations.ts';
import type { Values } from '../routing/parameters.ts';

/** The name of a request with a key. */
export interface CreationName {
  readonly accountId: string;
  readonly route: string;
  /** SHA-256 (hex) of the key. */
  readonly keyDigest: string;
}

export interface StoredCreation {
  /** SHA-256 (hex) of path parameters and body in canonical JSON. */
  readonly requestDigest: string;
  readonly status: number;
  readonly createdId: string;
}

/** Where creations are stored by key, for a limited time. The composition supplies it. */
export interface CreationStore {
  find(name: CreationName): Promise<StoredCreation | undefined>;
  /**
   * Stores one in its transaction. False if another request has stored one under this name. Refuses with
   * `idempotency_in_progress` when another transaction is storing one for too long.
   */
  store(tx: Transaction, name: CreationName, creation: StoredCreation): Promise<boolean>;
}

/** A request whose gates have been passed. */
export interface CreatingRequest {
  readonly context: RequestContext;
  readonly route: Route;
  readonly creates: Creation;
  readonly params: Values;
  readonly body: unknown;
  readonly actor: Actor;
  /** Runs the handler. */
  readonly create: () => Reply | Promise<Reply>;
  /** Reads the thing as it is now; undefined when the caller can no longer read it. */
  readonly readCreated: (id: string) => Promise<unknown>;
}

/** How long a repeat waits for the request that runs. */
const CREATION_WAIT_MS = 5_000;

/** Another request with the same key has created the thing. Ends the transaction of this one. */
class CreatedElsewhere extends Error {
  override readonly name = 'CreatedElsewhere';
}

/** Runs requests that create something, and answers repeats of them. */
export function createCreations(store: CreationStore, basePath: () => string, waitMs = CREATION_WAIT_MS) {
  /** Running requests with a key, by name. */
  const runs = new Map<string, Promise<unknown>>();

  /** Runs the request, or answers the repeat of one. */
  async function run(request: CreatingRequest): Promise<Reply> {
    const key = request.context.request.headers.get('idempotency-key');
    if (key === null) return create(request);
    if (!IDEMPOTENCY_KEY.test(key)) throw new Refusal('invalid_idempotency_key', { status: 400 });
    const { route, actor, params, body } = request;
    const name = { accountId: actor.accountId, route: route.id, keyDigest: sha256Hex(key) };
    const requestDigest = sha256Hex(canonicalText(toJson({ params, body })));
    const slot = `${name.accountId} ${name.route} ${name.keyDigest}`;
    const deadline = performance.now() + waitMs;
    for (let running = runs.get(slot); running !== undefined; running = runs.get(slot)) {
      const ended = running.then(
        () => true,
        () => true,
      );
      if (!(await withinTime(ended, deadline - performance.now(), () => false))) {
        throw new Refusal('idempotency_in_progress');
      }
    }
    const running = runKeyed(request, name, requestDigest);
    runs.set(slot, running);
    try {
      return await running;
    } finally {
      runs.delete(slot);
    }
  }

  async function runKeyed(request: CreatingRequest, name: CreationName, requestDigest: string): Promise<Reply> {
    const before = await store.find(name);
    if (before !== undefined) return repeat(request, before, requestDigest);
    try {
      return await create(request, async (tx, createdId) => {
        const isFirst = await store.store(tx, name, { requestDigest, status: 201, createdId });
        if (!isFirst) throw new CreatedElsewhere('another request with this key was first');
      });
    } catch (error) {
      // Another process may have been first: then this request met its row, or was refused because of what it created.
      const isSecond = error instanceof CreatedElsewhere;
      const first = isSecond || isRefusal(error) ? await store.find(name) : undefined;
      if (first !== undefined) return repeat(request, first, requestDigest);
      throw isSecond ? new Refusal('idempotency_in_progress', { cause: error }) : error;
    }
  }

  async function create(
    { creates, create }: CreatingRequest,
    onCreated?: (tx: Transaction, id: string) => Promise<void>,
  ): Promise<Reply> {
    let createdId: string | undefined;
    const reply = await runCreation(async (tx, id) => {
      await onCreated?.(tx, id);
      createdId = id;
    }, create);
    return createdId === undefined || reply instanceof Response ? reply : locate(reply, creates, createdId);
  }

  async function repeat(
    { creates, readCreated }: CreatingRequest,
    { status, createdId, requestDigest }: StoredCreation,
    wantedDigest: string,
  ): Promise<Reply> {
    if (requestDigest !== wantedDigest) throw new Refusal('idempotency_conflict');
    const body = await readCreated(createdId);
    if (body === undefined) throw new Refusal(creates.gone);
    return locate({ status, body }, creates, createdId);
  }

  function locate(reply: Exclude<Reply, Response>, { path }: Creation, id: string): Reply {
    if (path === undefined) return reply;
    const location = `${basePath()}${path.replace(/\{\w+\}/, () => encodeURIComponent(id))}`;
    return { ...reply, headers: { ...reply.headers, Location: location } };
  }

  return { run };
}

export type Creations = ReturnType<typeof createCreations>;

/** A value as JSON, without fields that are undefined. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
