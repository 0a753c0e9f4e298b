// What the composer keeps on this device: the storage of the browser, or of this page alone where the browser refuses one.

export interface DeviceStorage {
  readonly storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;
  /** Whether it outlives the page. */
  readonly isLasting: boolean;
}

const TRIAL = 'livehouse.trial';

export function openDeviceStorage(): DeviceStorage {
  try {
    localStorage.setItem(TRIAL, '');
    localStorage.removeItem(TRIAL);
    return { storage: localStorage, isLasting: true };
  } catch {
    return { storage: volatileStorage(), isLasting: false };
  }
}

/** A storage that lasts as long as the page. The one of the uploads would bring all of them into this file. */
function volatileStorage(): DeviceStorage['storage'] {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const TAB = 'livehouse.compose.draft';

/** Id of the draft that this tab had open before a reload or a sign-in. */
export function readTabDraft(): string | undefined {
  try {
    return sessionStorage.getItem(TAB) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the draft of this tab. */
export function keepTabDraft(id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(TAB);
    else sessionStorage.setItem(TAB, id);
  } catch {
    // Without it the newest draft is opened.
  }
}

const ID_BYTES = 12;

/** NOTE: `randomUUID` exists in secure contexts only. */
export const freshDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
