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
const tabNameOf = (comments: string | undefined): string => (comments === undefined ? TAB : `${TAB}.${comments}`);

/**
 * Id of the draft that this tab had open before a reload or a sign-in.
 * @param comments of a comment: the post
 */
export function readTabDraft(comments: string | undefined): string | undefined {
  try {
    return sessionStorage.getItem(tabNameOf(comments)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the draft of this tab. */
export function keepTabDraft(id: string | undefined, comments: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(tabNameOf(comments));
    else sessionStorage.setItem(tabNameOf(comments), id);
  } catch {
    // Without it the newest draft is opened.
  }
}

const ID_BYTES = 16;

/** NOTE: `randomUUID` exists in secure contexts only. */
const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Between the name of a draft on the server and what tells the drafts of one name on this device apart. */
const COPY = '.';

/**
 * The id of a new draft on this device. The server has one draft of a name; two tabs that write under one name have a draft each
 * here, so that neither overwrites the other.
 * @param name on the server; undefined: the id is the name, too
 */
export const freshDraftId = (name: string | undefined): string =>
  name === undefined ? asUuid(randomHex()) : `${name}${COPY}${randomHex()}`;

/** The name under which the server has a draft. */
export const serverNameOf = (id: string): string => id.split(COPY)[0] ?? id;

const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Names of the drafts that earlier versions kept on this device alone. */
const EARLIER_ID = /^[0-9a-f]{24}$/;

/** The id that a draft has by now. */
export const lastingDraftId = (id: string, postId: string | undefined): string =>
  EARLIER_ID.test(id) ? (postId === undefined ? asUuid(`${id}00000000`) : `edit-${postId}${COPY}${id}`) : id;
