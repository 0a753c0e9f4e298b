// Parsers and cross-checks for the configuration of accounts: origins and proxies, mail, captcha, social sign-in,
// limits. Pure: config.ts reads the environment and passes the text in.
import type { BlockList } from 'node:net';
import { z } from 'zod';
import { parseNetworks } from './networks.ts';
import { type ClientKeys, type OidcConfig, UNNAMED_OIDC } from './oidc.ts';
import { reader } from './values.ts';

export const SOCIAL_PROVIDERS = ['github', 'google', 'twitter', 'discord'] as const;
type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export interface SocialConfig {
  readonly providers: Readonly<Partial<Record<SocialProvider, ClientKeys>>>;
  /** OpenID Connect providers, each under a name of its own. */
  readonly oidc: readonly OidcConfig[];
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

/** The provider of SOCIAL_OIDC_…. */
export function readUnnamedOidc(
  issuer: string | undefined,
  id: string | undefined,
  secret: string | undefined,
  report: Report,
): OidcConfig | undefined {
  const parts = { SOCIAL_OIDC_ISSUER: issuer, SOCIAL_OIDC_ID: id, SOCIAL_OIDC_SECRET: secret };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (issuer !== undefined && id !== undefined && secret !== undefined) {
    return {
      name: UNNAMED_OIDC,
      issuer,
      clientId: id,
      clientSecret: secret,
      label: undefined,
      scopes: ['openid', 'email', 'profile'],
      groupsClaim: 'groups',
      administrators: [],
      moderators: [],
      trustEmail: false,
    };
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
