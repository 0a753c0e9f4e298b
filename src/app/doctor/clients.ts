// A check of clients: whether their addresses can be told apart.
import { readSharedAddress } from '../../http/gates/shared-address.ts';
import { type Config, hasProxies } from '../../platform/config/config.ts';
import type { Check } from './check.ts';

/** Reads what the running service has noticed. */
export function checkClients(config: Config): Check {
  const name = 'clients';
  if (hasProxies(config)) {
    return { name, state: 'ok', detail: 'by X-Forwarded-For of the proxies in TRUSTED_PROXIES' };
  }
  const address = readSharedAddress(config.dataDirectory);
  if (address === undefined) return { name, state: 'ok', detail: 'by the address of the connection' };
  const detail =
    `90 % of a minute's requests came from ${address}: if that is a proxy, name it in TRUSTED_PROXIES; ` +
    'until then all strangers share the limits of one client';
  return { name, state: 'warn', detail };
}
