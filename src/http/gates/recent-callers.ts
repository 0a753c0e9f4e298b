// Recently admitted callers by credential and policy, so that a handler can start receiving a body while the caller is
// authenticated again (guard.ts). Never authorises a request. Bounded in number and age; credentials are stored as
// digests.
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

  /** @param now milliseconds on a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records that the caller of this request just met the policy. */
  keep(request: Request, policy: string, accountId: string): void {
    const key = keyOf(request, policy);
    if (key !== undefined) this.#callers.store(key, { accountId, until: this.#now() + KEPT_MS }, 1);
  }

  drop(request: Request, policy: string): void {
    const key = keyOf(request, policy);
    if (key !== undefined) this.#callers.drop(key);
  }

  /** The account of the request's credential when it last met the policy; undefined when that was not recent. */
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
