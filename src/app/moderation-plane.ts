// Wiring of moderation: rules from their file, the classifier, cases, the staff's routes. What it needs of accounts is
// handed over here as plain functions. A file of rules that cannot be used is a mistake of the configuration.
import { endSessions } from '../features/accounts/common/accounts.ts';
import { requireAnotherAdministrator } from '../features/accounts/common/administrators.ts';
import type { AccountDeletedListener } from '../features/accounts/upkeep/deletion.ts';
import { type ExportSource, jsonFile } from '../features/accounts/upkeep/export.ts';
import { readPersonByUid, readPersonsByIds, searchPersons } from '../features/accounts/upkeep/staff-directory.ts';
import { Cases } from '../features/moderation/cases.ts';
import { bindModerationJobs, enqueueClassify } from '../features/moderation/classify.ts';
import { moderationContract } from '../features/moderation/contract.ts';
import { moderationHandlers } from '../features/moderation/handlers.ts';
import { forgetAccount, readOwnRecord } from '../features/moderation/record.ts';
import { NO_RULES, type TextRules } from '../features/moderation/rules.ts';
import { RulesFileError, readRulesFile } from '../features/moderation/rules-file.ts';
import type { People } from '../features/moderation/vocabulary.ts';
import { type BoundRoute, bindRoutes } from '../http/dispatch/dispatch.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { BoundJob, Jobs } from '../platform/jobs/jobs.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { openScreening } from '../platform/outside/screening.ts';
import type { Log } from '../platform/telemetry/log.ts';

export interface ModerationPlane {
  /** What other features submit to, and are told of decisions by. */
  readonly cases: Cases;
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  readonly onAccountDeleted: AccountDeletedListener;
  readonly exportSource: ExportSource;
}

export interface ModerationPlaneOptions {
  readonly config: Pick<Config, 'moderation'>;
  readonly rules: TextRules;
  readonly database: Database;
  readonly objects: Objects;
  readonly enqueue: Jobs['enqueue'];
  readonly log: Log;
}

const PEOPLE: People = {
  readByUid: readPersonByUid,
  readByIds: readPersonsByIds,
  search: searchPersons,
  endSessions,
  requireAnotherAdministrator,
};

/** Wires moderation on a database that may still be starting. */
export function openModerationPlane(options: ModerationPlaneOptions): ModerationPlane {
  const { rules, database, objects, enqueue, log } = options;
  const { fallback, webhook } = options.config.moderation;
  const cases = new Cases({
    rules,
    fallback,
    askClassifier: webhook && ((tx, caseId) => enqueueClassify(enqueue, tx, caseId)),
  });
  const screening = webhook && openScreening(webhook);
  return {
    cases,
    routes: bindRoutes(moderationContract, moderationHandlers({ database, objects, cases, people: PEOPLE })),
    jobs: bindModerationJobs({ database, objects, cases, screening, enqueue, log }),
    onAccountDeleted: (accountId) => forgetAccount(database, accountId),
    exportSource: async function* (accountId) {
      yield jsonFile('moderation.json', await readOwnRecord(database.db, accountId));
    },
  };
}

/** The text rules that a configuration names. Throws ConfigError for a file that cannot be used. */
export function readModerationRules({ moderation }: Pick<Config, 'moderation'>): TextRules {
  if (moderation.rulesFile === undefined) return NO_RULES;
  try {
    return readRulesFile(moderation.rulesFile);
  } catch (error) {
    if (error instanceof RulesFileError) throw new ConfigError([`MODERATION_RULES ${error.message}`]);
    throw error;
  }
}
