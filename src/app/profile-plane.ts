// Wiring of what people do with their own account: profile, preferences, avatar, game accounts, tokens, export, deletion.
// News of a deleted account goes to the listeners given here; exports are made of the sources given here.
import { type AvatarParts, applyAvatarDecision, bindAvatarJobs } from '../features/accounts/profile/avatar.ts';
import { profileContract } from '../features/accounts/profile/contract.ts';
import { belongingsContract } from '../features/accounts/profile/contract-belongings.ts';
import {
  belongingsHandlers,
  type ProfileHandlerParts,
  profileHandlers,
} from '../features/accounts/profile/handlers.ts';
import { applyNameDecision } from '../features/accounts/profile/profile.ts';
import { createReservedNames } from '../features/accounts/profile/reserved-names.ts';
import { type AccountDeletedListener, bindDeletionJobs } from '../features/accounts/upkeep/deletion.ts';
import { type ExportSource, exportAccount } from '../features/accounts/upkeep/export.ts';
import type { Cases } from '../features/moderation/cases.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import { deriveKey } from '../platform/config/auth-secret.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { BoundJob, Jobs } from '../platform/jobs/jobs.ts';
import type { Objects } from '../platform/objects/objects.ts';
import type { Log } from '../platform/telemetry/log.ts';

export interface ProfilePlane {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
}

export interface ProfilePlaneOptions {
  readonly config: Config;
  readonly database: Database;
  readonly objects: Objects;
  readonly log: Log;
  readonly cases: Pick<Cases, 'submitText' | 'submitFile' | 'onDecision'>;
  readonly enqueue: Jobs['enqueue'];
  /** Of sign-in: its secret and the name of its cookie. */
  readonly secret: string;
  readonly cookieName: string;
  /** Remove what other features keep of a deleted account. */
  readonly listeners: readonly AccountDeletedListener[];
  /** Add what other features keep to an export. */
  readonly sources: readonly ExportSource[];
}

/** Key of the seeds of stand-in pictures. */
export const deriveIdentityKey = (secret: string): string => deriveKey(secret, 'public identity');

/** Names by which people know this instance: its host, and whom its mails are from. */
const listInstanceNames = ({ baseUrl, mailFrom }: Config): readonly string[] => [
  ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
  ...(mailFrom === undefined ? [] : [mailFrom.replace(/<[^>]*>.*$|\S+@\S+/, '')]),
];

/** Wires the own account on a database that may still be starting. */
export function openProfilePlane(options: ProfilePlaneOptions): ProfilePlane {
  const { config, database, objects, log, cases, enqueue, secret, cookieName, listeners, sources } = options;
  const identityKey = deriveIdentityKey(secret);
  const avatars: AvatarParts = {
    database,
    objects,
    enqueue,
    submitFile: (tx, submission) => cases.submitFile(tx, submission),
  };
  const deletion = { database, enqueue, graceDays: config.accountGraceDays };
  cases.onDecision('profile-name', applyNameDecision);
  cases.onDecision('avatar', (tx, decision) => applyAvatarDecision(avatars, tx, decision));
  const parts: ProfileHandlerParts = {
    ...avatars,
    ...deletion,
    identityKey,
    isReservedName: createReservedNames(listInstanceNames(config)),
    cookieName,
    log,
    submitText: (tx, submission) => cases.submitText(tx, submission),
    exportSources: [exportAccount({ database, objects }, identityKey), ...sources],
  };
  return {
    routes: [
      ...bindRoutes(profileContract, profileHandlers(parts)),
      ...bindRoutes(belongingsContract, belongingsHandlers(parts)),
    ],
    jobs: [...bindAvatarJobs(avatars), ...bindDeletionJobs(deletion, listeners)],
  };
}
