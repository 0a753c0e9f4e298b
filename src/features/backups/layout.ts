// Names of files in a target.
//
//   {time}/manifest.json           describes the backup; written last, so a folder without it is not a backup
//   {time}/tables/{table}.copy     rows in COPY format; `.copy.enc` if they are encrypted
//   {time}/jobs.copy               jobs that wait or run; likewise
//   {time}/objects.jsonl           every object by key, with size and SHA-256
//   {time}/check.json              the result of the last check
//   objects/{2 hex}/{64 hex}       bytes of objects of all backups, by SHA-256

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
export const OBJECTS_FOLDER = 'objects';

/** The name of a backup that begins at a time, to the second. */
export const backupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const isBackupName = (name: string): boolean => NAME.test(name);

/** When a backup began; milliseconds since the epoch. */
export function timeOfName(name: string): number {
  const [day = '', time = ''] = name.split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}

export const manifestPath = (name: string): string => `${name}/manifest.json`;
export const checkPath = (name: string): string => `${name}/check.json`;
export const objectListPath = (name: string): string => `${name}/objects.jsonl`;
/** The file of a table's rows, or of the jobs. */
export const rowsPath = (name: string, table: string | undefined, isEncrypted: boolean): string =>
  `${name}/${rowsFile(table)}${isEncrypted ? '.enc' : ''}`;
export const rowsFile = (table: string | undefined): string =>
  table === undefined ? 'jobs.copy' : `tables/${table}.copy`;
export const storedObjectPath = (sha256: string): string => `${OBJECTS_FOLDER}/${sha256.slice(0, 2)}/${sha256}`;

/** The digest in the path of an object; undefined for other files. */
export const digestOfPath = (path: string): string | undefined =>
  /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(path)?.[1];

/** Whether a path is one of ours. */
export function isBackupPath(path: string): boolean {
  const first = path.slice(0, path.indexOf('/'));
  return first === OBJECTS_FOLDER || isBackupName(first);
}
