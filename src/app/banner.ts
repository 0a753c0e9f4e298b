// What `serve` tells its operator once it listens: where the service is, what to look at, how to become administrator, and
// where mail goes while no mail server is set.
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isLocalHost } from '../http/gates/own-address.ts';
import type { Config } from '../platform/config/config.ts';

/** IPv4 addresses of this machine at which a socket on `host` answers; none for one address alone. */
export function machineAddresses(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

type BannerFacts = Pick<Config, 'baseUrl' | 'smtpUrl' | 'dataDirectory'>;

/** The banner as text; `addresses` are those of the machine. */
export function presentBanner(config: BannerFacts, port: number, addresses: readonly string[]): string {
  const { baseUrl, smtpUrl, dataDirectory } = config;
  const base = baseUrl ?? `http://localhost:${port}`;
  // With a public address nobody can sign in by another one.
  const others = baseUrl === undefined ? addresses : [];
  return [
    '',
    `  Livehouse is open at ${base}/`,
    ...others
      .filter((address) => isLocalHost(address))
      .map((address) => `  also at             http://${address}:${port}/`),
    ...others
      .filter((address) => !isLocalHost(address))
      .map((address) => `  To sign in at http://${address}:${port}/, set BASE_URL to that address`),
    '',
    `  ${base}/docs                 interactive API reference`,
    `  ${base}/api/v1/releases      published releases`,
    '',
    '  Become administrator: npx livehouse accounts create you@example.org --role administrator',
    ...(smtpUrl === undefined
      ? [`  No mail server is set (SMTP_URL): mail is written to ${join(dataDirectory, 'outbox')}`]
      : []),
    '',
  ].join('\n');
}
