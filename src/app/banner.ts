// The banner that `serve` prints when it is listening: the address of the service, pages to look at, how to become
// administrator, and where mail is written while no mail server is configured.
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isLocalHost } from '../http/gates/own-address.ts';
import type { Config } from '../platform/config/config.ts';

/**
 * IPv4 addresses of this machine under which a socket on `host` is reachable; none if it listens on one address only.
 */
export function machineAddresses(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

type BannerFacts = Pick<Config, 'baseUrl' | 'smtpUrl' | 'dataDirectory'>;

/** The banner as text. `addresses` are the addresses of this machine. */
export function presentBanner(config: BannerFacts, port: number, addresses: readonly string[]): string {
  const { baseUrl, smtpUrl, dataDirectory } = config;
  const base = baseUrl ?? `http://localhost:${port}`;
  // With a public address, sign-in works under that address only.
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
