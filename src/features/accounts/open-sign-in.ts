// Opens sign-in: mail, captcha, sessions, registration. Sends no query before the first request.

import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Gates } from '../../http/dispatch/gates.ts';
import type { Limiter } from '../../http/gates/limits.ts';
import { LOOPBACK_NAMES, type OwnAddress } from '../../http/gates/own-address.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { deriveKey, readAuthSecret } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DatabaseStamps } from '../../platform/database/stamps.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { SharedCounters } from '../../platform/shared/counters.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { listActiveRestrictions, restrictionStates } from '../moderation/common/active-restrictions.ts';
import type { OnAccount } from './common/account-news.ts';
import type { OnRegistration } from './common/approval.ts';
import { cookieNameOf, STEP_COOKIE, sessionCookieName } from './common/auth-names.ts';
import { type FailedSignIns, openFailedSignIns } from './common/failed-sign-ins.ts';
import type { AccountsInstance, Invites } from './common/instance.ts';
import { listProviders } from './common/providers.ts';
import { findRelyingParty } from './common/relying-party.ts';
import { confirmationContract } from './confirmation/contract.ts';
import { confirmationHandlers } from './confirmation/handlers.ts';
import { doorsContract } from './doors/contract.ts';
import { doorsHandlers } from './doors/handlers.ts';
import { RegistrationDoors } from './doors/store.ts';
import { openConfiguredCaptcha, openConfiguredMailer } from './engines.ts';
import { factorsContract } from './factors/contract.ts';
import { factorsHandlers } from './factors/handlers.ts';
import { AccountMail } from './mail/account-mail.ts';
import { type ChooseLocale, createLocaleChooser } from './mail/language.ts';
import { type AccountActs, openAccountActs } from './pages/acts.ts';
import { type AccountEntry, openAccountEntry } from './pages/entry.ts';
import { createPasswords } from './passwords/passwords.ts';
import { registrationContract } from './registration/contract.ts';
import { registrationHandlers } from './registration/handlers.ts';
import { requireRegistration } from './registration/registration.ts';
import type { Auth } from './sign-in/auth.ts';
import { signInContract } from './sign-in/contract.ts';
import { createSharedFailures, createSignInFailures } from './sign-in/failures.ts';
import { signInHandlers } from './sign-in/handlers.ts';
import { createKnownDevices } from './sign-in/known-device.ts';
import { openLibrary } from './sign-in/library.ts';
import { createPasswordSignIn } from './sign-in/password-sign-in.ts';
import { cacheActors, createSessionReader, type ReadActor } from './sign-in/sessions.ts';
import { createUpdateReader } from './sign-in/updating.ts';
import { changeRole } from './staff/roles.ts';
import { bindAccountSweep } from './sweep.ts';

export interface SignIn {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly readActor: ReadActor;
  /** Like `readActor`, for reads: cached until the next commit. */
  readonly readKnownActor: ReadActor;
  readonly requirements: NonNullable<Gates['requirements']>;
  readonly chooseLocale: ChooseLocale;
  /** What the account pages do. */
  readonly acts: AccountActs;
  /** Signing in, registering, and asking for a new password, as pages do it. */
  readonly entry: AccountEntry;
  readonly failed: FailedSignIns;
  /** Key of the seeds of placeholder pictures. */
  readonly identityKey: string;
  readonly mail: AccountMail;
  /** Hashes a password. Refuses with `sign_in_busy` when too many wait. */
  readonly hashPassword: (password: string) => Promise<string>;
  close(): Promise<void>;
}

export interface SignInOptions {
  readonly config: Config;
  readonly database: Database;
  readonly stamps: DatabaseStamps;
  readonly limiter: Limiter;
  /** Counters of all processes; undefined: each counts by itself. */
  readonly shared: SharedCounters | undefined;
  readonly ownAddress: OwnAddress;
  readonly instance: AccountsInstance;
  readonly invites: Invites;
  readonly onAccount: OnAccount;
  readonly onRegistration: OnRegistration;
  readonly log: Log;
}

/** Opens sign-in. The database may still be starting. */
export function openSignIn(options: SignInOptions): SignIn {
  const { config, database, stamps, limiter, shared, ownAddress, instance, invites, onAccount, onRegistration, log } =
    options;
  const secret = readAuthSecret(config);
  const publicUrl = ownAddress.public;
  const cookieName = sessionCookieName(config.baseUrl ?? 'http:');
  const stepCookie = cookieNameOf(config.baseUrl ?? 'http:', STEP_COOKIE);
  const relyingParty = () => findRelyingParty(publicUrl(), config.trustedOrigins);
  const siteName = (): string => instance.current.name;
  const mailer = openConfiguredMailer(config, siteName);
  const chooseLocale = createLocaleChooser(() => instance.current.locale);
  const guardKey = deriveKey(secret, 'mail guard');
  const mail = new AccountMail({
    database,
    mailer,
    guardKey,
    chooseLocale,
    siteName,
    siteAccent: () => instance.current.accent,
    log,
    readReason: (...asked) => instance.readReason(...asked),
  });
  const passwords = createPasswords();
  const ownFailures = createSignInFailures(config.limits);
  const failures = shared === undefined ? ownFailures : createSharedFailures(ownFailures, shared);
  const devices = createKnownDevices(deriveKey(secret, 'known device'), config.baseUrl ?? 'http:');
  const isUpdating = createUpdateReader(database);
  const doors = new RegistrationDoors(database.db);

  const open = async (): Promise<Auth> => {
    const { openAuth } = await import('./sign-in/auth.ts');
    return openAuth({
      database,
      passwords,
      mail,
      secret,
      siteName: siteName(),
      publicUrl: publicUrl(),
      trustedOrigins: [
        ...config.trustedOrigins,
        ...(config.baseUrl === undefined
          ? LOOPBACK_NAMES.map((name) => publicUrl().replace('localhost', () => name))
          : []),
      ],
      social: config.social,
      relyingParty: relyingParty(),
      setRole: async (tx, accountId, role, how) => (await changeRole(tx, undefined, accountId, role, how)).from,
      devices,
      isUpdating,
      listRestrictions: (accountId) => listActiveRestrictions(database.db, accountId),
      invites,
      doors,
      onAccount,
      onRegistration,
      readRegistrationMode: async () => (await instance.read()).registration,
      onPasswordReset: (email) => void failures.forget(email),
      log,
    });
  };
  let opened: Promise<Auth> | undefined;
  // Opened on demand, since its URLs contain the port, which is known only after listening.
  const auth = (): Promise<Auth> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const registration = {
    database,
    mailer,
    mail,
    instance,
    invites,
    onAccount,
    doors,
    captcha: openConfiguredCaptcha(config, secret),
    publicUrl,
    passwordSignIn: config.passwordSignIn,
  };
  const providers = listProviders(config.social);
  const readActor = createSessionReader({ ...config, database, cookieName, secret, restrictionStates });
  const library = openLibrary({ auth, publicUrl, database, secret, readActor, isUpdating });
  const failed = openFailedSignIns(database, deriveKey(secret, 'failed sign-in'), log);
  const parts = { database, library, passwords, mail, devices, ownAddress, failed };
  const decrypt = async (text: string): Promise<string> => {
    const { symmetricDecrypt } = await import('better-auth/crypto');
    return symmetricDecrypt({ key: secret, data: text });
  };
  const hasPasskeys = (): boolean => relyingParty() !== undefined;
  const step = { ...parts, decrypt, limits: config.limits, stepCookie, secret };
  const signIn = createPasswordSignIn({ library, limiter, failures, devices, failed });
  return {
    routes: bindRoutes(
      { ...registrationContract, ...signInContract, ...factorsContract, ...confirmationContract, ...doorsContract },
      {
        ...registrationHandlers({ ...registration, ownAddress, providers, hasPasskeys }),
        ...signInHandlers({ ...parts, publicUrl, limiter, failures, readActor, providers }),
        ...doorsHandlers({ database, doors }),
        ...factorsHandlers({ ...step, readActor, hasPasskeys }),
        ...confirmationHandlers({ ...step, publicUrl, isUpdating, codeKey: deriveKey(secret, 'confirmation code') }),
      },
    ),
    jobs: [bindAccountSweep(database.db)],
    readActor,
    readKnownActor: cacheActors(readActor, stamps),
    requirements: {
      registration: () => requireRegistration(registration),
      passwordSignIn: async () => {
        if (!config.passwordSignIn) throw new Refusal('password_sign_in_off');
      },
    },
    chooseLocale,
    acts: openAccountActs({ ...step, onRegistration }),
    entry: openAccountEntry({ ...registration, library, ownAddress, signIn, providers, hasPasskeys }),
    failed,
    identityKey: deriveKey(secret, 'public identity'),
    mail,
    hashPassword: async (password) => {
      passwords.requireRoom();
      return passwords.hash(password);
    },
    close: async () => {
      await mail.settle();
      mailer.close();
    },
  };
}
