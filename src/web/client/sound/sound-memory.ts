// The sound that plays while one leaves a page, so that the next page can go on with it. Kept for this tab alone.

/** A sound with its place in the site. */
export interface SoundMemory {
  readonly src: string;
  /** Path of the page of the song. */
  readonly page: string;
  /** Path and query at which it played. */
  readonly href: string;
  readonly title: string;
  readonly artist: string;
  readonly picture: string | null;
  /** Seconds. */
  readonly at: number;
  /** Words of the player, in the language of its page. */
  readonly words: { readonly region: string; readonly play: string; readonly pause: string; readonly close: string };
}

const STORED = 'livehouse.sound';

/** Whether a page before this one had a sound. Cheap: every page asks. */
export function hasSound(): boolean {
  try {
    return sessionStorage.getItem(STORED) !== null;
  } catch {
    return false;
  }
}

/** The sound of the page before; undefined when there is none. */
export function recallSound(): SoundMemory | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    return found ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a sound for the next page; undefined forgets it. */
export function keepSound(sound: SoundMemory | undefined): void {
  try {
    if (sound === undefined) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(sound));
  } catch {
    // Storage may be closed to us: the sound ends with its page.
  }
}
