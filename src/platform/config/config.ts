// The configuration: environment variables and the `.env` file of the package root, validated at start with all
// mistakes reported together. The only file that reads the environment. variables.ts has one row for each variable.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import {
  type CaptchaConfig,
  readCaptcha,
  readClientKeys,
  readNetworks,
  readUnnamedOidc,
  type SocialConfig,
} from './accounts.ts';
import { type BackupConfig, readBackupKeep, readBackups } from './backups.ts';
import { INSTANCE_NAME, type InstanceConfig } from './instance.ts';
import { type ModerationConfig, readWebhook } from './moderation.ts';
import { readS3, type S3Config } from './objects.ts';
import { readOidcProviders } from './oidc.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { RECOMMENDATION_WEIGHTS, type RecommendationWeights } from './recommendation.ts';
import type { TracingConfig } from './tracing.ts';
import { describeUnknown } from './unknown.ts';
import { maskUserInfo, type VariableState } from './values.ts';
import { describeVariables, type LevelProviderRegion, type LogLevel, VARIABLES } from './variables.ts';

export interface Config {
  /** Every variable as the administration shows it. */
  readonly variables: readonly VariableState[];
  readonly port: number;
  readonly host: string;
  /** Public origin and path prefix, without a trailing slash; undefined when BASE_URL is unset. */
  readonly baseUrl: string | undefined;
  readonly dataDirectory: string;
  /** External PostgreSQL server. Undefined: the embedded server in the data directory. */
  readonly databaseUrl: string | undefined;
  /** S3-compatible object store. Undefined: files in the data directory. */
  readonly s3: S3Config | undefined;
  readonly backups: BackupConfig;
  readonly headerPrefix: string;
  readonly logLevel: LogLevel;
  /** Undefined: `text` on a terminal, else `json`. */
  readonly logFormat: 'json' | 'text' | undefined;
  /** Statements that take as long are logged. Undefined: none. */
  readonly slowStatementMs: number | undefined;
  /** Whether the instance has a search of everything. */
  readonly search: boolean;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined;
  /** Port of `/metrics`. Undefined: metrics are not served. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Whoever reads the metrics must send it. Undefined: nobody must. */
  readonly metricsToken: string | undefined;
  /** Base address of the provider, without a trailing slash; undefined when PROVIDER_URL is `off`. */
  readonly providerUrl: string | undefined;
  /** Whether PROVIDER_URL is set. Without it the interface and the level server use the default, and pages know no mirror. */
  readonly isProviderNamed: boolean;
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
  /** Whether people sign in and register with a password. */
  readonly passwordSignIn: boolean;
  /** Whether staff rights need a session that was proved by two factors. */
  readonly staffSecondFactor: boolean;
  readonly instance: InstanceConfig;
  /** Seconds within which a small body must have arrived. */
  readonly bodySeconds: number;
  /** Redis server in which all processes count burst limits together. Undefined: each counts by itself. */
  readonly limitsUrl: string | undefined;
  /** Burst limits and quotas. Disabled for load tests only. */
  readonly limits: boolean;
  readonly quotas: boolean;
  /** Whether people have lists of entities. */
  readonly lists: boolean;
  /** Storage quota of an account, in bytes. */
  readonly storageQuota: number;
  /** Token of scope `publish` for `livehouse publish --to`. The service does not read it. */
  readonly publishToken: string | undefined;
  /** Largest publication from elsewhere, in bytes. */
  readonly publishBytes: number;
  /** Days for which the original of an upload is kept after the file is ready. */
  readonly originalsDays: number;
  /** FFmpeg program. `off`: video is not accepted. Undefined: the installed one, if any. */
  readonly ffmpeg: string | undefined;
  /** Days for which the address of a deleted account stays reserved. */
  readonly accountGraceDays: number;
  readonly recommendationWeights: RecommendationWeights;
  /** Whether webhooks may lead to addresses that are not public. */
  readonly webhookPrivate: boolean;
  /** Where a job looks for a newer version. Undefined: nobody looks. */
  readonly updateCheck: string | undefined;
  readonly moderation: ModerationConfig;
}

/** What of the configuration says where objects are. */
export type ObjectsConfig = Pick<Config, 's3' | 'dataDirectory' | 'cacheDirectory' | 'cacheBytes' | 'databaseUrl'>;

export type Environment = Readonly<Record<string, string | undefined>>;

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
export const readEnvironment = (): Environment => ({ ...readFile(), ...process.env });

/** What to say about keys of the `.env` file that look like variables and are none. */
export const readUnknown = (): readonly string[] => describeUnknown(Object.keys(readFile()));

function readFile(): Environment {
  const file = join(PACKAGE_ROOT, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
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
      mistakes.push(maskUserInfo(`${name} ${error instanceof Error ? error.message : 'is malformed'}`));
      malformed.add(name);
      return undefined;
    }
  };
  // Cross-checks are reported for valid variables only. A malformed variable would otherwise also be reported as
  // missing.
  const report = (mistake: string): void => {
    if (!(mistake.match(/\b[A-Z_]+\b/g) ?? []).some((word) => malformed.has(word))) mistakes.push(mistake);
  };
  const dataDirectory = take('LIVEHOUSE_DATA') ?? '';
  const s3 = readS3(take('OBJECTS_URL'), take('AWS_ACCESS_KEY_ID'), take('AWS_SECRET_ACCESS_KEY'), report);
  const config = {
    variables: describeVariables(environment),
    port: take('PORT') ?? 0,
    host: take('HOST') ?? '',
    baseUrl: take('BASE_URL'),
    dataDirectory,
    databaseUrl: take('DATABASE_URL'),
    s3,
    backups: readBackupConfig(take, { dataDirectory, s3 }, report),
    headerPrefix: take('HEADER_PREFIX') ?? '',
    slowStatementMs: take('SLOW_STATEMENT_MS'),
    search: take('SEARCH') !== 'off',
    tracing: readTracingConfig(take),
    logLevel: take('LOG_LEVEL') ?? 'info',
    logFormat: take('LOG_FORMAT'),
    metricsPort: take('METRICS_PORT'),
    metricsHost: take('METRICS_HOST') ?? '',
    metricsToken: take('METRICS_TOKEN'),
    providerUrl: take('PROVIDER_URL'),
    isProviderNamed: (environment.PROVIDER_URL?.trim() ?? '') !== '',
    providerConcurrency: take('PROVIDER_CONCURRENCY') ?? 8,
    cacheDirectory: take('CACHE_DIR') ?? join(dataDirectory, 'cache'),
    cacheBytes: take('CACHE_BYTES') ?? 0,
    levelVersion: take('LEVEL_VERSION') ?? '',
    levelProviderRegion: take('LEVEL_PROVIDER_REGION') ?? 'jp',
    ...readAccountsConfig(take, report, environment),
    instance: readInstanceConfig(take),
    recommendationWeights: take('RECOMMENDATION_WEIGHTS') ?? RECOMMENDATION_WEIGHTS,
    webhookPrivate: take('WEBHOOK_PRIVATE') === 'on',
    updateCheck: take('UPDATE_CHECK'),
    moderation: readModerationConfig(take, report),
  } satisfies Config;
  if (config.port !== 0 && config.metricsPort === config.port) report('METRICS_PORT must differ from PORT');
  if (mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);
  return config;
}

type Take = <K extends keyof typeof VARIABLES>(name: K) => ReturnType<(typeof VARIABLES)[K]['read']> | undefined;

/** The variables of accounts. An incomplete group is a mistake. */
function readAccountsConfig(take: Take, report: (mistake: string) => void, environment: Environment) {
  const keys = (name: 'GITHUB' | 'GOOGLE' | 'TWITTER' | 'DISCORD') => {
    const names = [`SOCIAL_${name}_ID`, `SOCIAL_${name}_SECRET`] as const;
    return readClientKeys(names, take(names[0]), take(names[1]), report);
  };
  const found = { github: keys('GITHUB'), google: keys('GOOGLE'), twitter: keys('TWITTER'), discord: keys('DISCORD') };
  const unnamed = readUnnamedOidc(
    take('SOCIAL_OIDC_ISSUER'),
    take('SOCIAL_OIDC_ID'),
    take('SOCIAL_OIDC_SECRET'),
    report,
  );
  const oidc = [...(unnamed === undefined ? [] : [unnamed]), ...readOidcProviders(environment, report)];
  const passwordSignIn = take('PASSWORD_SIGN_IN') !== 'off';
  if (!passwordSignIn && oidc.length === 0 && Object.values(found).every((one) => one === undefined)) {
    report('PASSWORD_SIGN_IN is off, and no provider to sign in with is set');
  }
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
      oidc,
    },
    passwordSignIn,
    staffSecondFactor: take('STAFF_SECOND_FACTOR') === 'required',
    bodySeconds: take('BODY_SECONDS') ?? 60,
    limitsUrl: take('LIMITS_URL'),
    limits,
    quotas,
    lists: take('LISTS') !== 'off',
    storageQuota: take('STORAGE_QUOTA') ?? 0,
    publishToken: take('LIVEHOUSE_TOKEN'),
    publishBytes: take('PUBLISH_BYTES') ?? 0,
    originalsDays: take('ORIGINALS_DAYS') ?? 0,
    ffmpeg: take('FFMPEG'),
    accountGraceDays: take('ACCOUNT_GRACE_DAYS') ?? 30,
  };
}

/** The variables of backups. An incomplete group is a mistake. */
function readBackupConfig(
  take: Take,
  around: { readonly dataDirectory: string; readonly s3: S3Config | undefined },
  report: (mistake: string) => void,
): BackupConfig {
  return readBackups(
    {
      to: take('BACKUP_TO'),
      schedule: take('BACKUP_SCHEDULE'),
      timeZone: take('BACKUP_TZ') ?? 'UTC',
      keep: take('BACKUP_KEEP') ?? readBackupKeep(undefined),
      key: take('BACKUP_KEY'),
      accessKeyId: take('BACKUP_ACCESS_KEY_ID'),
      accessKeySecret: take('BACKUP_ACCESS_KEY_SECRET'),
    },
    around,
    report,
  );
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

/** The variables of OpenTelemetry; undefined without an endpoint. */
function readTracingConfig(take: Take): TracingConfig | undefined {
  const [base, whole] = [take('OTEL_EXPORTER_OTLP_ENDPOINT'), take('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')];
  const facts = {
    headers: take('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: take('OTEL_SERVICE_NAME') ?? 'livehouse',
    sampler: take('OTEL_TRACES_SAMPLER') ?? 'parentbased_traceidratio',
    ratio: take('OTEL_TRACES_SAMPLER_ARG') ?? 0,
  } as const;
  const url = whole ?? (base === undefined ? undefined : `${base}/v1/traces`);
  return url === undefined ? undefined : { url, ...facts };
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

/** Creates the data directory, readable by the service's user only. Throws ConfigError. */
export function prepareDataDirectory({ dataDirectory }: Config): void {
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`LIVEHOUSE_DATA cannot be made: ${reason}`]);
  }
}

/** Whether the operator named proxies. */
export const hasProxies = ({ trustedProxies }: Pick<Config, 'trustedProxies'>): boolean =>
  trustedProxies.rules.length > 0;
