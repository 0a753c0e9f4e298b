// What an import reads: an export in a folder, or a backup. Both have a manifest, files of rows, a list of objects and the
// objects; where and how they are stored is the source's business.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readPieces } from '../../platform/files/copy.ts';
import { isAbsence } from '../../platform/files/durable.ts';
import { type OperatorError, operatorError } from '../release/common/operator-error.ts';
import {
  jobsPath,
  type Manifest,
  objectListPath,
  objectPath,
  requireManifest,
  secretPath,
  tablePath,
} from './folder.ts';

/** The facts that an import needs of an export or a backup. */
export type ImportManifest = Omit<Manifest, 'format' | 'version' | 'digest'>;

export interface ImportedObject {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ImportSource {
  readonly kind: 'export' | 'backup';
  readonly manifest: ImportManifest;
  /** The file of a table's rows, or of the jobs, for messages. */
  nameOf(table: string | undefined): string;
  /** Rows of a table, or the jobs, in COPY text format. Throws OperatorError `file_missing` or `file_damaged`. */
  rows(table: string | undefined): AsyncIterable<Uint8Array>;
  /** The list of objects, and its name for messages. */
  readonly list: { readonly name: string; read(): AsyncIterable<Uint8Array> };
  /** Bytes that the source has of an object, and its name there; undefined bytes: it is missing. */
  look(object: ImportedObject): { readonly name: string; readonly bytes: number | undefined };
  /**
   * Local files with the bytes of these objects, in their order, for as long as `work` runs. Their digests were not checked.
   * `isTaken`: they are temporary, so the store may take the files themselves.
   */
  withFiles(
    objects: readonly ImportedObject[],
    work: (paths: readonly string[], isTaken: boolean) => Promise<void>,
  ): Promise<void>;
  /** The secret that signs sessions, if it is included. */
  readSecret(): { readonly text: string; readonly name: string } | undefined;
  /** What to say when the secret is neither included nor the configured one. */
  readonly withoutSecret: string;
  close(): Promise<void>;
}

/** Opens an export in a folder. Refuses one that is missing, unfinished or damaged. */
export function openExportFolder(folder: string): ImportSource {
  const manifest = requireManifest(folder);
  const rowsPath = (table: string | undefined): string =>
    table === undefined ? jobsPath(folder) : tablePath(folder, table);
  return {
    kind: 'export',
    manifest,
    nameOf: rowsPath,
    rows: (table) => readFile(rowsPath(table)),
    list: { name: objectListPath(folder), read: () => readFile(objectListPath(folder)) },
    look: ({ key }) => {
      const name = objectPath(folder, key);
      return { name, bytes: statSync(name, { throwIfNoEntry: false })?.size };
    },
    withFiles: (objects, work) =>
      work(
        objects.map(({ key }) => objectPath(folder, key)),
        false,
      ),
    readSecret: () =>
      manifest.secret.kept === 'file'
        ? { text: readFileSync(secretPath(folder), 'utf8').trim(), name: secretPath(folder) }
        : undefined,
    withoutSecret:
      'The export contains no secret. Set AUTH_SECRET to its former value, or everybody has to sign in again',
    close: async () => undefined,
  };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* readPieces(path);
  } catch (error) {
    if (isAbsence(error)) throw fileMissing(path);
    throw error;
  }
}

export const fileMissing = (name: string): OperatorError =>
  operatorError('file_missing', 'This file of the export is missing', name);

export const fileDamaged = (name: string): OperatorError =>
  operatorError('file_damaged', 'This file of the export is not what was written', name);

/** SHA-256 of a file, in constant memory. */
export async function digestFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes: Buffer = piece;
    hasher.update(bytes);
  }
  return hasher.digest('hex');
}
