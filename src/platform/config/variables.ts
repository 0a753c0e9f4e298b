// Every variable of the environment that Livehouse reads: its meaning, its default, and how its text is read. A test
// compares docs/configuration.md with this table. config.ts reads the environment by it.
import { resolve } from 'node:path';
import { LOCALES } from '../../kernel/names.ts';
import { readAuthSecretText, readMailFrom, readNetworks, readOrigins, readSmtpUrl } from './accounts.ts';
import { readBackupKeep, readBackupKey, readBackupSchedule, readBackupTo, readTimeZone } from './backups.ts';
import {
  INSTANCE_NAME,
  REGISTRATION_MODES,
  readInstanceContact,
  readInstanceDescription,
  readInstanceLogo,
  readInstanceName,
} from './instance.ts';
import { readWebhookKey, readWebhookUrl } from './moderation.ts';
import { readObjectsUrl } from './objects.ts';
import { describeOidc } from './oidc.ts';
import { readOidcIssuer } from './oidc-issuer.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { readRecommendationWeights } from './recommendation.ts';
import { readOtlpAddress, readOtlpHeaders, readRatio, readServiceName, SAMPLERS } from './tracing.ts';
import {
  byteCount,
  integer,
  maskUserInfo,
  readBaseUrl,
  readDatabaseUrl,
  readFolder,
  readHeaderPrefix,
  readHost,
  readLevelVersion,
  readMetricsToken,
  readProviderUrl,
  readRedisUrl,
  readText,
  readUpdateAddress,
  secret,
  type Variable,
  type VariableState,
  variable,
  word,
} from './values.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LEVEL_PROVIDER_REGIONS = ['jp', 'en', 'tw', 'cn', 'kr'] as const;
export type LevelProviderRegion = (typeof LEVEL_PROVIDER_REGIONS)[number];

/** In the order of the documentation. */
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
    (text) => readFolder(resolve(PACKAGE_ROOT, text ?? 'data')),
  ),
  DATABASE_URL: secret(
    'PostgreSQL server (15 or later) to use instead of the embedded one',
    'an embedded server in `LIVEHOUSE_DATA`',
    readDatabaseUrl,
  ),
  OBJECTS_URL: secret(
    'S3-compatible object store: `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1`; see [storage](storage.md)',
    'files in `LIVEHOUSE_DATA`',
    readObjectsUrl,
  ),
  AWS_ACCESS_KEY_ID: secret('access key for `OBJECTS_URL`', 'none', readText),
  AWS_SECRET_ACCESS_KEY: secret('secret key for `OBJECTS_URL`', 'none', readText),
  BACKUP_SCHEDULE: variable(
    'when backups are made: a cron expression such as `30 3 * * *`; see [backups](backups.md)',
    'none; backups are made on request only',
    readBackupSchedule,
  ),
  BACKUP_TZ: variable(
    'time zone of `BACKUP_SCHEDULE` and `BACKUP_KEEP`, such as `Europe/Berlin`',
    '`UTC`',
    readTimeZone,
  ),
  BACKUP_TO: secret(
    'where backups are written: an existing folder outside of `LIVEHOUSE_DATA`, or an address in the form of `OBJECTS_URL`',
    'none; no backups are made',
    readBackupTo,
  ),
  BACKUP_ACCESS_KEY_ID: secret('access key for `BACKUP_TO`', 'none', readText),
  BACKUP_ACCESS_KEY_SECRET: secret('secret key for `BACKUP_TO`', 'none', readText),
  BACKUP_KEEP: variable(
    'backups that are kept: the newest of each of so many days, weeks and months that have one',
    '`7d4w6m`',
    readBackupKeep,
  ),
  BACKUP_KEY: secret(
    '32 bytes in base64 that the rows of backups are encrypted with; required where `BACKUP_TO` is an address',
    'none; rows are not encrypted',
    readBackupKey,
  ),
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
  AUTH_SECRET: secret(
    'secret that signs sessions and derived ids, at least 32 characters',
    'generated once and kept in `LIVEHOUSE_DATA`',
    readAuthSecretText,
  ),
  SMTP_URL: secret(
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
    'how people reach the operator: an email address or a web address',
    'none',
    readInstanceContact,
  ),
  INSTANCE_REGISTRATION: variable(
    'who may make an account: `open` (everyone), `approval` (everyone, once an administrator has approved), `invite` (people with an invite) or `closed` (nobody)',
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
  CAPTCHA_SECRET: secret(
    'secret key of Turnstile or ALTCHA; when unset, the key of ALTCHA is derived',
    'none',
    readText,
  ),
  SOCIAL_GITHUB_ID: variable('sign-in with GitHub: client id', 'none', readText),
  SOCIAL_GITHUB_SECRET: secret('sign-in with GitHub: client secret', 'none', readText),
  SOCIAL_GOOGLE_ID: variable('sign-in with Google: client id', 'none', readText),
  SOCIAL_GOOGLE_SECRET: secret('sign-in with Google: client secret', 'none', readText),
  SOCIAL_TWITTER_ID: variable('sign-in with Twitter: client id', 'none', readText),
  SOCIAL_TWITTER_SECRET: secret('sign-in with Twitter: client secret', 'none', readText),
  SOCIAL_DISCORD_ID: variable('sign-in with Discord: client id', 'none', readText),
  SOCIAL_DISCORD_SECRET: secret('sign-in with Discord: client secret', 'none', readText),
  SOCIAL_OIDC_ISSUER: variable('sign-in with any OpenID Connect provider: issuer URL', 'none', readOidcIssuer),
  SOCIAL_OIDC_ID: variable('sign-in with that provider: client id', 'none', readText),
  SOCIAL_OIDC_SECRET: secret('sign-in with that provider: client secret', 'none', readText),
  PASSWORD_SIGN_IN: variable(
    '`off`: nobody signs in or registers with a password; needs a provider to sign in with; see [accounts](accounts.md#sign-in-with-a-provider-only)',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
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
  SEARCH: variable(
    '`off`: no search of the whole instance: no field in the header, no page and no route of it',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
  LIMITS: variable(
    '`off`: no burst limits, for load tests; refused when `BASE_URL` is https',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
  LIMITS_URL: secret(
    'Redis server (`redis://user:password@host:6379/0`, or `rediss://`) in which all processes count burst limits together; see [operating](operating.md#limits-of-several-processes)',
    'none; each process counts by itself',
    readRedisUrl,
  ),
  QUOTAS: variable(
    '`off`: no quotas, for load tests; refused when `BASE_URL` is https',
    '`on`',
    word(['on', 'off'], 'on'),
  ),
  LISTS: variable(
    '`off`: no lists of catalog entities; their routes and pages answer 404, stored lists stay',
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
  MODERATION_WEBHOOK_URL: secret(
    'URL of a classifier that is asked about content that no rule decides',
    'none',
    readWebhookUrl,
  ),
  MODERATION_WEBHOOK_SECRET: secret(
    'key that signs requests to the classifier; required with `MODERATION_WEBHOOK_URL`',
    'none',
    readWebhookKey,
  ),
  RECOMMENDATION_WEIGHTS: variable(
    'weights of the recommendation score, such as `like=5,comment=8`; see [community](community.md)',
    '`like=5,comment=8,bookmark=3,hour=80,day=50,week=20,author=120,tag=70,seen=90`',
    readRecommendationWeights,
  ),
  WEBHOOK_PRIVATE: variable(
    '`on`: webhooks may lead to private addresses, there also by `http`; see [webhooks](webhooks.md)',
    '`off`',
    word(['on', 'off'], 'off'),
  ),
  UPDATE_CHECK: variable(
    'https address of a JSON document `{"version", "notes"}`, at which a job looks once a day for a newer version; see [updates](operating.md#a-newer-version)',
    'none; nobody looks',
    readUpdateAddress,
  ),
  STORAGE_QUOTA: variable('bytes of uploaded files that one account may store', '`1GiB`', byteCount(1024 ** 3, 0)),
  LIVEHOUSE_TOKEN: secret(
    'API token of scope `publish`, for `livehouse publish DIR --to ADDRESS`; the service does not read it',
    'none',
    readText,
  ),
  PUBLISH_BYTES: variable(
    'bytes of all files of one publication from elsewhere (`livehouse publish --to`)',
    '`64GiB`',
    byteCount(64 * 1024 ** 3, 0),
  ),
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
  METRICS_PORT: variable('port of `/metrics` for Prometheus; see [metrics](operating.md#metrics)', 'none', (text) =>
    text === undefined ? undefined : integer(0, 0, 65535)(text),
  ),
  METRICS_HOST: variable(
    'address that `METRICS_PORT` listens on; elsewhere than on this machine, set `METRICS_TOKEN` too',
    '`127.0.0.1`',
    (text) => readHost(text ?? '127.0.0.1'),
  ),
  METRICS_TOKEN: secret(
    'token that readers of the metrics send (`Authorization: Bearer …`), at least 16 characters',
    'none; no token is asked for',
    readMetricsToken,
  ),
  SLOW_STATEMENT_MS: variable(
    'milliseconds from which a statement of the database is logged, with its route and the hash of its plan; `off`: never',
    '`1000`',
    (text) => (text === 'off' ? undefined : integer(1000, 1, 3_600_000)(text)),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'collector of OpenTelemetry (OTLP over HTTP) that gets traces, such as `http://localhost:4318`; see [tracing](operating.md#traces)',
    'none; nothing is traced',
    readOtlpAddress,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable(
    'the same for traces alone, with its whole path',
    '`/v1/traces` below `OTEL_EXPORTER_OTLP_ENDPOINT`',
    readOtlpAddress,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    'headers for the collector, such as `authorization=Bearer%20secret`; separated by commas',
    'none',
    readOtlpHeaders,
  ),
  OTEL_SERVICE_NAME: variable('name of the service in traces', '`livehouse`', readServiceName),
  OTEL_TRACES_SAMPLER: variable(
    `which traces are taken; one of ${SAMPLERS.join(', ')}`,
    '`parentbased_traceidratio`',
    word(SAMPLERS, 'parentbased_traceidratio'),
  ),
  OTEL_TRACES_SAMPLER_ARG: variable('part of the traces that `traceidratio` takes, from 0 to 1', '`0.1`', readRatio),
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

/** What is set, without secrets. */
export function describeVariables(environment: Readonly<Record<string, string | undefined>>): readonly VariableState[] {
  const rows: readonly (readonly [string, Variable<unknown>])[] = [
    ...Object.entries(VARIABLES),
    ...describeOidc(environment),
  ];
  return rows.map(([name, { meaning, fallback, isSecret = false }]) => {
    const text = environment[name]?.trim() ?? '';
    const isSet = text !== '';
    return { name, meaning, fallback, isSet, isSecret, value: isSet && !isSecret ? maskUserInfo(text) : null };
  });
}
