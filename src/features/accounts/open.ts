// Opens accounts: sign-in and the own account. Other features that keep something of an account follow it: they learn of
// its deletion and add to its export.
import type { BoundRoute } from '../../http/dispatch/dispatch.ts';
import type { Gates } from '../../http/dispatch/gates.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import type { BoundJob } from '../../platform/jobs/jobs.ts';
import type { ChooseLocale } from './mail/language.ts';
import { type OwnAccountOptions, openOwnAccount } from './open-own-account.ts';
import { openSignIn, type SignInOptions } from './open-sign-in.ts';
import type { ReadActor } from './sign-in/sessions.ts';
import type { AccountDeletedListener } from './upkeep/deletion.ts';
import { exportAccount } from './upkeep/export.ts';

/** A feature that keeps something of accounts. */
export interface AccountFollower {
  readonly accountDeleted: AccountDeletedListener;
  readonly exportSource: ExportSource;
}

export interface Accounts {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly readActor: ReadActor;
  /** The same for reads; may answer from the cache when nothing was committed since. */
  readonly readKnownActor: ReadActor;
  readonly requirements: NonNullable<Gates['requirements']>;
  readonly chooseLocale: ChooseLocale;
  /** Key of the seeds of stand-in pictures. */
  readonly identityKey: string;
  /** Deletions and exports include this feature from now on, in the order of the calls. */
  follow(follower: AccountFollower): void;
  close(): Promise<void>;
}

export type AccountsOptions = SignInOptions & Pick<OwnAccountOptions, 'objects' | 'cases' | 'enqueue'>;

/** Opens accounts on a database that may still be starting. */
export function openAccounts(options: AccountsOptions): Accounts {
  const signIn = openSignIn(options);
  const { readActor, readKnownActor, requirements, chooseLocale, identityKey, cookieName, close } = signIn;
  const listeners: AccountDeletedListener[] = [];
  const sources: ExportSource[] = [exportAccount(options, identityKey)];
  const own = openOwnAccount({ ...options, identityKey, cookieName, listeners, sources });
  return {
    routes: [...signIn.routes, ...own.routes],
    jobs: [...signIn.jobs, ...own.jobs],
    readActor,
    readKnownActor,
    requirements,
    chooseLocale,
    identityKey,
    follow: ({ accountDeleted, exportSource }) => {
      listeners.push(accountDeleted);
      sources.push(exportSource);
    },
    close,
  };
}
