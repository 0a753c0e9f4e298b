// The passkey plugin of the sign-in library, on our table.
import { passkey as passkeyPlugin } from '@better-auth/passkey';
import { PASSKEY_COOKIE } from '../common/auth-names.ts';
import type { RelyingParty } from '../common/relying-party.ts';
import type { Notes } from './request-notes.ts';

/** The passkey plugin. It neither asks for user verification nor passes its result on, so its hooks note it. */
export function openPasskeys({ rpId, origins }: RelyingParty, siteName: string, notes: Notes) {
  const note = (isUserVerified: boolean): void => {
    const kept = notes.getStore();
    if (kept !== undefined) kept.isUserVerified = isUserVerified;
  };
  const plugin = passkeyPlugin({
    rpID: rpId,
    rpName: siteName,
    origin: [...origins],
    advanced: { webAuthnChallengeCookie: PASSKEY_COOKIE },
    // Found without a name, so that a passkey can sign in and can be the second step of any sign-in.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    registration: {
      afterVerification: ({ verification: { registrationInfo } }) => {
        note(registrationInfo?.userVerified ?? false);
      },
    },
    authentication: {
      afterVerification: ({ verification: { authenticationInfo } }) => note(authenticationInfo.userVerified),
    },
    schema: { passkey: { fields: { userId: 'accountId' } } },
  });
  // Each row names the host that it belongs to.
  const rpIdField = { type: 'string', required: true, input: false, defaultValue: () => rpId } as const;
  return [plugin, { id: 'livehouse-passkeys', schema: { passkey: { fields: { rpId: rpIdField } } } }];
}
