// Opens moderation: the rules from their file, the classifier, the cases, the staff routes. The caller supplies access
// to accounts. An unusable rules file is a configuration error.

import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { type ExportSource, jsonFile } from '../../kernel/export-file.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BoundJob, Jobs } from '../../platform/jobs/jobs.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import { openScreening } from '../../platform/outside/screening.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { FindConcerning } from '../audit/events.ts';
import type { OnAppealed } from './appeals/appeals.ts';
import { appealsContract } from './appeals/contract.ts';
import { appealsHandlers } from './appeals/handlers.ts';
import { type AppealLinks, openAppealLinks } from './appeals/links.ts';
import { Cases, type OnWaiting } from './cases/cases.ts';
import { bindModerationJobs, enqueueClassify } from './cases/classify.ts';
import { bindSeriesJob, enqueueSeries } from './cases/series.ts';
import { listActiveRestrictions } from './common/active-restrictions.ts';
import type { ContentContexts } from './common/content-context.ts';
import type { People } from './common/ports.ts';
import { forgetClaims } from './desk/claims.ts';
import { deskContract } from './desk/contract.ts';
import { deskHandlers } from './desk/handlers.ts';
import { forgetNotes } from './desk/notes.ts';
import { bindLinkSweep, bindMailJob, enqueueMail, type MailDependencies } from './mails.ts';
import { ruleSettingsContract } from './rule-settings/contract.ts';
import { ruleSettingsHandlers } from './rule-settings/handlers.ts';
import { type RulesFile, RulesFileError, readRulesFile } from './rules/file.ts';
import { RulesStore } from './rules/store.ts';
import { concerningBy } from './staff/concerned.ts';
import { moderationContract } from './staff/contract.ts';
import { moderationHandlers } from './staff/handlers.ts';
import { forgetAccount, readOwnRecord } from './staff/record.ts';
import { standingContract } from './standing/contract.ts';
import { standingHandlers } from './standing/handlers.ts';

export interface Moderation {
  /** Other features submit content to it, and register for decisions. */
  readonly cases: Cases;
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly BoundJob[];
  /** Removes a deleted account's data from moderation. Idempotent. */
  accountDeleted(accountId: string): Promise<void>;
  readonly exportSource: ExportSource;
  /** The restrictions of an account that count now. */
  readRestrictions(accountId: string): ReturnType<typeof listActiveRestrictions>;
  /** Appeals of people who cannot sign in. */
  readonly appealLinks: AppealLinks;
  readonly findConcerning: FindConcerning;
}

export interface ModerationDependencies extends Pick<MailDependencies, 'sendDecision' | 'publicUrl'> {
  readonly config: Pick<Config, 'moderation'>;
  /** What MODERATION_RULES names; undefined: no rules. */
  readonly rulesFile: RulesFile | undefined;
  readonly database: Database;
  readonly objects: Objects;
  readonly people: People;
  /** Where content stands, which the community knows. */
  readonly contexts: ContentContexts;
  readonly enqueue: Jobs['enqueue'];
  readonly onAppealed: OnAppealed;
  readonly onWaiting: OnWaiting;
  readonly log: Log;
}

/** Opens moderation. The database may still be starting. */
export function openModeration(dependencies: ModerationDependencies): Moderation {
  const { rulesFile, database, objects, people, contexts, enqueue, onAppealed, log } = dependencies;
  const rules = new RulesStore(rulesFile, log);
  const { fallback, webhook } = dependencies.config.moderation;
  const cases = new Cases({
    rules,
    fallback,
    askClassifier: webhook && ((tx, caseId) => enqueueClassify(enqueue, tx, caseId)),
    mailDecision: (tx, decision) => enqueueMail(enqueue, tx, decision),
    onWaiting: dependencies.onWaiting,
    flagSeries: (tx, series) => enqueueSeries(enqueue, tx, series),
  });
  const findConcerning = concerningBy(contexts);
  const screening = webhook && openScreening(webhook);
  return {
    cases,
    findConcerning,
    routes: [
      ...bindRoutes(moderationContract, moderationHandlers({ database, objects, cases, people, findConcerning })),
      ...bindRoutes(deskContract, deskHandlers({ database, cases, people, contexts, rules, findConcerning })),
      ...bindRoutes(ruleSettingsContract, ruleSettingsHandlers({ database, rules, people, contexts })),
      ...bindRoutes(appealsContract, appealsHandlers({ database, cases, people })),
      ...bindRoutes(standingContract, standingHandlers({ database, onAppealed })),
    ],
    jobs: [
      ...bindModerationJobs({ database, objects, cases, screening, enqueue, log }),
      bindSeriesJob({ database, cases, contexts }),
      bindMailJob({ database, people, sendDecision: dependencies.sendDecision, publicUrl: dependencies.publicUrl }),
      bindLinkSweep(database),
    ],
    readRestrictions: (accountId) => listActiveRestrictions(database.db, accountId),
    appealLinks: openAppealLinks(database, onAppealed),
    accountDeleted: (accountId) =>
      database.transaction(async (tx) => {
        await forgetAccount(tx, accountId);
        await forgetClaims(tx, accountId);
        await forgetNotes(tx, accountId);
      }),
    exportSource: async function* (accountId) {
      yield jsonFile('moderation.json', await readOwnRecord(database.db, accountId));
    },
  };
}

/** The configured file of text rules; undefined: none. Throws ConfigError for an unusable file. */
export function readModerationRules({ moderation }: Pick<Config, 'moderation'>): RulesFile | undefined {
  if (moderation.rulesFile === undefined) return undefined;
  try {
    return readRulesFile(moderation.rulesFile);
  } catch (error) {
    if (error instanceof RulesFileError) throw new ConfigError([`MODERATION_RULES ${error.message}`]);
    throw error;
  }
}
