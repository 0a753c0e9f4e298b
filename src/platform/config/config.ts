// The configuration: environment variables and the `.env` file of the package root, validated at start with all
// mistakes reported together. The only file that reads the environment. Each variable is one row of VARIABLES; a test
// compares docs/configuration.md with it.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { LOCALES } from '../../kernel/names.ts';
import {
  type CaptchaConfig,
  readAuthSecretText,
  readCaptcha,
  readClientKeys,
  readMailFrom,
  readNetworks,
  readOidc,
  readOidcIssuer,
  readOrigins,
  readSmtpUrl,
  type SocialConfig,
} from './accounts.ts';
import {
  INSTANCE_NAME,
  type InstanceConfig,
  REGISTRATION_MODES,
  readInstanceContact,
  readInstanceDescription,
  readInstanceLogo,
  readInstanceName,
} from './instance.ts';
import { type ModerationConfig, readWebhook, readWebhookKey, readWebhookUrl } from './moderation.ts';
import { readObjectsUrl, readS3, type S3Config } from './objects.ts';
import { RECOMMENDATION_WEIGHTS, type RecommendationWeights, readRecommendationWeights } from './recommendation.ts';
import {
  byteCount,
  integer,
  readBaseUrl,
  readDatabaseUrl,
  readHeaderPrefix,
  readHost,
  readLevelVersion,
  readProviderUrl,
  readText,
  variable,
  word,
} from './values.ts';

/** Folder that contains package.json, and `data/`, `.env` and `examples/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LEVEL_PROVIDER_REGIONS = ['jp', 'en', 'tw', 'cn', 'kr'] as const;
type LevelProviderRegion = (typeof LEVEL_PROVIDER_REGIONS)[number];

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Public origin and path prefix, without a trailing slash; undefined when BASE_URL is unset. */
  readonly baseUrl: string | undefined;
  readonly dataDirectory: string;
  /** External PostgreSQL server. Undefined: the embedded server in the data directory. */
  readonly databaseUrl: string | undefined;
  /** S3-compatible object store. Undefined: files in the data directory. */
  readonly s3: S3Config | undefined;
  readonly headerPrefix: string;
  readonly logLevel: LogLevel;
  /** Undefined: `text` on a terminal, else `json`. */
  readonly logFormat: 'json' | 'text' | undefined;
  /** Loopback port of `/metrics`. Undefined: metrics are not served. */
  readonly metricsPort: number | undefined;
  /** Base address of the provider, without a trailing slash; undefined when PROVIDER_URL is `off`. */
  readonly providerUrl: string | undefined;
  readonly providerConcurrency: number;
  readonly cacheDirectory: string;
  readonly cacheBytes: number;
  /** Version that the level server reports to its clients. */
  readonly levelVersion: string;
  /** Provider region whose songs the level server also lists. */
  readonly levelProviderRegion: LevelProviderRegion;

  /** Additional origins that may write with cookies. */
  readonly trustedOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList;
  /** Signs sessions. Undefined: a secret stored in the data directory. */
  readonly authSecret: string | undefined;
  /** Undefined: mail is written to the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly captcha: CaptchaConfig;
  readonly social: SocialConfig;
  /** Whether staff rights need a session that was proved by two factors. */
  readonly staffSecondFactor: boolean;
  readonly instance: InstanceConfig;
  /** Seconds within which a small body must have arrived. */
  readonly bodySeconds: number;
  /** Burst limits and quotas. Disabled for load tests only. */
  readonly limits: boolean;
  readonly quotas: boolean;
  /** Storage quota of an account, in bytes. */
  readonly storageQuota: number;
  /** Days for which the original of an upload is kept after the file is ready. */
  readonly originalsDays: number;
  /** FFmpeg program. `off`: video is not accepted. Undefined: the installed one, if any. */
  readonly ffmpeg: string | undefined;
  /** Days for which the address of a deleted account stays reserved. */
  readonly accountGraceDays: number;
  readonly recommendationWeights: RecommendationWeights;
  readonly moderation: ModerationConfig;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that Livehouse reads, in the order of the documentation. */
export const VARIABLES = {
  PORT: variable('port that the service listens on', '8080', integer(8080, 0, 65535)),
  HOST: variable('address that the service listens on', '0.0.0.0', readHost),
  BASE_URL: variable(
    'public address of the service, used for links, cookies and the same-origin check; see [names](#names-of-the-service)',
    '`http://localhost:PORT`; a request to a local name uses that name',
    readBaseUrl,
  ),
  LIVEHOUSE_DATA: variable(
    'data directory: the embedded database, objects, and by default the cache and the outbox',
    '`data` beside `package.json`',
    (text) => resolve(PACKAGE_ROOT, text ?? 'data'),
  ),
  DATABASE_URL: variable(
    'PostgreSQL server (15 or later) to use instead of the embedded one',
    'an embedded server in `LIVEHOUSE_DATA`',
    readDatabaseUrl,
  ),
  OBJECTS_URL: variable(
    'S3-compatible object store: `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1`; see [storage](storage.md)',
    'files in `LIVEHOUSE_DATA`',
    readObjectsUrl,
  ),
  AWS_ACCESS_KEY_ID: variable('access key for `OBJECTS_URL`', 'none', readText),
  AWS_SECRET_ACCESS_KEY: variable('secret key for `OBJECTS_URL`', 'none', readText),
  HEADER_PREFIX: variable(
    'middle part of the header names `X-Service-Release-Id` and `X-Service-Source-Id`',
    '`Service`',
    readHeaderPrefix,
  ),
  PROVIDER_URL: variable(
    'base URL of the upstream provider; `off`: answers come from the cache only',
    '`https://bestdori.com`',
    readProviderUrl,
  ),
  PROVIDER_CONCURRENCY: variable(
    'maximum number of concurrent requests to the provider, per process',
    '`8`',
    integer(8, 1, 32),
  ),
  CACHE_DIR: variable(
    'folder of cached remote objects and provider data; processes of one machine may share it',
    '`cache` in LIVEHOUSE_DATA',
    (text) => (text === undefined ? undefined : resolve(PACKAGE_ROOT, text)),
  ),
  CACHE_BYTES: variable('approximate size limit of `CACHE_DIR`', '`4GiB`', byteCount(4 * 1024 ** 3, 16 * 1024 ** 2)),
  TRUSTED_ORIGINS: variable('additional origins that may write with cookies, separated by commas', 'none', readOrigins),
  TRUSTED_PROXIES: variable(
    'networks of the proxies whose `X-Forwarded-For` is trusted, separated by commas (`10.0.0.0/8`)',
    'none',
    readNetworks,
  ),
  AUTH_SECRET: variable(
    'secret that signs sessions and derived ids, at least 32 characters',
    'generated once and kept in `LIVEHOUSE_DATA`',
    readAuthSecretText,
  ),
  SMTP_URL: variable(
    'mail server, such as `smtp://user:password@mail.example.org:587`',
    'none; mail is written to `outbox/` in `LIVEHOUSE_DATA` as `.eml` files',
    readSmtpUrl,
  ),
  INSTANCE_NAME: variable(
    'name of this instance in pages, mails, the level server and the reference; see [the instance](instance.md)',
    `\`${INSTANCE_NAME}\``,
    readInstanceName,
  ),
  INSTANCE_DESCRIPTION: variable('one sentence about this instance', 'none', readInstanceDescription),
  INSTANCE_LOGO_URL: variable(
    'picture of this instance: an https address, or a path of it such as `/assets/jp/Assets/logo.png`',
    'none',
    readInstanceLogo,
  ),
  INSTANCE_CONTACT: variable(
    'how people reach the operator: an e-mail address or a web address',
    'none',
    readInstanceContact,
  ),
  INSTANCE_REGISTRATION: variable(
    'who may make an account: `open` (everyone), `invite` (people with an invite) or `closed` (nobody)',
    '`open`',
    word(REGISTRATION_MODES, 'open'),
  ),
  INSTANCE_TEXTS: variable(
    'folder of Markdown files with the texts of this instance; see [the instance](instance.md)',
    'texts that ship with Livehouse',
    (text) => (text === undefined ? undefined : resolve(PACKAGE_ROOT, text)),
  ),
  INSTANCE_LOCALE: variable(
    'language of mail and pages for clients that request none: `ja`, `en`, `zh-TW`, `zh-CN` or `ko`',
    '`en`',
    word(LOCALES, 'en'),
  ),
  MAIL_FROM: variable(
    'sender of mail; required with `SMTP_URL`',
    'the name of the instance, `<no-reply@localhost>`',
    readMailFrom,
  ),
  CAPTCHA: variable(
    'challenge that protects registration from automated sign-ups: `none`, `altcha` or `turnstile`',
    '`none`',
    word(['none', 'altcha', 'turnstile'], 'none'),
  ),
  CAPTCHA_SITE_KEY: variable('site key of Turnstile', 'none', readText),
  CAPTCHA_SECRET: variable(
    'secret key of Turnstile or ALTCHA; when unset, the key of ALTCHA is derived',
    'none',
    readText,
  ),
  SOCIAL_GITHUB_ID: variable('sign-in with GitHub: client id', 'none', readText),
  SOCIAL_GITHUB_SECRET: variable('sign-in with GitHub: client secret', 'none', readText),
  SOCIAL_GOOGLE_ID: variable('sign-in with Google: client id', 'none', readText),
  SOCIAL_GOOGLE_SECRET: variable('sign-in with Google: client secret', 'none', readText),
  SOCIAL_TWITTER_ID: variable('sign-in with Twitter: client id', 'none', readText),
  SOCIAL_TWITTER_SECRET: variable('sign-in with Twitter: client secret', 'none', readText),
  SOCIAL_DISCORD_ID: variable('sign-in with Discord: client id', 'none', readText),
  SOCIAL_DISCORD_SECRET: variable('sign-in with Discord: client secret', 'none', readText),
  SOCIAL_OIDC_ISSUER: variable('sign-in with any OpenID Connect provider: issuer URL', 'none', readOidcIssuer),
  SOCIAL_OIDC_ID: variable('sign-in with that provider: client id', 'none', readText),
  SOCIAL_OIDC_SECRET: variable('sign-in with that provider: client secret', 'none', readText),
  STAFF_SECOND_FACTOR: variable(
    '`required`: the rights of moderators and administrators need a session proved by two factors; see [accounts](accounts.md#second-factor)',
    '`optional`',
    word(['optional', 'required'], 'optional'),
  ),
  BODY_SECONDS: variable(
    'time limit for receiving a request body in seconds, plus one second for each 8 KiB of it; a slower request gets 408',
    '`60`',
    integer(60, 1, 3600),
  ),
  LIMITS: variable(
    '`off`: no burst limits, for load tests; refused when `BASE_URL` is https',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
  QUOTAS: variable(
    '`off`: no quotas, for load tests; refused when `BASE_URL` is https',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
  ACCOUNT_GRACE_DAYS: variable(
    'days for which the address and the handle of a deleted account stay reserved',
    '`30`',
    integer(30, 0, 3650),
  ),
  MODERATION_RULES: variable('file of text rules; `off`: no rules', '`config/moderation.yaml`', (text) =>
    text === 'off' ? undefined : resolve(PACKAGE_ROOT, text ?? 'config/moderation.yaml'),
  ),
  MODERATION_DEFAULT: variable(
    'verdict on content that no rule decides: `allow`, or `review` (staff decides); see [moderation](moderation.md)',
    '`allow`',
    word(['allow', 'review'], 'allow'),
  ),
  MODERATION_WEBHOOK_URL: variable(
    'URL of a classifier that is asked about content that no rule decides',
    'none',
    readWebhookUrl,
  ),
  MODERATION_WEBHOOK_SECRET: variable(
    'key that signs requests to the classifier; required with `MODERATION_WEBHOOK_URL`',
    'none',
    readWebhookKey,
  ),
  RECOMMENDATION_WEIGHTS: variable(
    'weights of the recommendation score, such as `like=5,comment=8`; see [community](community.md)',
    '`like=5,comment=8,bookmark=3,hour=80,day=50,week=20,author=120,tag=70,seen=90`',
    readRecommendationWeights,
  ),
  STORAGE_QUOTA: variable('bytes of uploaded files that one account may store', '`1GiB`', byteCount(1024 ** 3, 0)),
  ORIGINALS_DAYS: variable(
    'days for which the original of an upload is kept after the file is ready',
    '`7`',
    integer(7, 0, 3650),
  ),
  FFMPEG: variable(
    'FFmpeg program that decodes video; `off`: video uploads are refused',
    'FFmpeg of the package `node-av` if installed, else `ffmpeg` on the search path',
    readText,
  ),
  LEVEL_VERSION: variable('version that the level server reports to its clients', '`1.1.3`', readLevelVersion),
  LEVEL_PROVIDER_REGION: variable(
    `provider region whose songs the level server also lists; one of ${LEVEL_PROVIDER_REGIONS.join(', ')}`,
    '`jp`',
    word(LEVEL_PROVIDER_REGIONS, 'jp'),
  ),
  METRICS_PORT: variable('port of `/metrics` for Prometheus, on 127.0.0.1 only', 'none', (text) =>
    text === undefined ? undefined : integer(0, 0, 65535)(text),
  ),
  LOG_FORMAT: variable(
    '`json`: one JSON object per event; `text`: one readable line per event',
    '`text` on a terminal, else `json`',
    (text) => (text === undefined ? undefined : word(['json', 'text'], 'json')(text)),
  ),
  LOG_LEVEL: variable(
    `lowest level that is logged; one of ${LOG_LEVELS.join(', ')}`,
    '`info`',
    word(LOG_LEVELS, 'info'),
  ),
} as const;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n${mistakes.map((m) => `  ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/** `process.env`, with the `.env` file of the package root as defaults. */
export function readEnvironment(): Environment {
  const file = join(PACKAGE_ROOT, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}

/** Validates an environment. Throws one ConfigError that lists every mistake. Empty values count as unset. */
export function checkConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const malformed = new Set<string>();
  const take = <K extends keyof typeof VARIABLES>(name: K): ReturnType<(typeof VARIABLES)[K]['read']> | undefined => {
    const raw = environment[name]?.trim();
    try {
      return VARIABLES[name].read(raw === '' ? undefined : raw) as ReturnType<(typeof VARIABLES)[K]['read']>;
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : 'is malformed'}`);
      malformed.add(name);
      return undefined;
    }
  };
  // Cross-checks are reported for valid variables only. A malformed variable would otherwise also be reported as
  // missing.
  const report = (mistake: string): void => {
    if (!(mistake.match(/\b[A-Z_]+\b/g) ?? []).some((word) => malformed.has(word))) mistakes.push(mistake);
  };
  const config = {
    port: take('PORT') ?? 0,
    host: take('HOST') ?? '',
    baseUrl: take('BASE_URL'),
    dataDirectory: take('LIVEHOUSE_DATA') ?? '',
    databaseUrl: take('DATABASE_URL'),
    s3: readS3(take('OBJECTS_URL'), take('AWS_ACCESS_KEY_ID'), take('AWS_SECRET_ACCESS_KEY'), report),
    headerPrefix: take('HEADER_PREFIX') ?? '',
    logLevel: take('LOG_LEVEL') ?? 'info',
    logFormat: take('LOG_FORMAT'),
    metricsPort: take('METRICS_PORT'),
    providerUrl: take('PROVIDER_URL'),
    providerConcurrency: take('PROVIDER_CONCURRENCY') ?? 8,
    cacheDirectory: take('CACHE_DIR') ?? join(take('LIVEHOUSE_DATA') ?? '', 'cache'),
    cacheBytes: take('CACHE_BYTES') ?? 0,
    levelVersion: take('LEVEL_VERSION') ?? '',
    levelProviderRegion: take('LEVEL_PROVIDER_REGION') ?? 'jp',
    ...readAccountsConfig(take, report),
    instance: readInstanceConfig(take),
    recommendationWeights: take('RECOMMENDATION_WEIGHTS') ?? RECOMMENDATION_WEIGHTS,
    moderation: readModerationConfig(take, report),
  } satisfies Config;
  if (config.port !== 0 && config.metricsPort === config.port) report('METRICS_PORT must differ from PORT');
  if (mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);
  return config;
}

type Take = <K extends keyof typeof VARIABLES>(name: K) => ReturnType<(typeof VARIABLES)[K]['read']> | undefined;

/** The variables of accounts. An incomplete group is a mistake. */
function readAccountsConfig(take: Take, report: (mistake: string) => void) {
  const keys = (name: 'GITHUB' | 'GOOGLE' | 'TWITTER' | 'DISCORD') => {
    const names = [`SOCIAL_${name}_ID`, `SOCIAL_${name}_SECRET`] as const;
    return readClientKeys(names, take(names[0]), take(names[1]), report);
  };
  const found = { github: keys('GITHUB'), google: keys('GOOGLE'), twitter: keys('TWITTER'), discord: keys('DISCORD') };
  const smtpUrl = take('SMTP_URL');
  const mailFrom = take('MAIL_FROM');
  if (smtpUrl !== undefined && mailFrom === undefined) report('MAIL_FROM is missing: SMTP_URL is set');
  const limits = take('LIMITS') !== 'off';
  const quotas = take('QUOTAS') !== 'off';
  if (take('BASE_URL')?.startsWith('https:')) {
    if (!limits) report('LIMITS may be off for load tests alone, not on a public https address');
    if (!quotas) report('QUOTAS may be off for load tests alone, not on a public https address');
  }
  return {
    trustedOrigins: take('TRUSTED_ORIGINS') ?? [],
    trustedProxies: take('TRUSTED_PROXIES') ?? readNetworks(undefined),
    authSecret: take('AUTH_SECRET'),
    smtpUrl,
    mailFrom,
    captcha: readCaptcha(take('CAPTCHA') ?? 'none', take('CAPTCHA_SITE_KEY'), take('CAPTCHA_SECRET'), report),
    social: {
      providers: {
        ...(found.github && { github: found.github }),
        ...(found.google && { google: found.google }),
        ...(found.twitter && { twitter: found.twitter }),
        ...(found.discord && { discord: found.discord }),
      },
      oidc: readOidc(take('SOCIAL_OIDC_ISSUER'), take('SOCIAL_OIDC_ID'), take('SOCIAL_OIDC_SECRET'), report),
    },
    staffSecondFactor: take('STAFF_SECOND_FACTOR') === 'required',
    bodySeconds: take('BODY_SECONDS') ?? 60,
    limits,
    quotas,
    storageQuota: take('STORAGE_QUOTA') ?? 0,
    originalsDays: take('ORIGINALS_DAYS') ?? 0,
    ffmpeg: take('FFMPEG'),
    accountGraceDays: take('ACCOUNT_GRACE_DAYS') ?? 30,
  };
}

/** The variables of the instance. */
function readInstanceConfig(take: Take): InstanceConfig {
  return {
    name: take('INSTANCE_NAME') ?? INSTANCE_NAME,
    description: take('INSTANCE_DESCRIPTION'),
    locale: take('INSTANCE_LOCALE') ?? 'en',
    logoUrl: take('INSTANCE_LOGO_URL'),
    contact: take('INSTANCE_CONTACT'),
    registration: take('INSTANCE_REGISTRATION') ?? 'open',
    textsDirectory: take('INSTANCE_TEXTS'),
  };
}

/** The variables of moderation. */
function readModerationConfig(take: Take, report: (mistake: string) => void): ModerationConfig {
  return {
    rulesFile: take('MODERATION_RULES'),
    fallback: take('MODERATION_DEFAULT') ?? 'allow',
    webhook: readWebhook(take('MODERATION_WEBHOOK_URL'), take('MODERATION_WEBHOOK_SECRET'), report),
  };
}

/** Version of the software. */
export function readSoftwareVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  return version;
}

/** Creates the data directory, readable by the service's user only. */
export function prepareDataDirectory(config: Config): void {
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 });
}
