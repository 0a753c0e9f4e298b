// Parsers and cross-checks for the configuration of accounts: origins and proxies, mail, captcha, social sign-in,
// limits. Pure: config.ts reads the environment and passes the text in.
import type { BlockList } from 'node:net';
import { z } from 'zod';
import { parseNetworks } from './networks.ts';
import { HTTP, reader } from './values.ts';

export const SOCIAL_PROVIDERS = ['github', 'google', 'twitter', 'discord'] as const;
type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export interface ClientKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SocialConfig {
  readonly providers: Readonly<Partial<Record<SocialProvider, ClientKeys>>>;
  /** Any OpenID Connect provider. */
  readonly oidc: (ClientKeys & { readonly issuer: string }) | undefined;
}

export type CaptchaConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly secret: string | undefined }
  | { readonly kind: 'turnstile'; readonly siteKey: string; readonly secret: string };

const AUTH_SECRET_MIN = 32;

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Comma-separated origins. */
export const readOrigins = reader(
  z
    .string()
    .default('')
    .transform(splitList)
    .pipe(
      z.array(
        z
          .string()
          .refine(isOrigin, {
            error: ({ input }) =>
              `contains ${JSON.stringify(input)}, which is not an origin such as https://www.example.org`,
          })
          .transform((text) => new URL(text).origin),
      ),
    ),
);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, '');
}

/** Comma-separated networks. */
export function readNetworks(text: string | undefined): BlockList {
  return parseNetworks(splitList(text ?? ''));
}

export const readAuthSecretText = reader(
  z.string().min(AUTH_SECRET_MIN, `must have at least ${AUTH_SECRET_MIN} characters`).optional(),
);

export const readSmtpUrl = reader(
  z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be an address such as smtp://user:password@mail.example.org:587',
    })
    .optional(),
);

const MAIL_FROM_ERROR = 'must be an address such as Livehouse <no-reply@example.org>';

export const readMailFrom = reader(
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused.
    .regex(/^[^\u0000-\u001f\u007f]*$/, MAIL_FROM_ERROR)
    .regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, MAIL_FROM_ERROR)
    .optional(),
);

const OIDC_ISSUER_ERROR = 'must be the issuer address of an OpenID Connect provider, such as https://id.example.org';

export const readOidcIssuer = reader(
  z
    .url({ protocol: HTTP, error: OIDC_ISSUER_ERROR, abort: true })
    .refine((text) => new URL(text).search === '' && new URL(text).hash === '', OIDC_ISSUER_ERROR)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
);

/** Receives each mistake found in a group of variables. */
type Report = (mistake: string) => void;

/** Two variables that must be set together or not at all. */
export function readClientKeys(
  names: readonly [id: string, secret: string],
  id: string | undefined,
  secret: string | undefined,
  report: Report,
): ClientKeys | undefined {
  if (id !== undefined && secret !== undefined) return { clientId: id, clientSecret: secret };
  if (id !== undefined) report(`${names[1]} is missing: ${names[0]} is set`);
  if (secret !== undefined) report(`${names[0]} is missing: ${names[1]} is set`);
  return undefined;
}

export function readOidc(
  issuer: string | undefined,
  id: string | undefined,
  secret: string | undefined,
  report: Report,
): SocialConfig['oidc'] {
  const parts = { SOCIAL_OIDC_ISSUER: issuer, SOCIAL_OIDC_ID: id, SOCIAL_OIDC_SECRET: secret };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (issuer !== undefined && id !== undefined && secret !== undefined) {
    return { issuer, clientId: id, clientSecret: secret };
  }
  if (missing.length < 3) report(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`);
  return undefined;
}

export function readCaptcha(
  kind: 'none' | 'altcha' | 'turnstile',
  siteKey: string | undefined,
  secret: string | undefined,
  report: Report,
): CaptchaConfig {
  if (kind === 'turnstile') {
    if (siteKey === undefined) report('CAPTCHA_SITE_KEY is missing: CAPTCHA is turnstile');
    if (secret === undefined) report('CAPTCHA_SECRET is missing: CAPTCHA is turnstile');
    return { kind, siteKey: siteKey ?? '', secret: secret ?? '' };
  }
  if (siteKey !== undefined) report(`CAPTCHA_SITE_KEY is set, but CAPTCHA is ${kind}`);
  if (kind === 'altcha') return { kind, secret };
  if (secret !== undefined) report('CAPTCHA_SECRET is set, but CAPTCHA is none');
  return { kind };
}
