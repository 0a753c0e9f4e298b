// Notices when nearly all requests come from one private address: a proxy that TRUSTED_PROXIES does not name, so that all
// strangers share the limits of one client. Only requests whose address is needed are counted, which costs the others nothing.
// What a process finds is in a file, so that commands and the other processes can read it.
import { isIP } from 'node:net';
import { openServiceNotice, readServiceNotices } from '../../platform/files/service-notices.ts';
import { isPublicAddress } from '../../platform/outside/public-address.ts';

const FOLDER = 'shared-address';
const MINUTE_MS = 60_000;
const SHARE = 0.9;
/** Fewer requests of a minute may be those of a single person. */
const REQUESTS_MIN = 60;
/** An address with nearly all requests is among the first. */
const ADDRESSES_MAX = 1_000;

type NoteAddress = (address: string) => void;

/** Counts the addresses of requests, and writes down what a minute shows. */
export function watchSharedAddress(dataDirectory: string): NoteAddress {
  const notice = openServiceNotice(dataDirectory, FOLDER);
  return countAddresses((address) => {
    try {
      if (address === undefined) notice.remove();
      else notice.write(address);
    } catch {
      // A request must not fail because of a full disk.
    }
  });
}

/** The private address that nearly all requests of some process came from; undefined: none. */
export const readSharedAddress = (dataDirectory: string): string | undefined =>
  readServiceNotices(dataDirectory, FOLDER).find((text) => isIP(text) !== 0);

/** Calls `tell` after each busy minute, with the private address that nearly all of its requests came from. */
export function countAddresses(
  tell: (address: string | undefined) => void,
  now: () => number = () => performance.now(),
): NoteAddress {
  const counts = new Map<string, number>();
  let all = 0;
  let endsAt = now() + MINUTE_MS;
  return (address) => {
    if (now() >= endsAt) {
      endsAt = now() + MINUTE_MS;
      if (all >= REQUESTS_MIN) tell(findShared(counts, all));
      counts.clear();
      all = 0;
    }
    all++;
    const count = counts.get(address);
    if (count !== undefined || counts.size < ADDRESSES_MAX) counts.set(address, (count ?? 0) + 1);
  };
}

function findShared(counts: ReadonlyMap<string, number>, all: number): string | undefined {
  for (const [address, count] of counts) {
    if (count >= all * SHARE) return isIP(address) !== 0 && !isPublicAddress(address) ? address : undefined;
  }
  return undefined;
}
