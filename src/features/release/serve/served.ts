// Lets a command wait until the service serves a release that was just made current. Each service process publishes the
// pointer versions that it has seen (platform/files/service-notices.ts), and the command waits until all processes have
// seen the stored one. This covers processes of the same data directory only. The wait is bounded, and nothing depends
// on its result.
import { z } from 'zod';
import { openServiceNotice, readServiceNotices } from '../../../platform/files/service-notices.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { readPointer } from '../store/store.ts';
import type { Releases } from './releases.ts';

/** Pointers are polled every second; a loaded machine or a remote store takes longer. */
export const SERVED_WAIT_MS = 10_000;
const LOOK_FIRST_MS = 20;
const LOOK_LAST_MS = 200;

const noticeSchema = z.object({ pointers: z.record(z.string(), z.string()) });

/** What the service processes of a data directory know about a server's pointer. */
export type Served =
  | { readonly kind: 'none' }
  | { readonly kind: 'served'; readonly processes: number }
  | { readonly kind: 'late'; readonly late: number; readonly processes: number };

/** From now on publishes the pointer versions that this process has seen. */
export function announceSeen(releases: Releases, dataDirectory: string, log: Log): Disposable {
  const notice = openServiceNotice(dataDirectory);
  let isFailing = false;
  const write = (versions: ReadonlyMap<string, string>): void => {
    try {
      notice.write(JSON.stringify({ pointers: Object.fromEntries(versions) }));
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn('the list of served releases could not be written for commands', { error });
      isFailing = true;
    }
  };
  // Written before the first poll, so that a command knows that this process exists.
  write(new Map());
  releases.onLooked(write);
  return { [Symbol.dispose]: () => notice.remove() };
}

/** Waits until all running service processes have seen the server's stored pointer. Calls `onWait` if it must wait. */
export async function waitUntilServed(
  objects: Objects,
  dataDirectory: string,
  server: string,
  onWait: () => void,
): Promise<Served> {
  const deadline = performance.now() + SERVED_WAIT_MS;
  for (let pauseMs = LOOK_FIRST_MS; ; pauseMs = Math.min(LOOK_LAST_MS, pauseMs * 2)) {
    const notices = readServiceNotices(dataDirectory);
    const processes = notices.length;
    if (processes === 0) return { kind: 'none' };
    // Read again each time, since another command may have changed the pointer.
    const version = (await readPointer(objects, server))?.version;
    const late = notices.filter((text) => seenVersion(text, server) !== version).length;
    if (late === 0) return { kind: 'served', processes };
    if (performance.now() > deadline) return { kind: 'late', late, processes };
    if (pauseMs === LOOK_FIRST_MS) onWait();
    await Bun.sleep(pauseMs);
  }
}

function seenVersion(text: string, server: string): string | undefined {
  try {
    const { pointers } = noticeSchema.parse(JSON.parse(text));
    return Object.hasOwn(pointers, server) ? pointers[server] : undefined;
  } catch {
    return undefined;
  }
}
