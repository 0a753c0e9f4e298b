// Account configuration: incomplete groups of variables, and values refused for a public address.
import { expect, test } from 'bun:test';
import { ConfigError, checkConfig, type Environment } from './config.ts';

function mistakesOf(environment: Environment): readonly string[] {
  try {
    checkConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

const TABLE: readonly (readonly [environment: Environment, mistakes: readonly RegExp[]])[] = [
  [{}, []],
  [{ SMTP_URL: 'smtp://mail.example' }, [/^MAIL_FROM is missing/]],
  [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.co' }, [/^SMTP_URL must/]],
  [{ MAIL_FROM: 'Live\nBcc: x@y.z <a@b.co>' }, [/^MAIL_FROM must/]],
  [{ AUTH_SECRET: 'short' }, [/^AUTH_SECRET must have/]],
  [{ TRUSTED_ORIGINS: 'https://a.example, b.example' }, [/^TRUSTED_ORIGINS contains "b.example"/]],
  [{ TRUSTED_ORIGINS: 'https://a.example/path' }, [/^TRUSTED_ORIGINS/]],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, [/^TRUSTED_PROXIES/]],
  [{ TRUSTED_PROXIES: '10.0.0.0/8,::1' }, []],
  [{ CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'x' }, [/^CAPTCHA_SECRET is missing/]],
  [{ CAPTCHA_SITE_KEY: 'x' }, [/^CAPTCHA_SITE_KEY is set/]],
  [{ CAPTCHA: 'altcha' }, []],
  [{ SOCIAL_GITHUB_ID: 'x' }, [/^SOCIAL_GITHUB_SECRET is missing/]],
  [{ SOCIAL_OIDC_ID: 'x' }, [/^SOCIAL_OIDC_ISSUER and SOCIAL_OIDC_SECRET are missing/]],
  [{ BASE_URL: 'https://live.example', LIMITS: 'off', QUOTAS: 'off' }, [/^LIMITS may/, /^QUOTAS may/]],
  [{ BASE_URL: 'nonsense', LIMITS: 'off' }, [/^BASE_URL must/]],
  [{ BASE_URL: 'http://localhost:1', LIMITS: 'off', QUOTAS: 'off' }, []],
  [{ ACCOUNT_GRACE_DAYS: '-1' }, [/^ACCOUNT_GRACE_DAYS/]],
  // A malformed variable gets one mistake only; it is not also reported as missing.
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, [/^MAIL_FROM must/]],
  [{ CAPTCHA: 'turnstyle', CAPTCHA_SITE_KEY: 'x', CAPTCHA_SECRET: 'y' }, [/^CAPTCHA must/]],
  [{ SOCIAL_OIDC_ISSUER: 'nonsense', SOCIAL_OIDC_ID: 'x', SOCIAL_OIDC_SECRET: 'y' }, [/^SOCIAL_OIDC_ISSUER must/]],
  [
    { MODERATION_WEBHOOK_URL: 'https://c.example', MODERATION_WEBHOOK_SECRET: 's' },
    [/^MODERATION_WEBHOOK_SECRET must/],
  ],
  [{ PORT: '9090', METRICS_PORT: '9090' }, [/^METRICS_PORT must differ from PORT/]],
  [{ PORT: '0', METRICS_PORT: '0' }, []],
];

test.each(TABLE)('%j', (environment, expected) => {
  const mistakes = mistakesOf(environment);
  expect(mistakes).toHaveLength(expected.length);
  for (const [i, pattern] of expected.entries()) expect(mistakes[i]).toMatch(pattern);
});
