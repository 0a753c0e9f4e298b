// The configured engines of accounts: mailer and captcha.
import { join } from 'node:path';
import { LOOPBACK_NAMES } from '../../http/gates/own-address.ts';
import { deriveKey } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Captcha, openAltcha, openTurnstile } from '../../platform/outside/captcha.ts';
import { type Mailer, openMailer } from '../../platform/outside/mail.ts';

const CAPTCHA_ACTION = 'account_register';

/** The configured mailer. Without MAIL_FROM, the sender has the name of the instance. */
export const openConfiguredMailer = ({ smtpUrl, mailFrom, dataDirectory }: Config, siteName: () => string): Mailer =>
  openMailer({
    smtpUrl,
    from: () => mailFrom ?? { name: siteName(), address: 'no-reply@localhost' },
    outboxDirectory: join(dataDirectory, 'outbox'),
  });

/** The configured captcha. `secret` signs ALTCHA challenges if no captcha secret is set. */
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
