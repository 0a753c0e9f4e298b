// What `serve` prints when it is listening: the address of the service, pages to look at, where mail is written while no mail
// server is configured, and how an instance without an administrator gets one.
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setupFile } from '../features/instance/setup/token.ts';
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

/** How an instance without an administrator gets one. `code` is undefined when another process has it. */
export function presentSetup(config: BannerFacts, port: number, code: string | undefined): string {
  const { baseUrl, dataDirectory } = config;
  const base = baseUrl ?? `http://localhost:${port}`;
  const command = 'npx livehouse accounts create you@example.org --role administrator';
  const lines =
    code === undefined
      ? ['  This instance has no administrator yet. The process that started first has the link to set it up, or run:']
      : [
          '  This instance has no administrator yet. Set it up here, once:',
          '',
          `  ${base}/setup?code=${code}`,
          '',
          `  The code is also in ${setupFile(dataDirectory)}. Without a browser:`,
        ];
  return [...lines, `  ${command}`, ''].join('\n');
}

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
    ...(smtpUrl === undefined
      ? [`  No mail server is set (SMTP_URL): mail is written to ${join(dataDirectory, 'outbox')}`]
      : []),
    '',
  ].join('\n');
}
