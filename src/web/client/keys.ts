// Keys of a page: single letters that act while no field has the focus. A person can switch them off.

const STORED = 'livehouse.keys';

/** Whether single keys act on this device. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single keys on or off on this device. */
export function switchKeys(on: boolean): void {
  try {
    localStorage.setItem(STORED, on ? 'on' : 'off');
  } catch {
    // Storage may be closed to us; the keys stay as they are.
  }
}

/** Binds keys by their `KeyboardEvent.key` in lower case; returns what unbinds them. */
export function bindKeys(acts: Readonly<Record<string, (event: KeyboardEvent) => void>>): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    const act = acts[event.key.toLowerCase()];
    if (act === undefined || !areKeysOn() || isPressing(event)) return;
    event.preventDefault();
    act(event);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select, dialog *'));

/** Space and Enter press what has the focus. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  (key === ' ' || key === 'Enter') &&
  target instanceof Element &&
  target.matches('a, button, input, summary, video, audio');
