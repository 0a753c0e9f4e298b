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

interface SetupFacts {
  /** Whether the code is in the data directory of this process. */
  readonly isHere: boolean;
  /** The code, if it may be shown. */
  readonly code: string | undefined;
}

/** The link that makes the administrator. */
export const setupLink = ({ baseUrl }: Pick<Config, 'baseUrl'>, port: number, code: string): string =>
  `${baseUrl ?? `http://localhost:${port}`}/setup?code=${code}`;

/** How an instance without an administrator gets one. */
export function presentSetup(config: BannerFacts, port: number, { isHere, code }: SetupFacts): string {
  const file = setupFile(config.dataDirectory);
  const lines = !isHere
    ? ['  This instance has no administrator yet. The process that started first has the link to set it up. Or run:']
    : code === undefined
      ? [
          '  This instance has no administrator yet. This command prints the link to set it up:',
          '',
          '  npx livehouse setup-link',
          '',
          `  The code of the link is in ${file}. Without a browser:`,
        ]
      : [
          '  This instance has no administrator yet. Set it up here, once:',
          '',
          `  ${setupLink(config, port, code)}`,
          '',
          `  The code is also in ${file}. Without a browser:`,
        ];
  return [...lines, '  npx livehouse accounts create you@example.org --role administrator', ''].join('\n');
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
    `  ${base}/docs                 API reference`,
    `  ${base}/api/v1/releases      published releases`,
    '',
    ...(smtpUrl === undefined
      ? [`  No mail server is set (SMTP_URL): mail is written to ${join(dataDirectory, 'outbox')}`]
      : []),
    '',
  ].join('\n');
}
