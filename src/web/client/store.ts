// What several islands of a page share: a signal per thing, and one call in flight per thing. Declared once per kind of
// thing, at the top of a module.
import { type Signal, signal } from '@preact/signals';

/**
 * Signals of one kind by key: the first island that asks sets the value, later ones get the same signal. The server shares
 * nothing, since there the next island of that key is on the page of another reader.
 */
export function createShared<T>(): (key: string, initial: T) => Signal<T> {
  const signals = new Map<string, Signal<T>>();
  return (key, initial) => {
    if (typeof document === 'undefined') return signal(initial);
    const known = signals.get(key);
    if (known !== undefined) return known;
    const made = signal(initial);
    signals.set(key, made);
    return made;
  };
}

/**
 * Sends wishes, one call at a time per key. Wishes that come during a call replace each other, and the last one is sent
 * after it.
 */
export function createSender<T>(
  send: (key: string, wish: T) => Promise<void>,
): (key: string, wish: T) => Promise<void> {
  const waiting = new Map<string, T | undefined>();
  return async (key, wish) => {
    if (waiting.has(key)) {
      waiting.set(key, wish);
      return;
    }
    try {
      for (let next: T | undefined = wish; next !== undefined; next = waiting.get(key)) {
        waiting.set(key, undefined);
        await send(key, next);
      }
    } finally {
      waiting.delete(key);
    }
  };
}
