// Opens the provider: the mirror of upstream and its routes.
import type { AnswerStyle } from '../../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { providerContract } from './contract.ts';
import { openProvider, type Provider, type ProviderConfig } from './mirror/provider.ts';
import { providerHandlers } from './serve/handlers.ts';
import { createProviderPages, type ProviderPages } from './serve/pages.ts';

export interface ProviderFeature {
  readonly provider: Provider;
  /** What pages show of the mirror. */
  readonly pages: ProviderPages;
  readonly routes: readonly BoundRoute[];
  close(): void;
}

export interface ProviderDependencies {
  readonly config: ProviderConfig & Pick<Config, 'isProviderNamed'>;
  readonly style: Pick<AnswerStyle, 'cors'>;
  readonly log: Log;
}

/** Opens the provider. Sends nothing to upstream before the first read. */
export function openProviderFeature({ config, style, log }: ProviderDependencies): ProviderFeature {
  const provider = openProvider(config, style, log);
  return {
    provider,
    pages: createProviderPages(provider, config),
    routes: bindRoutes(providerContract, providerHandlers(provider)),
    close: () => provider.close(),
  };
}
