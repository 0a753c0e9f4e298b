// Opens the features of the own account: profile, preferences, avatar, game accounts, tokens, export, deletion.
// Listeners are notified of deleted accounts; sources contribute to exports.

import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { ExportSource } from '../../kernel/export-file.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BoundJob, Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Cases } from '../moderation/cases/cases.ts';
import { belongingsContract } from './belongings/contract.ts';
import { belongingsHandlers } from './belongings/handlers.ts';
import { leavingContract } from './leaving/contract.ts';
import { type AccountDeletedListener, bindDeletionJobs } from './leaving/deletion.ts';
import { leavingHandlers } from './leaving/handlers.ts';
import type { AccountMail } from './mail/account-mail.ts';
import { type AvatarDependencies, applyAvatarDecision, bindAvatarJobs } from './profile/avatar.ts';
import { profileContract } from './profile/contract.ts';
import { type ProfileHandlerDependencies, profileHandlers } from './profile/handlers.ts';
import { applyNameDecision } from './profile/profile.ts';
import { createReservedNames } from './profile/reserved-names.ts';

export interface OwnAccount {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
}

export interface OwnAccountDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly log: Log;
  readonly cases: Pick<Cases, 'submitText' | 'submitFile' | 'onDecision'>;
  readonly enqueue: Jobs['enqueue'];
  /** Key of the seeds of placeholder pictures. */
  readonly identityKey: string;
  readonly mail: AccountMail;
  /** Remove the data that other features store about a deleted account. */
  readonly listeners: readonly AccountDeletedListener[];
  /** The parts of an export, in this order. */
  readonly sources: readonly ExportSource[];
}

/** Names of this instance: its host, and the sender of its mails. */
const listInstanceNames = ({ baseUrl, mailFrom }: Config): readonly string[] => [
  ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
  ...(mailFrom === undefined ? [] : [mailFrom.replace(/<[^>]*>.*$|\S+@\S+/, '')]),
];

/** Opens the own account. The database may still be starting. */
export function openOwnAccount(dependencies: OwnAccountDependencies): OwnAccount {
  const { config, database, objects, log, cases, enqueue, identityKey, mail, listeners, sources } = dependencies;
  const avatars: AvatarDependencies = {
    database,
    objects,
    enqueue,
    submitFile: (tx, submission) => cases.submitFile(tx, submission),
  };
  const deletion = { database, enqueue, graceDays: config.accountGraceDays };
  cases.onDecision('profile-name', applyNameDecision);
  cases.onDecision('avatar', (tx, decision) => applyAvatarDecision(avatars, tx, decision));
  const parts: ProfileHandlerDependencies = {
    ...avatars,
    identityKey,
    isReservedName: createReservedNames(listInstanceNames(config)),
    submitText: (tx, submission) => cases.submitText(tx, submission),
  };
  return {
    routes: bindRoutes(
      { ...profileContract, ...belongingsContract, ...leavingContract },
      {
        ...profileHandlers(parts),
        ...belongingsHandlers({ database, mail }),
        ...leavingHandlers({ ...deletion, cookieAddress: config.baseUrl ?? 'http:', exportSources: sources, log }),
      },
    ),
    jobs: [...bindAvatarJobs(avatars), ...bindDeletionJobs(deletion, listeners)],
  };
}
