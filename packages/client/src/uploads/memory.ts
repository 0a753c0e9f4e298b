// Records of unfinished uploads, so that they survive the page: the attachment of a file, the key that announced it, and
// the checksum of each part that was sent. A part that the service holds counts only if the file still has that checksum.

const PREFIX = 'livehouse.upload.';
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What is needed of a storage; `localStorage` has it. */
export interface UploadStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface UploadRecord {
  readonly fingerprint: string;
  /** `Idempotency-Key` of the announcement. */
  readonly key: string;
  /** Undefined until the announcement was answered. */
  readonly id?: string;
  readonly fileName: string;
  readonly size: number;
  /** Part → checksum. */
  readonly sums: Readonly<Record<string, number>>;
}

/** The records of one account. */
export interface UploadMemory {
  find(fingerprint: string): UploadRecord | undefined;
  keep(record: UploadRecord): void;
  forget(fingerprint: string): void;
  /** Records with an attachment, oldest first. Removes those that are too old or unreadable. */
  list(): readonly (UploadRecord & { readonly id: string })[];
}

/** A storage that lasts as long as the program. */
export function volatileStorage(): UploadStorage {
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

interface KeptRecord extends UploadRecord {
  readonly at: number;
}

function isRecord(value: unknown): value is KeptRecord {
  if (typeof value !== 'object' || value === null) return false;
  if (!('fingerprint' in value && 'key' in value && 'fileName' in value && 'size' in value)) return false;
  if (!('at' in value && 'sums' in value)) return false;
  const { fingerprint, key, fileName, size, at, sums } = value;
  const areTexts = [fingerprint, key, fileName].every((text) => typeof text === 'string');
  return areTexts && typeof size === 'number' && typeof at === 'number' && typeof sums === 'object' && sums !== null;
}

/** The records of `account` in `storage`. */
export function openUploadMemory(storage: UploadStorage, account: string): UploadMemory {
  const prefix = `${PREFIX}${account}.`;
  const read = (name: string): KeptRecord | undefined => {
    try {
      const value: unknown = JSON.parse(storage.getItem(name) ?? 'null');
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    find: (fingerprint) => read(prefix + fingerprint),
    keep(record) {
      try {
        storage.setItem(prefix + record.fingerprint, JSON.stringify({ ...record, at: Date.now() }));
      } catch {
        // The storage is full: the upload continues, but cannot be resumed after a reload.
      }
    },
    forget: (fingerprint) => storage.removeItem(prefix + fingerprint),
    list() {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      const found: (KeptRecord & { readonly id: string })[] = [];
      for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
        const record = read(name);
        if (record === undefined || record.at < Date.now() - KEPT_MS) storage.removeItem(name);
        // Without an id the announcement was not answered.
        else if (record.id !== undefined) found.push({ ...record, id: record.id });
      }
      return found.sort((first, second) => first.at - second.at);
    },
  };
}
