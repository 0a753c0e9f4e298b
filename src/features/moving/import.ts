// Imports an export or a backup into an empty Livehouse. The steps can be repeated after a crash:
//   1. verify the manifest, the list of objects and the rows, before the target is touched
//   2. check that the target is unused and empty, and bring its schema to that of the rows; write a marker that later starts
//      detect
//   3. store the secret that signs sessions
//   4. store the objects and verify each one
//   5. insert the rows, in one transaction, and apply the migrations that the rows lack
//   6. store the pointers, after which releases are served, and remove the marker
// A killed run is resumed by running it again. While the marker exists the service does not start.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SQL, TransactionSQL } from 'bun';
import { IMPORT_MARKER_KEY } from '../../kernel/object-key.ts';
import { findAuthSecret, keepAuthSecret } from '../../platform/config/auth-secret.ts';
import type { Config } from '../../platform/config/config.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openJobCarrier } from '../../platform/jobs/carry.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { markOf } from './export.ts';
import { holdFile } from './folder-lock.ts';
import { Ledger } from './ledger.ts';
import { readObjectList, storeObjects, storePointers } from './objects-in.ts';
import { importRows, requireRowFiles, requireSameTables } from './rows-in.ts';
import { fileDamaged, type ImportManifest, type ImportSource } from './source.ts';
import { isBegun, requireKnownSchema, requireTarget, writeImportMarker } from './target.ts';

type ImportStep = 'prove' | 'copy' | 'rows' | 'finish';

export interface ImportOptions {
  readonly source: ImportSource;
  readonly objects: Objects;
  /** Opens connections to the target, after the export has been verified. */
  readonly openSql: () => Promise<SQL>;
  readonly config: Pick<Config, 'authSecret' | 'dataDirectory'>;
  /** Lets the owners of tables adjust imported rows. May run again after it has succeeded. */
  readonly settle: (tx: TransactionSQL) => Promise<void>;
  readonly log: Log;
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void;
  readonly onWarning?: (message: string) => void;
}

export interface ImportResult {
  readonly manifest: ImportManifest;
  /** Number of objects that an earlier run had already stored. */
  readonly kept: number;
}

/** Imports an export. Refuses an incomplete export and a target that is not empty. */
export async function importLivehouse(options: ImportOptions): Promise<ImportResult> {
  const { source, objects, openSql, config, log, onProgress = () => {}, onWarning = () => {} } = options;
  onProgress('prove', 0, 0);
  const { manifest } = source;
  requireKnownSchema(manifest);
  await requireRowFiles(source);
  const workFolder = join(config.dataDirectory, 'imports');
  const ledgerFile = join(workFolder, `${manifest.exportId}.sqlite`);
  using _hold = holdFile(join(workFolder, 'lock'), 'Another import is running here');
  // Without the marker the store was emptied or the import never began, so the record of an earlier run is invalid.
  if (!(await isBegun(objects, manifest))) Ledger.discard(ledgerFile);
  using ledger = new Ledger(ledgerFile);
  await readObjectList(source, ledger);

  const sql = await openSql();
  const isFilled = await requireTarget(sql, objects, manifest, log);
  if (!isFilled) await requireSameTables(sql, manifest);
  await writeImportMarker(objects, manifest.exportId);
  carrySecret(source, config, onWarning);
  const kept = await storeObjects(objects, source, ledger, (done, total) => onProgress('copy', done, total));
  const jobs = await openJobCarrier(sql);
  try {
    const onBytes = (done: number, total: number): void => onProgress('rows', done, total);
    await importRows(sql, { source, jobs, onBytes });
  } finally {
    await jobs.close();
  }
  onProgress('finish', 0, 0);
  await migrate(sql, log);
  await sql.begin(options.settle);
  await storePointers(objects, source, ledger);
  await objects.remove(IMPORT_MARKER_KEY);
  await objects.flush();
  ledger.remove();
  rmSync(workFolder, { recursive: true, force: true });
  return { manifest, kept };
}

/** Sessions, tokens in mails and public avatar ids depend on the secret. */
function carrySecret(
  source: ImportSource,
  config: ImportOptions['config'],
  onWarning: (message: string) => void,
): void {
  const { mark } = source.manifest.secret;
  const own = findAuthSecret(config);
  if (own?.kept === 'configured') {
    if (markOf(own.text) !== mark) {
      onWarning('AUTH_SECRET is not the one that the export was made with: everybody will have to sign in again');
    }
    return;
  }
  const secret = source.readSecret();
  if (secret !== undefined) {
    if (markOf(secret.text) !== mark) throw fileDamaged(secret.name);
    keepAuthSecret(config.dataDirectory, secret.text);
    return;
  }
  if (own === undefined || markOf(own.text) !== mark) onWarning(source.withoutSecret);
}
