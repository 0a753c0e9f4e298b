// What `livehouse import` names: an export in a folder, a backup in a folder, or a backup in a bucket.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { BackupLocation } from '../../platform/config/backups.ts';
import type { Config } from '../../platform/config/config.ts';
import { readObjectsUrl, type S3Location } from '../../platform/config/objects.ts';
import { maskUserInfo } from '../../platform/config/values.ts';
import { openFileSink } from '../../platform/files/copy.ts';
import { temporaryPath } from '../../platform/files/durable.ts';
import { fileDamaged, fileMissing, type ImportSource, openExportFolder } from '../moving/source.ts';
import { operatorError } from '../release/common/operator-error.ts';
import { objectListPath, rowsPath, storedObjectPath } from './layout.ts';
import { readVersion, requireManifest } from './manifest.ts';
import { openTarget } from './open-target.ts';
import { explain } from './perform.ts';
import { readRows } from './read-back.ts';
import { SealBroken } from './sealing.ts';
import { type BackupTarget, FileMissing, listStored } from './target.ts';
import { TargetIndex } from './target-index.ts';

const WITHOUT_SECRET =
  'The secret that signs sessions is not in a backup. Without it everybody has to sign in again, authenticator apps and ' +
  'backup codes no longer work, webhooks need new secrets, and the ids that accounts have for programs change. To keep all that, ' +
  'begin with an empty target again and set AUTH_SECRET to its former value, or put the former file "auth-secret" into ' +
  'LIVEHOUSE_DATA first';

type ImportConfig = Pick<Config, 'backups' | 'dataDirectory'>;

/** Opens an export or a backup. Refuses what is neither, what is damaged, and a wrong key. */
export async function openImportSource(place: string, config: ImportConfig): Promise<ImportSource> {
  if (/^s3:/i.test(place)) {
    const { location, name } = locate(place, config);
    return openBackup(openTarget(location), name, config);
  }
  const folder = resolve(place);
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest) || readVersion(readFileSync(manifest)) === undefined) return openExportFolder(folder);
  return openBackup(openTarget({ kind: 'folder', folder: dirname(folder) }), basename(folder), config);
}

/** The bucket and the name of the backup in an address. Endpoint and region may be left out where BACKUP_TO has them. */
function locate(
  place: string,
  { backups }: ImportConfig,
): { readonly location: BackupLocation; readonly name: string } {
  let found: S3Location | undefined;
  try {
    found = readObjectsUrl(place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'is malformed';
    throw operatorError('export_missing', `The address of the backup ${reason}`, maskUserInfo(place));
  }
  const own = backups.to?.kind === 's3' ? backups.to.s3 : undefined;
  const accessKey = backups.accessKey ?? own;
  if (found === undefined || accessKey === undefined) {
    throw operatorError(
      'backup_access_missing',
      'Set BACKUP_ACCESS_KEY_ID and BACKUP_ACCESS_KEY_SECRET to a key that may read the backup',
    );
  }
  const server = own !== undefined && own.bucket === found.bucket && !place.includes('?') ? own : found;
  const name = found.prefix.slice(found.prefix.lastIndexOf('/') + 1);
  const prefix = found.prefix.slice(0, Math.max(0, found.prefix.length - name.length - 1));
  const { endpoint, region, style } = server;
  const { accessKeyId, secretAccessKey } = accessKey;
  const s3 = { bucket: found.bucket, prefix, endpoint, region, style, accessKeyId, secretAccessKey };
  return { location: { kind: 's3', s3 }, name };
}

async function openBackup(
  target: BackupTarget,
  name: string,
  { backups: { key }, dataDirectory }: ImportConfig,
): Promise<ImportSource> {
  const workFolder = join(dataDirectory, 'imports');
  let index: TargetIndex | undefined;
  const close = async (): Promise<void> => {
    index?.[Symbol.dispose]();
    target.close();
  };
  try {
    const manifest = await requireManifest(target, name, key);
    const isLocal = target.localPath(name) !== undefined;
    if (!isLocal) {
      mkdirSync(workFolder, { recursive: true, mode: 0o700 });
      index = new TargetIndex(`${temporaryPath(workFolder)}.sqlite`);
      await index.addStored(listStored(target));
    }
    const rowsKey = manifest.encryption === null ? undefined : key;
    const nameOf = (path: string): string => `${target.place}/${path}`;
    const rowsName = (table: string | undefined): string => nameOf(rowsPath(name, table, rowsKey !== undefined));
    return {
      kind: 'backup',
      manifest,
      nameOf: rowsName,
      rows: (table) => translate(readRows(target, name, table, rowsKey), rowsName(table)),
      list: {
        name: nameOf(objectListPath(name)),
        read: () => translate(target.stream(objectListPath(name)), nameOf(objectListPath(name))),
      },
      look: ({ sha256 }) => {
        const path = storedObjectPath(sha256);
        const local = target.localPath(path);
        const bytes =
          local === undefined ? index?.find(sha256)?.bytes : statSync(local, { throwIfNoEntry: false })?.size;
        return { name: nameOf(path), bytes };
      },
      withFiles: async (objects, work) => {
        const local = objects.flatMap(({ sha256 }) => target.localPath(storedObjectPath(sha256)) ?? []);
        if (isLocal) return work(local, false);
        const folder = temporaryPath(workFolder);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        try {
          const paths: string[] = [];
          for (const [position, { sha256 }] of objects.entries()) {
            const path = join(folder, String(position));
            await download(target, storedObjectPath(sha256), path);
            paths.push(path);
          }
          await work(paths, true);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
      readSecret: () => undefined,
      withoutSecret: WITHOUT_SECRET,
      close,
    };
  } catch (error) {
    await close();
    throw explain(error);
  }
}

async function download(target: BackupTarget, from: string, to: string): Promise<void> {
  const sink = await openFileSink(to);
  try {
    for await (const piece of translate(target.stream(from), `${target.place}/${from}`)) await sink.write(piece);
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** The pieces, with the errors that an import reports. */
async function* translate(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof FileMissing) throw fileMissing(name);
    if (error instanceof SealBroken) throw fileDamaged(name);
    throw explain(error);
  }
}
