// What somebody is typing, kept in this tab until the service has it: it survives a reload, and signing in again.

const PREFIX = 'livehouse.typing.';

/** The text that was kept under a name; empty when there is none. */
export function readSavedText(name: string): string {
  try {
    return sessionStorage.getItem(`${PREFIX}${name}`) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text; an empty one is forgotten. */
export function saveText(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(`${PREFIX}${name}`);
    else sessionStorage.setItem(`${PREFIX}${name}`, text);
  } catch {
    // Storage may be closed or full; the field still has the text.
  }
}
