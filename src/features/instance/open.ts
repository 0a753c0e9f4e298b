// Opens the instance in two steps: first its settings, which need the database, then its route, which needs the releases.
import type { AnswerStyle } from '../../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { instanceContract } from './contract.ts';
import { instanceHandlers } from './handlers.ts';
import type { InstanceTexts } from './settings.ts';
import { InstanceStore } from './store.ts';

export interface InstanceOptions {
  readonly config: Config;
  readonly texts: InstanceTexts;
  readonly database: Database;
  readonly log: Log;
}

/** The settings. The database may still be starting. */
export function openInstance({ config, texts, database, log }: InstanceOptions): InstanceStore {
  const { instance: environment, dataDirectory } = config;
  return new InstanceStore({ environment, texts, database, dataDirectory, log });
}

export interface InstanceRouteOptions {
  readonly store: InstanceStore;
  /** Version of the software. */
  readonly version: string;
  /** Whether nothing but the sample is published. */
  readonly isDemo: () => boolean;
  readonly style: AnswerStyle;
}

/** The route. */
export const openInstanceRoutes = (options: InstanceRouteOptions): readonly BoundRoute[] =>
  bindRoutes(instanceContract, instanceHandlers(options));
