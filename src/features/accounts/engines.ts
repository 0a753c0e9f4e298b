// The engines of accounts as the configuration names them: the mailer and the captcha.
import { join } from 'node:path';
import { LOOPBACK_NAMES } from '../../http/gates/own-address.ts';
import { deriveKey } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Captcha, openAltcha, openTurnstile } from '../../platform/outside/captcha.ts';
import { type Mailer, openMailer } from '../../platform/outside/mail.ts';

const CAPTCHA_ACTION = 'account_register';

/** The mailer of a configuration. */
export const openConfiguredMailer = ({ smtpUrl, mailFrom, dataDirectory }: Config): Mailer =>
  openMailer({
    smtpUrl,
    from: mailFrom ?? 'Livehouse <no-reply@localhost>',
    outboxDirectory: join(dataDirectory, 'outbox'),
  });

/** The captcha of a configuration; `secret` signs ALTCHA challenges where none of their own is set. */
export function openConfiguredCaptcha(config: Config, secret: string): Captcha | undefined {
  const { captcha } = config;
  switch (captcha.kind) {
    case 'none':
      return undefined;
    case 'altcha':
      return openAltcha(captcha.secret ?? deriveKey(secret, 'captcha'));
    case 'turnstile': {
      const own = config.baseUrl === undefined ? LOOPBACK_NAMES : [config.baseUrl];
      const hosts = [...own, ...config.trustedOrigins].map((place) =>
        URL.canParse(place) ? new URL(place).hostname : place,
      );
      return openTurnstile({ siteKey: captcha.siteKey, secret: captcha.secret, action: CAPTCHA_ACTION, hosts });
    }
  }
}
