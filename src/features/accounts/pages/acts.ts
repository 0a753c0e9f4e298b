// What the account pages do: they say whether a mailed link works, set a password and sign in, verify or change an address,
// and take the second factor of a sign-in. Reading changes nothing. The pages themselves are in src/web/account.
import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { readAccountById } from '../common/accounts.ts';
import type { OnRegistration } from '../common/approval.ts';
import { answerCode, readStepAccount, type SecondStepDependencies } from '../factors/second-step-codes.ts';
import { type AddressLink, readAddressLink, useAddressLink } from '../links/address.ts';
import { isLinkToken, readLinkAccount } from '../links/password.ts';
import type { AccountMail } from '../mail/account-mail.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { findPasswordFault, type PasswordFault } from '../passwords/rules.ts';
import { lastCookies } from '../sign-in/library.ts';

export interface AccountActDependencies extends SecondStepDependencies {
  readonly mail: AccountMail;
  readonly passwords: Passwords;
  readonly ownAddress: OwnAddress;
  readonly onRegistration: OnRegistration;
}

interface SignedIn {
  readonly kind: 'signed-in';
  readonly cookies: readonly string[];
}

/**
 * What came of a password: the link is `dead`; the password has a `fault`, and the link still works; the account is
 * `closed` to sign-ins, or `waiting` for an administrator; it is signed in, or the second factor is asked for next.
 */
type PasswordOutcome =
  | { readonly kind: 'dead' | 'closed' | 'waiting' }
  | { readonly kind: 'fault'; readonly fault: PasswordFault }
  | (SignedIn & { readonly isPending: boolean });

/** What came of a code: no sign-in waits in this browser (`over`), the code is wrong, or there were too many. */
type CodeOutcome =
  | { readonly kind: 'over' | 'wrong' | 'closed' }
  | { readonly kind: 'wait'; readonly refusal: Refusal }
  | SignedIn;

export interface AccountActs {
  /** Whether a link to set a password works. While the database is away it counts as working: using it reports that. */
  knowsPassword(token: string): Promise<boolean>;
  /** Sets the password of the link's account and signs in. A refused password leaves the link as it is. */
  setPassword(context: RequestContext, token: string, password: string): Promise<PasswordOutcome>;
  /** What a link about an address does; undefined when it does not work. */
  readAddress(token: string): Promise<AddressLink | undefined>;
  /** Does it; undefined when the link does not work. */
  useAddress(context: RequestContext, token: string): Promise<AddressLink | undefined>;
  /** Whether a sign-in waits for its second factor in this browser. */
  awaitsCode(context: RequestContext): Promise<boolean>;
  /** Completes it with a code of the app or a backup code. */
  completeStep(context: RequestContext, code: string): Promise<CodeOutcome>;
}

/** Opens what the account pages do. */
export function openAccountActs(dependencies: AccountActDependencies): AccountActs {
  const { database, library, mail, onRegistration, ownAddress, passwords } = dependencies;
  const { ask } = library;
  const signedInBy = (done: Response): SignedIn => ({ kind: 'signed-in', cookies: lastCookies(done) });
  return {
    knowsPassword: async (token) =>
      isLinkToken(token) && (await readLinkAccount(database.db, token).catch(() => '')) !== undefined,
    setPassword: async (context, token, password) => {
      // Checked before the token is used, so that a full queue does not consume the link.
      passwords.requireRoom();
      const accountId = isLinkToken(token) ? await readLinkAccount(database.db, token) : undefined;
      const owner = accountId === undefined ? undefined : await readAccountById(database.db, accountId);
      if (owner === undefined) return { kind: 'dead' };
      const fault = findPasswordFault(password, owner);
      if (fault !== undefined) return { kind: 'fault', fault };
      const reset = await ask(context, {
        path: '/reset-password',
        method: 'POST',
        body: { token, newPassword: password },
      });
      if (!reset.ok) return { kind: 'dead' };
      const signedIn = await ask(context, {
        path: '/sign-in/email',
        method: 'POST',
        body: { email: owner.email, password },
        // The mail about the password tells it.
        wishes: { isAnnounced: true },
      });
      if (!signedIn.ok) return { kind: owner.approval === 'pending' ? 'waiting' : 'closed' };
      const outcome: unknown = await signedIn.clone().json();
      const isPending = typeof outcome === 'object' && outcome !== null && 'twoFactorRedirect' in outcome;
      return { ...signedInBy(signedIn), isPending };
    },
    readAddress: (token) => readAddressLink(database.db, token),
    useAddress: (context, token) => {
      const links = { database, mail, onRegistration, publicUrl: ownAddress.public() };
      return useAddressLink(links, token, context.request.headers.get('accept-language'));
    },
    awaitsCode: async (context) => (await readStepAccount(dependencies, context)) !== undefined,
    completeStep: async (context, code) => {
      const accountId = await readStepAccount(dependencies, context);
      if (accountId === undefined) return { kind: 'over' };
      try {
        const done = await answerCode(dependencies, context, { accountId, code });
        if (done.ok) return signedInBy(done);
        if (done.status === 403) return { kind: 'closed' };
      } catch (error) {
        if (!isRefusal(error, 'rate_limit_exceeded')) throw error;
        return { kind: 'wait', refusal: error };
      }
      return (await readStepAccount(dependencies, context)) === undefined ? { kind: 'over' } : { kind: 'wrong' };
    },
  };
}
