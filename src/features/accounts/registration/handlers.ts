// Handlers of registration. The answer to a registration is the same for every address.
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { required } from '../../../kernel/refusal.ts';
import type { Providers } from '../common/providers.ts';
import { basePathOf } from '../common/redirects.ts';
import { challengeFields, type registrationContract } from './contract.ts';
import { type RegistrationDependencies, register } from './registration.ts';

export interface RegistrationHandlerDependencies extends RegistrationDependencies {
  readonly ownAddress: OwnAddress;
  readonly providers: Providers;
  /** Whether passkeys work under the public address. */
  readonly hasPasskeys: () => boolean;
}

export function registrationHandlers(
  dependencies: RegistrationHandlerDependencies,
): Handlers<typeof registrationContract> {
  const { captcha, database, hasPasskeys, instance, ownAddress, passwordSignIn, providers } = dependencies;
  return {
    accountConfigRead: async () =>
      json({
        available: database.state === 'ready',
        emailDeliveryEnabled: true,
        emailSignUpEnabled: passwordSignIn && (await instance.read()).registration !== 'closed',
        providers: providers.names,
        providerLabels: providers.labels,
        passwords: passwordSignIn,
        passkeys: hasPasskeys(),
        turnstileSiteKey: captcha?.siteKey ?? null,
        captcha: describeCaptcha(captcha, basePathOf(ownAddress)),
      }),
    captchaChallengeRead: async () =>
      json(challengeFields.parse(required(await captcha?.createChallenge(), 'route_not_found'))),
    accountRegister: async ({ context, headers, body }) => {
      const captcha = headers['x-captcha-response'] ?? null;
      await register(dependencies, {
        inviteCode: undefined,
        ...body,
        captcha,
        acceptLanguage: context.request.headers.get('accept-language'),
        clientKey: context.clientKey(),
      });
      return { status: 202, body: { accepted: true } };
    },
  };
}

export interface CaptchaDescription {
  readonly provider: 'altcha' | 'turnstile';
  readonly siteKey?: string;
  /** Path of new challenges. */
  readonly challengeUrl?: string;
}

/** What a page must know of the captcha; null: there is none. */
export function describeCaptcha(
  captcha: RegistrationDependencies['captcha'],
  basePath: string,
): CaptchaDescription | null {
  if (captcha === undefined) return null;
  const { provider, siteKey } = captcha;
  return siteKey === undefined
    ? { provider, challengeUrl: `${basePath}/api/v1/account/captcha` }
    : { provider, siteKey };
}
