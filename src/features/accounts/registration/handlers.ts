// Handlers of registration. The answer to a registration is the same for every address.
import { answerJson } from '../../../http/answer/json.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { normalizeEmail } from '../common/accounts.ts';
import { basePathOf } from '../common/redirects.ts';
import type { registrationContract } from './contract.ts';
import { beginRegistration, FLOOR_MS, type RegistrationParts, requireCaptcha } from './registration.ts';

export interface RegistrationHandlerParts extends RegistrationParts {
  readonly ownAddress: OwnAddress;
  /** Names of the configured social providers, in order. */
  readonly providers: readonly string[];
}

export function registrationHandlers(parts: RegistrationHandlerParts): Handlers<typeof registrationContract> {
  const { captcha, database, ownAddress, providers } = parts;
  return {
    accountConfigRead: ({ context }) =>
      answerJson(context, {
        available: database.state === 'ready',
        emailDeliveryEnabled: true,
        emailSignUpEnabled: true,
        providers,
        turnstileSiteKey: captcha?.siteKey ?? null,
        captcha:
          captcha === undefined
            ? null
            : captcha.siteKey === undefined
              ? { provider: captcha.provider, challengeUrl: `${basePathOf(ownAddress)}/api/v1/account/captcha` }
              : { provider: captcha.provider, siteKey: captcha.siteKey },
      }),
    captchaChallengeRead: async ({ context }) => {
      const challenge = await captcha?.createChallenge();
      if (challenge === undefined) throw new Refusal('route_not_found');
      return answerJson(context, challenge);
    },
    accountRegister: async ({ context, headers, body }) => {
      const email = normalizeEmail(body.email);
      if (email === undefined) throw new Refusal('invalid_email');
      await requireCaptcha(parts, headers['x-captcha-response'] ?? null);
      beginRegistration(parts, email, context.request.headers.get('accept-language'));
      await Bun.sleep(FLOOR_MS);
      return answerJson(context, { accepted: true }, { status: 202 });
    },
  };
}
