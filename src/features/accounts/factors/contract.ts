// The routes of second factors and passkeys: those of Better Auth's plugins that are let through, and no others.

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { body, emptyRequest, optionalBody, refused, status } from '../common/library-contract.ts';

const FACTORS = 'Second factor and passkeys';
const CODE_MAX = 64;
const NAME_MAX = 80;

const base = { section: FACTORS, dialect: 'api', cors: 'credentials', byLibrary: true } as const;
/** Writes of somebody whose sign-in is not complete. */
const open = { ...base, method: 'POST', sameOrigin: true, limit: 'sign-in-address' } as const;
/** Changes of factors: by cookie, within ten minutes of a sign-in or a confirmation. */
const change = { ...base, method: 'POST', access: 'account-keys-confirmed', limit: 'factor' } as const;

const nothing = optionalBody(emptyRequest);

const codes = z.array(z.string()).describe('Shown only once. Each replaces a code of the app once');
const code = z.string().max(CODE_MAX);
const signedIn = z.looseObject({ token: z.string() });

/** The public part of a PublicKeyCredential, as `toJSON()` of browsers gives it. */
const credential = <S extends z.ZodRawShape>(response: S) =>
  z.looseObject({
    id: z.string().max(2_048),
    rawId: z.string().max(2_048),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(8_192), ...response }),
  });
export const assertion = credential({
  authenticatorData: z.string().max(8_192),
  signature: z.string().max(4_096),
});
const attestation = credential({
  attestationObject: z.string().max(24_576),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,20}$/))
    .max(8)
    .optional(),
});
const options = z.looseObject({ challenge: z.string() });
const passkeyName = z.string().trim().min(1).max(NAME_MAX);
const passkeyView = z.looseObject({ id: z.string(), name: z.string().nullish(), createdAt: z.string().nullish() });

export const factorsContract = defineContract({
  twoFactorEnable: {
    ...change,
    path: '/api/auth/two-factor/enable',
    summary: 'Start setting up an authenticator app; `two-factor/verify-totp` with its first code enables it',
    description:
      'Returns the URI for the app (`otpauth:`) and ten backup codes. A repeated request before the first code replaces both.',
    body: nothing,
    answers: {
      200: {
        description: 'What the app needs',
        schema: z.object({ method: z.literal('totp'), totpURI: z.string(), backupCodes: codes }),
      },
      400: refused,
    },
  },
  totpVerify: {
    ...open,
    servedInMaintenance: true,
    path: '/api/auth/two-factor/verify-totp',
    summary: 'Complete a sign-in with a code of the authenticator app, or turn the app on with its first code',
    description:
      'A sign-in that answered `twoFactorRedirect` waits for ten minutes, by its cookie. A code works once. After five wrong ' +
      'codes of an account each further one must wait: half a minute, doubling up to 15 minutes. With a session, the code ' +
      'turns the app on that `two-factor/enable` has begun (within ten minutes of a confirmation) and ends all sessions that ' +
      'were signed in with one factor, apart from this one.',
    body: body(z.object({ code })),
    answers: {
      200: { description: 'Signed in, or turned on', schema: signedIn },
      400: refused,
      401: refused,
      403: refused,
    },
    refusals: ['reauthentication_required', 'database_unavailable'],
  },
  backupCodeVerify: {
    ...open,
    servedInMaintenance: true,
    path: '/api/auth/two-factor/verify-backup-code',
    summary: 'Complete a sign-in with a backup code, which works once',
    description: 'The waits after wrong codes are those of `two-factor/verify-totp`.',
    body: body(z.object({ code })),
    answers: { 200: { description: 'Signed in', schema: signedIn }, 400: refused, 401: refused, 403: refused },
    refusals: ['database_unavailable'],
  },
  twoFactorDisable: {
    ...change,
    path: '/api/auth/two-factor/disable',
    summary: 'Disable the authenticator app and the backup codes',
    body: nothing,
    answers: ok('Disabled', status),
  },
  backupCodesRenew: {
    ...change,
    path: '/api/auth/two-factor/generate-backup-codes',
    summary: 'Create new backup codes; the old ones become invalid',
    body: nothing,
    answers: {
      200: { description: 'The codes', schema: z.object({ status: z.boolean(), backupCodes: codes }) },
      400: refused,
    },
  },
  passkeyCreateOptions: {
    ...base,
    method: 'GET',
    path: '/api/auth/passkey/generate-register-options',
    summary: 'Start adding a passkey; returns the options for `navigator.credentials.create`',
    description: 'Only within ten minutes of a sign-in or a confirmation. The options are valid for five minutes.',
    access: 'account-keys-confirmed',
    limit: 'factor',
    answers: ok('The options', options),
    refusals: ['passkeys_unavailable'],
  },
  passkeyCreate: {
    ...change,
    path: '/api/auth/passkey/verify-registration',
    summary: 'Add the passkey that the browser has made',
    description:
      'A passkey belongs to the host of the public address. With user verification it counts as both factors of this session.',
    body: body(z.object({ response: attestation, name: passkeyName.optional() })),
    answers: { 200: { description: 'The passkey', schema: passkeyView }, 400: refused },
    refusals: ['passkeys_unavailable', 'passkey_limit', 'passkey_exists'],
  },
  passkeyUseOptions: {
    ...base,
    method: 'GET',
    path: '/api/auth/passkey/generate-authenticate-options',
    summary: 'Start signing in or confirming with a passkey; returns the options for `navigator.credentials.get`',
    limit: 'sign-in-address',
    answers: ok('The options, valid for five minutes', options),
    refusals: ['passkeys_unavailable', 'database_unavailable'],
  },
  passkeySignIn: {
    ...open,
    servedInMaintenance: true,
    path: '/api/auth/passkey/verify-authentication',
    summary: 'Sign in with a passkey, or complete a sign-in with it',
    description:
      'A passkey with user verification counts as both factors. One without counts as one: an account with an authenticator ' +
      'app is then asked for a code (`twoFactorRedirect`), and a sign-in that waits for its second factor is complete.',
    body: body(z.object({ response: assertion })),
    answers: {
      200: {
        description: 'Signed in, or one factor is missing',
        schema: z.union([
          z.looseObject({ session: z.looseObject({ token: z.string() }) }),
          z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
        ]),
      },
      400: refused,
      401: refused,
      403: refused,
    },
    refusals: ['passkeys_unavailable', 'database_unavailable'],
  },
  passkeyList: {
    ...base,
    method: 'GET',
    path: '/api/auth/passkey/list-user-passkeys',
    summary: 'List your passkeys',
    access: 'cookie-session',
    answers: ok('The passkeys', z.array(passkeyView)),
  },
  passkeyRename: {
    ...base,
    method: 'POST',
    path: '/api/auth/passkey/update-passkey',
    summary: 'Rename a passkey',
    access: 'account-keys',
    limit: 'factor',
    body: body(z.object({ id: z.uuid(), name: passkeyName })),
    answers: {
      200: { description: 'The passkey', schema: z.object({ passkey: passkeyView }) },
      401: refused,
      404: refused,
    },
  },
  passkeyDelete: {
    ...change,
    path: '/api/auth/passkey/delete-passkey',
    summary: 'Remove a passkey',
    body: body(z.object({ id: z.uuid() })),
    answers: { 200: { description: 'Removed', schema: status }, 401: refused, 404: refused },
  },
});
