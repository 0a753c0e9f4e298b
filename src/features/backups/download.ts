// A backup as files to download: its own folder, and the objects that it needs, in the layout of a target.
import type { ExportFile } from '../../kernel/export-file.ts';
import { checkPath, manifestPath, objectListPath, rowsPath, storedObjectPath } from './layout.ts';
import { type BackupManifest, readCheck } from './manifest.ts';
import { readNeeded } from './read-back.ts';
import type { BackupTarget } from './target.ts';

/** The files of a backup, each of them read when the one before was sent. */
export async function* listFiles(target: BackupTarget, manifest: BackupManifest): AsyncGenerator<ExportFile> {
  const { name, tables, encryption } = manifest;
  const isEncrypted = encryption !== null;
  const own = [
    ...tables.map((table) => rowsPath(name, table.name, isEncrypted)),
    rowsPath(name, undefined, isEncrypted),
    objectListPath(name),
  ];
  for (const path of own) yield { name: path, content: target.stream(path) };
  // The list is sorted by key, so an object that several keys name may come again. A zip has it once.
  const seen = new Set<string>();
  for await (const sha256 of readNeeded(target, manifest)) {
    const mark = sha256.slice(0, 32);
    if (seen.has(mark)) continue;
    seen.add(mark);
    yield { name: storedObjectPath(sha256), content: target.stream(storedObjectPath(sha256)) };
  }
  if ((await readCheck(target, name)) !== undefined)
    yield { name: checkPath(name), content: target.stream(checkPath(name)) };
  // Last here too: an archive that was cut off is no backup.
  yield { name: manifestPath(name), content: target.stream(manifestPath(name)) };
}
