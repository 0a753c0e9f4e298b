// Routes by which somebody comes to an account: the configuration of accounts, the captcha, registration.

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import { isRegistrationText, REGISTRATION_TEXT_MAX } from '../common/approval.ts';

const REGISTRATION = 'Registry, release, account';

const api = { dialect: 'api', cors: 'credentials' } as const;

/** Of which the text takes most, even where each character is escaped. */
const REGISTER_BODY_BYTES = 8_192;
const INVITE_CODE_MAX = 64;

/** A challenge of the captcha library, which alone knows its fields. */
export const challengeFields = z.record(z.string(), z.json());

export const registrationContract = defineContract({
  accountConfigRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/account/config',
    section: REGISTRATION,
    summary: 'Whether registration is open, and what it requires',
    answers: ok('The configuration', {
      available: z.boolean(),
      emailDeliveryEnabled: z.boolean(),
      emailSignUpEnabled: z.boolean(),
      providers: z.array(z.string()),
      providerLabels: z.record(z.string(), z.string()).describe('What the operator calls providers, by name'),
      passwords: z.boolean().describe('Whether people sign in with a password'),
      passkeys: z.boolean().describe('Whether passkeys work under the public address'),
      turnstileSiteKey: z.string().nullable(),
      captcha: z
        .object({
          provider: z.enum(['altcha', 'turnstile']),
          siteKey: z.string().optional(),
          challengeUrl: z.string().optional(),
        })
        .nullable(),
    }),
  },
  captchaChallengeRead: {
    ...api,
    method: 'GET',
    path: '/api/v1/account/captcha',
    section: REGISTRATION,
    summary: 'A new ALTCHA challenge, where that captcha is configured',
    limit: 'sign-in-address',
    answers: ok('The challenge', challengeFields),
    refusals: ['route_not_found'],
  },
  accountRegister: {
    ...api,
    method: 'POST',
    path: '/api/v1/account/register',
    section: REGISTRATION,
    summary: 'Register an account; a link to set the password is mailed',
    description:
      'While `registration` of the instance is `closed`, the answer is 403 for every address; while it is `invite`, the body has an `inviteCode`. While it is `approval`, the account cannot sign in (403 `approval_pending`) until an administrator has approved it; an `inviteCode` skips that. A use of the invite is taken when the account is made, and not for a known address. The answer is the same for every address. Where the account configuration names a captcha, its response goes in the header `X-Captcha-Response`.',
    sameOrigin: true,
    requires: 'registration',
    limit: 'registration',
    headers: {
      'x-captcha-response': {
        schema: z.string(),
        refusal: 'captcha_response_missing',
        description: 'Response of the captcha, where the account configuration names one',
      },
    },
    body: {
      kind: 'json',
      schema: z.strictObject({
        email: z.string(),
        inviteCode: z
          .string()
          .max(INVITE_CODE_MAX)
          .optional()
          .describe('Code of an invite, where one is required or skips the approval'),
        text: z
          .string()
          .refine(isRegistrationText)
          .optional()
          .meta({ maxLength: REGISTRATION_TEXT_MAX })
          .describe('What the person writes about themselves; only while `registration` is `approval`'),
      }),
      capBytes: REGISTER_BODY_BYTES,
      invalid: 'invalid_body',
      statuses: { invalid_body: 400 },
    },
    answers: { 202: { description: 'Accepted', schema: z.object({ accepted: z.literal(true) }) } },
    refusals: [
      'registration_closed',
      'invite_required',
      'invite_invalid',
      'registration_unavailable',
      'invalid_email',
      'captcha_response_missing',
      'captcha_unavailable',
      'captcha_verification_failed',
    ],
  },
});
