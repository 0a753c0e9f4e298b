// Who was let in lately, by credential and policy: a help for work that may begin before its caller has been read anew
// (guard.ts). Lets nobody in. Bounded in number and age; credentials are kept as their digests.
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { credentialOf } from './credential.ts';

const CALLERS_KEPT = 4096;
const KEPT_MS = 60_000;

interface Caller {
  readonly accountId: string;
  readonly until: number;
}

export class RecentCallers {
  readonly #callers = new BoundedCache<string, Caller>(CALLERS_KEPT);
  readonly #now: () => number;

  /** `now` in milliseconds, on a clock that is never set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The caller of this request met the policy just now. */
  keep(request: Request, policy: string, accountId: string): void {
    const key = keyOf(request, policy);
    if (key !== undefined) this.#callers.keep(key, { accountId, until: this.#now() + KEPT_MS }, 1);
  }

  drop(request: Request, policy: string): void {
    const key = keyOf(request, policy);
    if (key !== undefined) this.#callers.drop(key);
  }

  /** Account that the request's credential stood for when it last met the policy; undefined: not lately. */
  recall(request: Request, policy: string): string | undefined {
    const key = keyOf(request, policy);
    const caller = key === undefined ? undefined : this.#callers.read(key);
    return caller === undefined || caller.until <= this.#now() ? undefined : caller.accountId;
  }
}

function keyOf(request: Request, policy: string): string | undefined {
  const credential = credentialOf(request);
  return credential && sha256Hex(`${policy} ${credential.kind} ${credential.text}`);
}
