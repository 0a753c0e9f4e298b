// A connection to an address that somebody else chose. The name is resolved once, every address that it has must be one of the
// public internet, and one of exactly these is connected to; the certificate is checked against the name. A name that resolves
// differently a moment later therefore cannot reach this machine or its network.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isPublicAddress } from './public-address.ts';

export type GuardFailure =
  /** The name has an address that is not of the public internet. */
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'certificate_invalid'
  | 'timed_out'
  /** The connection ended, or something came that is no HTTP answer. */
  | 'no_answer';

export interface GuardOptions {
  /**
   * Whether addresses that are not public are allowed. They, and they alone, are then also reached without TLS.
   */
  readonly allowPrivate: boolean;
  /** Tests resolve names and judge addresses by themselves, and have a certificate of their own. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly isPublic?: (address: string) => boolean;
  readonly certificateAuthority?: string;
}

/** Addresses of one name that are tried when earlier ones refuse the connection. */
const ADDRESSES_TRIED = 3;

/** The connection could not be made, or ended. */
export class GuardFailed extends Error {
  override readonly name = 'GuardFailed';
  readonly failure: GuardFailure;
  constructor(failure: GuardFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Connects to the host of an address. Throws GuardFailed. */
export async function openGuardedSocket(url: URL, options: GuardOptions, signal: AbortSignal): Promise<Socket> {
  const name = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const addresses = await findAddresses(name, options);
  const { isPublic = isPublicAddress } = options;
  const isOutside = addresses.every(isPublic);
  const isHere = !addresses.some(isPublic);
  if (!isOutside && !options.allowPrivate) throw new GuardFailed('address_refused');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.allowPrivate && isHere)) {
    throw new GuardFailed('address_refused');
  }
  let problem = new GuardFailed('connection_failed');
  for (const address of addresses.slice(0, ADDRESSES_TRIED)) {
    if (signal.aborted) throw new GuardFailed('timed_out');
    try {
      return await openSocket(url, name, address, options, signal);
    } catch (error) {
      if (!(error instanceof GuardFailed) || error.failure !== 'connection_failed') throw error;
      problem = error;
    }
  }
  throw problem;
}

/** Those of IPv4 first: many machines have no way to the others. */
async function findAddresses(name: string, { resolve = resolveName }: GuardOptions): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  let found: readonly string[];
  try {
    found = await resolve(name);
  } catch {
    throw new GuardFailed('name_not_found');
  }
  if (found.length === 0) throw new GuardFailed('name_not_found');
  return found.toSorted((one, other) => isIP(one) - isIP(other));
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** A connection to this very address, with the certificate checked against the name. */
function openSocket(
  url: URL,
  name: string,
  address: string,
  { certificateAuthority }: GuardOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const opened = Promise.withResolvers<Socket>();
  const socket = isSecure
    ? tlsConnect({
        host: address,
        port,
        // An address is no server name; its certificate then has to name the address.
        ...(isIP(name) === 0 && { servername: name }),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      })
    : tcpConnect({ host: address, port });
  let isConnected = false;
  const end = (): void => {
    socket.destroy();
    opened.reject(new GuardFailed('timed_out'));
  };
  signal.addEventListener('abort', end, { once: true });
  socket.on('connect', () => {
    isConnected = true;
    if (!isSecure) opened.resolve(socket);
  });
  socket.on('secureConnect', () => opened.resolve(socket));
  socket.on('error', (error) => {
    opened.reject(new GuardFailed(isSecure && isTrustError(error) ? 'certificate_invalid' : 'connection_failed'));
  });
  socket.on('close', () => {
    signal.removeEventListener('abort', end);
    opened.reject(new GuardFailed(isConnected ? 'no_answer' : 'connection_failed'));
  });
  return opened.promise;
}

const TRUST_ERROR =
  /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL|EPROTO)/;

const isTrustError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && TRUST_ERROR.test(error.code);
