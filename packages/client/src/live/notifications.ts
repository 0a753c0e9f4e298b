// Notifications as they happen. Reopens a broken stream after the last notification that arrived, so that none is missed and
// none is repeated.
import type { CallOptions, Connection } from '../calls/connection.ts';
import { LivehouseError } from '../calls/failure.ts';
import { callOperation, openOperation } from '../calls/operations.ts';
import type { Answer, ListItem } from '../calls/types.ts';
import { growingPause } from '../common/retry-after.ts';
import { startDeadline, wait } from '../common/signals.ts';
import { readEventStream } from './event-stream.ts';

/** A notification, as in the list. */
export type Notification = ListItem<'notificationList'>;

/** Options of `notifications`. */
export interface NotificationOptions {
  readonly signal?: AbortSignal;
  /** Id of the last known notification: what came after it comes first. */
  readonly after?: string;
  /** Id of a post whose number of comments is sent, too. */
  readonly thread?: string;
  /** Called with the number of its comments that the caller may see, at first and after each change. */
  readonly onComments?: (count: number) => void;
  /** Called when the stream is open, at first and after each break. */
  readonly onOpen?: () => void;
  /** Called with the reason of a break, before the stream is opened again. */
  readonly onBreak?: (reason: unknown) => void;
}

/** The service sends a comment every 15 seconds; silence for this long is a broken connection. */
const SILENCE_MS = 45_000;
const PAUSE_LEAST_MS = 1_000;
const PAUSE_MOST_MS = 30_000;
const CATCH_UP_PAGES = 20;

/**
 * Notifications until the caller stops or `signal` aborts, which ends the loop without an error, or until the service refuses
 * (`LivehouseError`, for example 401).
 */
export async function* listen(
  connection: Connection,
  { signal, after, thread, onComments, onOpen, onBreak }: NotificationOptions = {},
): AsyncGenerator<Notification, void, undefined> {
  let last = after;
  const hasEnded = (): boolean => signal?.aborted === true;
  for (let tries = 0; !hasEnded(); tries++) {
    const silence = startDeadline(SILENCE_MS, signal);
    const seen = new Set<string>();
    try {
      const options: CallOptions = { signal: silence.signal, retries: 0 };
      const isForeign = isForeignPage(connection.base);
      const resume = {
        ...(thread === undefined ? {} : { thread }),
        ...(last === undefined || isForeign ? {} : { 'Last-Event-Id': last }),
      };
      const response = await openOperation(connection, 'notificationStream', resume, options);
      onOpen?.();
      if (isForeign && last !== undefined) {
        for (const missed of await readMissed(connection, last, options)) {
          seen.add(missed.id);
          last = missed.id;
          yield missed;
          if (hasEnded()) return;
        }
      }
      if (response.body === null) throw new TypeError('the stream has no body');
      for await (const { event, data } of readEventStream(response.body, silence.extend)) {
        tries = 0;
        if (event === 'comments') {
          const { count }: { readonly count: number } = JSON.parse(data);
          onComments?.(count);
        }
        if (event !== 'notification') continue;
        const notification: Notification = JSON.parse(data);
        last = notification.id;
        if (!seen.has(notification.id)) yield notification;
        if (hasEnded()) return;
      }
      onBreak?.(undefined);
    } catch (error) {
      if (hasEnded()) return;
      if (!isTransient(error)) throw error;
      onBreak?.(error);
    } finally {
      silence.release();
    }
    await wait(growingPause(tries, PAUSE_LEAST_MS, PAUSE_MOST_MS), signal).catch(() => undefined);
  }
}

/** Whether opening the stream again may help. Besides refusals, only the caller's own code throws other errors. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof LivehouseError)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Whether this is a page of another origin. The service does not let those send `Last-Event-ID`. */
function isForeignPage(base: string): boolean {
  const location: unknown = Reflect.get(globalThis, 'location');
  if (base === '' || typeof location !== 'object' || location === null || !('origin' in location)) return false;
  return new URL(base).origin !== location.origin;
}

/** Notifications after `last`, oldest first, from the list. */
async function readMissed(
  connection: Connection,
  last: string,
  options: CallOptions,
): Promise<readonly Notification[]> {
  const missed: Notification[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < CATCH_UP_PAGES && cursor !== null; page++) {
    const answer: Answer<'notificationList'> = await callOperation(
      connection,
      'notificationList',
      { limit: 50, cursor },
      options,
    );
    const known = answer.notifications.findIndex(({ id }) => id === last);
    missed.push(...(known === -1 ? answer.notifications : answer.notifications.slice(0, known)));
    if (known !== -1) break;
    cursor = answer.nextCursor;
  }
  return missed.toReversed();
}
