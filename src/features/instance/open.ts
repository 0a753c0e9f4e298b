// Opens the instance in two steps: first its settings, which need the database, then its routes, which need the releases
// and the accounts.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Invites } from '../accounts/common/instance.ts';
import { type ChecklistDependencies, checklistHandlers } from './checklist/handlers.ts';
import { findOverridden } from './common/overridden-variables.ts';
import type { InstanceTexts } from './common/settings.ts';
import { InstanceStore } from './common/store.ts';
import { readTextsFolder } from './common/texts-folder.ts';
import { instanceContract } from './contract.ts';
import { type InviteHandlerDependencies, inviteHandlers } from './invites/handlers.ts';
import { giveInviteBack, isUsableInvite, takeInvite } from './invites/invites.ts';
import { type InstanceHandlerDependencies, instanceHandlers } from './serve/handlers.ts';
import { readStored } from './settings/change.ts';
import { type SettingsHandlerDependencies, settingsHandlers } from './settings/handlers.ts';
import { type FirstRun, type FirstRunStateDependencies, openFirstRun } from './setup/first-run.ts';

export interface InstanceDependencies {
  readonly config: Config;
  readonly texts: InstanceTexts;
  readonly database: Database;
  readonly log: Log;
}

/** The texts of the operator's folder (INSTANCE_TEXTS). Throws ConfigError for a file that is no text. */
export const readInstanceTexts = ({ instance }: Pick<Config, 'instance'>): InstanceTexts => readTextsFolder(instance);

/** The settings. The database may still be starting. */
export function openInstance({ config, texts, database, log }: InstanceDependencies): InstanceStore {
  const { instance: environment, dataDirectory } = config;
  return new InstanceStore({ environment, texts, database, dataDirectory, log });
}

/** Says at the start which variables have no effect, because an administrator stored a setting. */
export function warnHidden({ config, texts, database, log }: InstanceDependencies): void {
  database.onReady(async () => {
    const { stored } = await readStored(database);
    const hidden = findOverridden(stored, config.variables, texts);
    if (hidden.length > 0) log.warn('stored settings hide variables of the environment', { hidden });
  });
}

/** The invites, as accounts use them. */
export const openInvites = (database: Database): Invites => ({
  isUsable: (code) => isUsableInvite(database.db, code),
  take: (code, tx) => takeInvite(tx ?? database.db, code),
  giveBack: (id) => giveInviteBack(database.db, id),
});

export type FirstRunDependencies = Pick<
  FirstRunStateDependencies,
  'database' | 'store' | 'hashPassword' | 'retireSample' | 'log'
> & {
  readonly config: Config;
};

/** The first run. The database may still be starting. */
export const openInstanceSetup = ({ config, ...parts }: FirstRunDependencies): FirstRun =>
  openFirstRun({ ...parts, dataDirectory: config.dataDirectory, isEmbedded: config.databaseUrl === undefined });

export type InstanceRoutesDependencies = InstanceHandlerDependencies &
  Pick<SettingsHandlerDependencies, 'database' | 'texts' | 'sendTestMail'> &
  InviteHandlerDependencies &
  Pick<ChecklistDependencies, 'readLastBackup'> & { readonly config: Config };

/** The routes. */
export function openInstanceRoutes(dependencies: InstanceRoutesDependencies): readonly BoundRoute[] {
  const { config } = dependencies;
  const { instance: environment, variables, smtpUrl, baseUrl, backups } = config;
  const hasMailServer = smtpUrl !== undefined;
  return bindRoutes(instanceContract, {
    ...instanceHandlers(dependencies),
    ...inviteHandlers(dependencies),
    ...settingsHandlers({ ...dependencies, environment, variables, hasMailServer }),
    ...checklistHandlers({
      ...dependencies,
      hasMailServer,
      hasAddress: baseUrl !== undefined,
      hasBackupSchedule: backups.to !== undefined && backups.schedule !== undefined,
    }),
  });
}
