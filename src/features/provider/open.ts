import type { AnswerStyle } from '../../http/answer/headers.ts';
import { bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { providerContract } from './contract.ts';
import { openProvider, type ProviderConfig } from './mirror/provider.ts';
import { providerHandlers } from './serve/handlers.ts';
import { createProviderPages } from './serve/pages.ts';

/** Opens the provider. Sends nothing to upstream before the first read. */
export function openProviderFeature(
  config: ProviderConfig & Pick<Config, 'isProviderNamed'>,
  style: Pick<AnswerStyle, 'cors'>,
  log: Log,
) {
  const provider = openProvider(config, style, log);
  return {
    provider,
    /** What pages show of the mirror. */
    pages: createProviderPages(provider, config),
    routes: bindRoutes(providerContract, providerHandlers(provider)),
    close: () => provider.close(),
  };
}
