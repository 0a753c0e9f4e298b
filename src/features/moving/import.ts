// Imports an export into an empty Livehouse. The steps can be repeated after a crash:
//   1. verify the manifest, the list of objects and the rows, before the target is touched
//   2. check that the target is unused, empty and of the same schema; write a marker that later starts detect
//   3. store the secret that signs sessions
//   4. store the objects and verify each one
//   5. insert the rows, in one transaction
//   6. store the pointers, after which releases are served, and remove the marker
// A killed run is resumed by running it again. While the marker exists the service does not start.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL, TransactionSQL } from 'bun';
import { IMPORT_MARKER_KEY } from '../../kernel/object-key.ts';
import { findAuthSecret, keepAuthSecret } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import { openJobCarrier } from '../../platform/jobs/carry.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { markOf } from './export.ts';
import { type Manifest, requireManifest, secretPath } from './folder.ts';
import { holdFile } from './folder-lock.ts';
import { Ledger } from './ledger.ts';
import { readObjectList, storeObjects, storePointers } from './objects-in.ts';
import { importRows, requireRowFiles } from './rows-in.ts';
import { isBegun, requireOwnSchema, requireTarget, writeImportMarker } from './target.ts';

type ImportStep = 'prove' | 'copy' | 'rows' | 'finish';

export interface ImportOptions {
  readonly folder: string;
  readonly objects: Objects;
  /** Opens connections to the target, after the export has been verified. */
  readonly openSql: () => Promise<SQL>;
  readonly config: Pick<Config, 'authSecret' | 'dataDirectory'>;
  readonly settle: (tx: TransactionSQL) => Promise<void>;
  readonly log: Log;
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void;
  readonly onWarning?: (message: string) => void;
}

export interface ImportResult {
  readonly manifest: Manifest;
  /** Number of objects that an earlier run had already stored. */
  readonly kept: number;
}

/** Imports an export. Refuses an incomplete export and a target that is not empty. */
export async function importLivehouse(options: ImportOptions): Promise<ImportResult> {
  const { folder, objects, openSql, config, log, onProgress = () => {}, onWarning = () => {} } = options;
  onProgress('prove', 0, 0);
  const manifest = requireManifest(folder);
  requireOwnSchema(manifest);
  await requireRowFiles(folder, manifest);
  const workFolder = join(config.dataDirectory, 'imports');
  const ledgerFile = join(workFolder, `${manifest.exportId}.sqlite`);
  using _hold = holdFile(join(workFolder, 'lock'), 'Another import is running here');
  // Without the marker the store was emptied or the import never began, so the record of an earlier run is invalid.
  if (!(await isBegun(objects, manifest))) Ledger.discard(ledgerFile);
  using ledger = new Ledger(ledgerFile);
  await readObjectList(folder, manifest, ledger);

  const sql = await openSql();
  await requireTarget(sql, objects, manifest, log);
  await writeImportMarker(objects, manifest.exportId);
  carrySecret(folder, manifest, config, onWarning);
  const kept = await storeObjects(objects, folder, ledger, (done, total) => onProgress('copy', done, total));
  const jobs = await openJobCarrier(sql);
  try {
    const onBytes = (done: number, total: number): void => onProgress('rows', done, total);
    await importRows(sql, { folder, manifest, jobs, settle: options.settle, onBytes });
  } finally {
    await jobs.close();
  }
  onProgress('finish', 0, 0);
  await storePointers(objects, folder, ledger);
  await objects.remove(IMPORT_MARKER_KEY);
  await objects.flush();
  ledger.remove();
  rmSync(workFolder, { recursive: true, force: true });
  return { manifest, kept };
}

/** Sessions, tokens in mails and public avatar ids depend on the secret. */
function carrySecret(
  folder: string,
  { secret }: Manifest,
  config: ImportOptions['config'],
  onWarning: (message: string) => void,
): void {
  const own = findAuthSecret(config);
  if (own?.kept === 'configured') {
    if (markOf(own.text) !== secret.mark) {
      onWarning('AUTH_SECRET is not the one that the export was made with: everybody will have to sign in again');
    }
    return;
  }
  if (secret.kept === 'file') {
    const text = readFileSync(secretPath(folder), 'utf8').trim();
    if (markOf(text) !== secret.mark) {
      throw operatorError('file_damaged', 'This file of the export is not what was written', secretPath(folder));
    }
    keepAuthSecret(config.dataDirectory, text);
    return;
  }
  if (own !== undefined && markOf(own.text) === secret.mark) return;
  onWarning('The export contains no secret. Set AUTH_SECRET to its former value, or everybody has to sign in again');
}
