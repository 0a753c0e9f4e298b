// What the upload page keeps of unfinished uploads, so that they outlive the page: which attachment a file goes to, the key
// that announced it, and the sum of each part that was sent. A file that is chosen again is known by its name, its size and
// the sums of its two ends; parts that the service holds count only when the sum of the file's bytes there is still the same.

const PREFIX = 'livehouse.upload.';
const END_BYTES = 65_536;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const RANDOM_BYTES = 16;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of bytes. NOTE: the digests of the browser are there on secure origins only; a house at home may have none. */
export function sumOf(buffer) {
  let sum = 0xffffffff;
  for (const byte of new Uint8Array(buffer)) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}

const hex = (number) => number.toString(16).padStart(8, '0');

/** Name by which a file is known again. */
export async function fingerprintOf(file) {
  const ends = [file.slice(0, END_BYTES), file.slice(Math.max(0, file.size - END_BYTES))];
  const sums = await Promise.all(ends.map(async (end) => hex(sumOf(await end.arrayBuffer()))));
  return [file.size, ...sums, file.name].join('-');
}

/** A key that announces one upload. */
export const freshKey = () =>
  `web-${Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Storage of the browser, or of this page alone where the browser gives none. */
function openStorage() {
  try {
    localStorage.setItem(`${PREFIX}trial`, '');
    localStorage.removeItem(`${PREFIX}trial`);
    return localStorage;
  } catch {
    const kept = new Map();
    return {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
  }
}

/** The memory of one account, `uid`. Records: `fingerprint`, `key`, `id`, `fileName`, `size`, `sums` (part → sum), `at`. */
export function openMemory(uid) {
  const storage = openStorage();
  const prefix = `${PREFIX}${uid}.`;
  const read = (name) => {
    try {
      return JSON.parse(storage.getItem(name) ?? 'null') ?? undefined;
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
        // Full: the upload goes on, and is not known again after a reload.
      }
    },
    forget: (fingerprint) => storage.removeItem(prefix + fingerprint),
    /** All records, oldest first; what is too old, or cannot be read, goes away. */
    list() {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      return names
        .filter((name) => name?.startsWith(prefix))
        .flatMap((name) => {
          const record = read(name);
          if (typeof record?.key !== 'string' || record.at < Date.now() - KEPT_MS) {
            storage.removeItem(name);
            return [];
          }
          // Without an id it was not announced yet, as far as we heard.
          return typeof record.id === 'string' ? [record] : [];
        })
        .sort((a, b) => a.at - b.at);
    },
  };
}
