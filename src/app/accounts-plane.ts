// Wiring of accounts: mail, captcha, sessions, sign-in. Nothing here is asked of the database before a request is.
import { join } from 'node:path';
import { sessionCookieName } from '../features/accounts/common/auth-names.ts';
import { confirmationHandlers } from '../features/accounts/confirmation/confirmation.ts';
import { confirmationContract } from '../features/accounts/confirmation/contract.ts';
import { AccountMail } from '../features/accounts/mail/account-mail.ts';
import { createLocaleChooser } from '../features/accounts/mail/language.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';
import { requireRegistration } from '../features/accounts/registration/registration.ts';
import type { Auth } from '../features/accounts/sign-in/auth.ts';
import { authContract } from '../features/accounts/sign-in/contract.ts';
import { createSignInFailures } from '../features/accounts/sign-in/failures.ts';
import { authHandlers } from '../features/accounts/sign-in/handlers.ts';
import { createKnownDevices } from '../features/accounts/sign-in/known-device.ts';
import { createSessionReader, keepActors, type ReadActor } from '../features/accounts/sign-in/sessions.ts';
import { bindAccountSweep } from '../features/accounts/upkeep/sweep.ts';
import { activeRestrictions, readActiveRestrictions } from '../features/moderation/standing.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import type { Gates } from '../http/dispatch/gates.ts';
import type { Limiter } from '../http/gates/limits.ts';
import { LOOPBACK_NAMES, type OwnAddress } from '../http/gates/own-address.ts';
import { SOCIAL_PROVIDERS } from '../platform/config/accounts.ts';
import { deriveKey, readAuthSecret } from '../platform/config/auth-secret.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseStamps } from '../platform/database/stamps.ts';
import type { BoundJob } from '../platform/jobs/jobs.ts';
import { type Captcha, openAltcha, openTurnstile } from '../platform/outside/captcha.ts';
import { type Mailer, openMailer } from '../platform/outside/mail.ts';
import type { Log } from '../platform/telemetry/log.ts';

export interface AccountsPlane {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly readActor: ReadActor;
  /** The same for reads, from before where nothing was committed since. */
  readonly readKnownActor: ReadActor;
  readonly requirements: NonNullable<Gates['requirements']>;
  readonly mail: AccountMail;
  readonly secret: string;
  readonly cookieName: string;
  close(): Promise<void>;
}

export interface AccountsOptions {
  readonly config: Config;
  readonly database: Database;
  readonly stamps: DatabaseStamps;
  readonly limiter: Limiter;
  readonly ownAddress: OwnAddress;
  readonly log: Log;
}

const CAPTCHA_ACTION = 'account_register';

/** The mailer of a configuration. */
export const openConfiguredMailer = ({ smtpUrl, mailFrom, dataDirectory }: Config): Mailer =>
  openMailer({
    smtpUrl,
    from: mailFrom ?? 'Livehouse <no-reply@localhost>',
    outboxDirectory: join(dataDirectory, 'outbox'),
  });

/** Wires accounts on a database that may still be starting. */
export function openAccountsPlane(options: AccountsOptions): AccountsPlane {
  const { config, database, stamps, limiter, ownAddress, log } = options;
  const secret = readAuthSecret(config);
  const publicUrl = ownAddress.public;
  const cookieName = sessionCookieName(config.baseUrl ?? 'http:');
  const mailer = openConfiguredMailer(config);
  const chooseLocale = createLocaleChooser(config.instanceLocale);
  const mail = new AccountMail({ database, mailer, guardKey: deriveKey(secret, 'mail guard'), chooseLocale, log });
  const passwords = createPasswords();
  const failures = createSignInFailures(config.limits);
  const devices = createKnownDevices(deriveKey(secret, 'known device'), cookieName.startsWith('__Secure-'));

  const open = async (): Promise<Auth> => {
    const { openAuth } = await import('../features/accounts/sign-in/auth.ts');
    return openAuth({
      database,
      passwords,
      mail,
      secret,
      publicUrl: publicUrl(),
      trustedOrigins: [
        ...config.trustedOrigins,
        ...(config.baseUrl === undefined ? LOOPBACK_NAMES.map((name) => publicUrl().replace('localhost', name)) : []),
      ],
      social: config.social,
      readRestrictions: (accountId) => readActiveRestrictions(database.db, accountId),
      onPasswordReset: failures.forget,
      log,
    });
  };
  let opened: Promise<Auth> | undefined;
  // Its addresses hold the port, which is known once something listens.
  const auth = (): Promise<Auth> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const registration = { database, mailer, mail, captcha: openConfiguredCaptcha(config, secret), publicUrl };
  const providers: readonly string[] = [
    ...SOCIAL_PROVIDERS.filter((name) => config.social.providers[name] !== undefined),
    ...(config.social.oidc === undefined ? [] : ['oidc']),
  ];
  const readActor = createSessionReader({ database, cookieName, secret, activeRestrictions });
  return {
    routes: [
      ...bindRoutes(
        authContract,
        authHandlers({
          ...registration,
          auth,
          passwords,
          limiter,
          ownAddress,
          failures,
          devices,
          readActor,
          chooseLocale,
          providers,
        }),
      ),
      ...bindRoutes(
        confirmationContract,
        confirmationHandlers({ database, passwords, mail, codeKey: deriveKey(secret, 'confirmation code') }),
      ),
    ],
    jobs: [bindAccountSweep(database.db)],
    readActor,
    readKnownActor: keepActors(readActor, stamps),
    requirements: { registration: () => requireRegistration(registration) },
    mail,
    secret,
    cookieName,
    close: async () => {
      await mail.settle();
      mailer.close();
    },
  };
}

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
