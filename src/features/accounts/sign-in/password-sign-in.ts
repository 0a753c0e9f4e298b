// Signing in with address and password: limits, counted failures, and the sign-in library. Shared by the JSON route and
// the form of the page.
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Limiter } from '../../../http/gates/limits.ts';
import type { FailedSignIns } from '../common/failed-sign-ins.ts';
import type { SignInFailures } from './failures.ts';
import type { KnownDevices } from './known-device.ts';
import type { Library } from './library.ts';
import type { Wishes } from './request-notes.ts';

export interface PasswordSignInDependencies {
  readonly library: Library;
  readonly limiter: Limiter;
  readonly failures: SignInFailures;
  readonly devices: KnownDevices;
  readonly failed: FailedSignIns;
}

export type PasswordSignIn = (
  context: RequestContext,
  body: { readonly email?: unknown; readonly password?: unknown; readonly rememberMe?: unknown },
  wishes?: Wishes,
) => Promise<Response>;

/** Creates the function that signs in. Its response is the library's, with our envelope. */
export function createPasswordSignIn({
  library,
  limiter,
  failures,
  devices,
  failed,
}: PasswordSignInDependencies): PasswordSignIn {
  return async (context, body, wishes = {}) => {
    const email = spellAddress(body.email);
    await limiter.take('sign-in', `${context.clientKey()} ${email.slice(0, 254)}`);
    const isKnown = devices.has(context.request, email);
    await failures.begin(email, isKnown);
    const forward = { path: '/sign-in/email', method: 'POST', body: { ...body, email }, wishes } as const;
    const answer = await library.forward(context, forward).catch(async (error: unknown) => {
      await failures.release(email, isKnown);
      throw error;
    });
    if (answer.ok) await failures.forget(email);
    else if (answer.status !== 401) await failures.release(email, isKnown);
    else await failed.note(context, 'password', { email });
    return answer;
  };
}

/** An address as typed, normalised as at registration. The library rejects invalid ones. */
export const spellAddress = (typed: unknown): string => (typeof typed === 'string' ? typed.trim().toLowerCase() : '');
