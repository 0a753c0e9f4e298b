// The route by which a signed-in person proves their identity again, required before changes that outlive the session.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { assertion } from '../factors/contract.ts';

const BODY_BYTES = 32_768;

/** At most one proof per request. A new kind of proof is a new field. */
const wayToConfirm = z
  .strictObject({
    password: z.string().optional().describe('Password of the account'),
    code: z.string().max(64).optional().describe('Code of the authenticator app, a backup code, or the mailed code'),
    passkey: assertion.optional().describe('Answer of a passkey to `passkey/generate-authenticate-options`'),
  })
  .refine((ways) => Object.values(ways).filter((way) => way !== undefined).length <= 1);

export const confirmationContract = defineContract({
  accountConfirm: {
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/account/confirm',
    section: 'Own account',
    dialect: 'api',
    cors: 'credentials',
    summary: 'Confirm your identity with the password, a code or a passkey; with the cookie only',
    description:
      'Some changes are refused with `reauthentication_required` unless this session was signed in or confirmed shortly ' +
      'before. Send `{password}`, `{code}` with a code of the authenticator app or a backup code, or `{passkey}`. An account that ' +
      'has none of these sends `{}` first, which mails a code of six digits, and then `{code}` from the same session. A mailed ' +
      'code works once, for ten minutes, and ends with the fifth wrong one. A confirmation gives the session a new token, which the ' +
      'answer sets as the cookie. The token of before still reads and writes for 30 seconds, without the confirmation.',
    access: 'account-keys',
    limit: 'confirmation',
    body: { kind: 'json', schema: wayToConfirm, capBytes: BODY_BYTES, invalid: 'invalid_body' },
    answers: {
      200: { description: 'The session is confirmed', schema: z.object({ confirmedAt: milliseconds }) },
      202: { description: 'A code is mailed', schema: z.object({ codeSent: z.literal(true) }) },
    },
    refusals: ['password_required', 'confirmation_failed', 'sign_in_busy'],
  },
});
