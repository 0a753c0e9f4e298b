// The folder of an export: plain files, and a manifest with their digests. The manifest is written last; a folder without
// one is not an export.
//
//   manifest.json         version, schema, and the digests of the files below; sealed with its own digest
//   tables/{table}.copy   rows in COPY format (text, UTF-8)
//   jobs.copy             jobs that wait or run
//   objects.jsonl         every object by key, with size and SHA-256
//   objects/{key}         its bytes
//   auth-secret           the secret that signs sessions, if it was stored in the data directory
//   unfinished.sqlite     exists only while the export is being written
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isSha256 } from '../../kernel/names.ts';
import { type FileSink, openFileSink } from '../../platform/files/copy.ts';
import { isAbsence, syncFile, syncFolder, writeAtomically } from '../../platform/files/durable.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { openSealed, sealDocument } from '../release/store/formats.ts';

const FORMAT = 'livehouse-export';
/** Incremented when an older Livehouse could not read the format. */
const VERSION = 1;
/** Maximum number of missing or damaged objects that are listed. */
export const PROBLEMS_MAX = 1000;

const manifestPath = (folder: string): string => join(folder, 'manifest.json');
export const tablePath = (folder: string, table: string): string => join(folder, 'tables', `${table}.copy`);
export const jobsPath = (folder: string): string => join(folder, 'jobs.copy');
export const objectListPath = (folder: string): string => join(folder, 'objects.jsonl');
export const objectPath = (folder: string, key: string): string => join(folder, 'objects', key);
export const secretPath = (folder: string): string => join(folder, 'auth-secret');
export const ledgerPath = (folder: string): string => join(folder, 'unfinished.sqlite');
/** Temporary copies of remote objects. */
export const fetchedPath = (folder: string): string => join(folder, 'unfinished.cache');
export const lockPath = (folder: string): string => join(folder, 'unfinished.lock');

/** Opens the file of the rows of a table, or that of the jobs. */
export function openRowFile(folder: string, table: string | undefined): Promise<FileSink> {
  mkdirSync(dirname(tablePath(folder, 'any')), { recursive: true, mode: 0o700 });
  return openFileSink(table === undefined ? jobsPath(folder) : tablePath(folder, table));
}

const sha256 = z.string().refine(isSha256);
const count = z.int().min(0);
const copied = z.strictObject({ rows: count, bytes: count, sha256 });

/** What exports and backups say of their content. */
export const contentShape = {
  exportId: z.uuid(),
  /** Version of Livehouse that wrote it. */
  livehouse: z.string(),
  /** When the rows were read; milliseconds since the epoch. */
  madeAt: count,
  /** Migrations that the database had, in order. */
  migrations: z.array(z.string()),
  /**
   * `file`: included in the folder; `configured`: from AUTH_SECRET; `none`: not found. The mark tells whether another
   * secret is the same.
   */
  secret: z.strictObject({ kept: z.enum(['file', 'configured', 'none']), mark: z.string() }),
  /** Ordered so that no row references a later table. */
  tables: z.array(copied.extend({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.strictObject({ table: z.string(), column: z.string(), value: z.string(), called: z.boolean() })),
  jobs: copied,
  objects: z.strictObject({ count, bytes: count, list: copied }),
  /** Objects that were missing or damaged in the source. */
  problems: z.array(z.strictObject({ key: z.string(), reason: z.enum(['missing', 'damaged']) })),
};

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  ...contentShape,
  digest: sha256,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Writes the manifest durably, which completes the export. */
export async function writeManifest(
  folder: string,
  content: Omit<Manifest, 'format' | 'version' | 'digest'>,
): Promise<Manifest> {
  const bytes = sealDocument({ format: FORMAT, version: VERSION, ...content });
  writeAtomically(manifestPath(folder), bytes);
  await syncFile(manifestPath(folder));
  await syncFolder(folder);
  const written = openSealed(manifestSchema, bytes);
  if (written === undefined) throw new Error('the manifest does not read as it was written');
  return written;
}

export const isFinished = (folder: string): boolean => existsSync(manifestPath(folder));

/**
 * The manifest of a complete export. Refuses with a message when there is none, or it is unfinished, altered or too
 * new.
 */
export function requireManifest(folder: string): Manifest {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(manifestPath(folder));
  } catch (error) {
    if (!isAbsence(error)) throw error;
    if (existsSync(ledgerPath(folder))) {
      throw operatorError(
        'export_unfinished',
        'This export is not finished: run "livehouse export" on it again',
        folder,
      );
    }
    throw operatorError('export_missing', 'There is no export here: manifest.json is missing', folder);
  }
  const version = readVersion(bytes);
  if (version !== undefined && version > VERSION) {
    const message = `This export was written by a newer Livehouse (format ${version}; this one reads ${VERSION})`;
    throw operatorError('export_newer', message, folder);
  }
  const manifest = openSealed(manifestSchema, bytes);
  if (manifest === undefined) throw operatorError('export_damaged', 'The manifest is damaged', manifestPath(folder));
  return manifest;
}

const versionSchema = z.object({ format: z.literal(FORMAT), version: z.int() });

function readVersion(bytes: Uint8Array): number | undefined {
  try {
    return versionSchema.parse(JSON.parse(Buffer.from(bytes).toString())).version;
  } catch {
    return undefined;
  }
}
