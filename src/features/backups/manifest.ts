// Documents of a backup: its manifest, and the result of its last check. Both are sealed with their own digest; where rows are
// encrypted, the manifest is also authenticated with the key.
import { z } from 'zod';
import { canonicalText, type Json, sha256Hex } from '../../kernel/canonical-json.ts';
import { isSha256 } from '../../kernel/names.ts';
import { contentShape } from '../moving/folder.ts';
import { type OperatorError, operatorError } from '../release/common/operator-error.ts';
import { openSealed, sealDocument } from '../release/store/formats.ts';
import { checkPath, isBackupName, manifestPath } from './layout.ts';
import { keyMark, sealMac } from './sealing.ts';
import { type BackupTarget, writeStream } from './target.ts';

const FORMAT = 'livehouse-backup';
/** Incremented when an older Livehouse could not read the format. */
const VERSION = 1;

const digest = z.string().refine(isSha256);
/** Names of tables and columns are parts of paths and statements. */
const plainName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const table = contentShape.tables.element.extend({ name: plainName, columns: z.array(plainName) });

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  ...contentShape,
  tables: z.array(table),
  /** Name of its folder. */
  name: z.string().refine(isBackupName),
  /** How rows are encrypted; the mark tells whether another key is the same. */
  encryption: z.strictObject({ cipher: z.literal('aes-256-gcm'), keyMark: z.string() }).nullable(),
  /** Authenticates the rest; null without encryption. */
  mac: z.string().nullable(),
  digest,
});
export type BackupManifest = z.infer<typeof manifestSchema>;
export type BackupContent = Omit<BackupManifest, 'format' | 'version' | 'mac' | 'digest'>;

const checkSchema = z.strictObject({
  format: z.literal('livehouse-backup-check'),
  checkedAt: z.int().min(0),
  /** `damaged`: an object that it names is gone or altered in the target. */
  state: z.enum(['verified', 'damaged']),
  digest,
});
export type BackupCheck = Omit<z.infer<typeof checkSchema>, 'format' | 'digest'>;

const macOf = (key: Uint8Array, content: { readonly [name: string]: Json }): string =>
  sealMac(key, sha256Hex(canonicalText(content)));

/** Writes the manifest, which makes the folder a backup. */
export async function writeManifest(
  target: BackupTarget,
  content: BackupContent,
  key: Uint8Array | undefined,
): Promise<void> {
  const whole = { format: FORMAT, version: VERSION, ...content };
  const mac = key === undefined ? null : macOf(key, whole);
  await writeStream(target, manifestPath(content.name), [sealDocument({ ...whole, mac })]);
}

/** Writes the result of a check beside the manifest. */
export async function writeCheck(target: BackupTarget, name: string, check: BackupCheck): Promise<void> {
  await writeStream(target, checkPath(name), [sealDocument({ format: 'livehouse-backup-check', ...check })]);
}

/** The manifest of a folder; undefined when there is none, `damaged` when it is not what was written. */
export async function readManifest(
  target: BackupTarget,
  name: string,
): Promise<BackupManifest | 'damaged' | undefined> {
  const bytes = await target.read(manifestPath(name));
  if (bytes === undefined) return undefined;
  const manifest = openSealed(manifestSchema, bytes);
  return manifest?.name === name ? manifest : 'damaged';
}

/** The result of the last check; undefined when there is none or it is damaged. */
export async function readCheck(target: BackupTarget, name: string): Promise<BackupCheck | undefined> {
  const bytes = await target.read(checkPath(name));
  return bytes && openSealed(checkSchema, bytes);
}

/** The manifest of a backup to import, proven with the key. Refuses what is no backup, is damaged, or has another key. */
export async function requireManifest(
  target: BackupTarget,
  name: string,
  key: Uint8Array | undefined,
): Promise<BackupManifest> {
  const place = `${target.place}/${manifestPath(name)}`;
  const refuse = (code: string, message: string): OperatorError => operatorError(code, message, place);
  const bytes = await target.read(manifestPath(name));
  if (bytes === undefined) throw refuse('export_missing', 'There is no backup here: manifest.json is missing');
  const version = readVersion(bytes);
  if (version !== undefined && version > VERSION) {
    throw refuse('export_newer', `This backup was written by a newer Livehouse (format ${version})`);
  }
  const manifest = openSealed(manifestSchema, bytes);
  if (manifest === undefined) throw refuse('export_damaged', 'The manifest is damaged');
  if (manifest.name !== name) throw refuse('export_damaged', `This is the manifest of ${manifest.name}`);
  if (manifest.encryption === null) return manifest;
  if (key === undefined) throw refuse('backup_key_missing', 'The rows are encrypted: set BACKUP_KEY to the former key');
  if (keyMark(key) !== manifest.encryption.keyMark) {
    throw refuse('backup_key_wrong', 'The rows were encrypted with another BACKUP_KEY');
  }
  const { mac, digest: _, ...content } = manifest;
  if (macOf(key, content) !== mac) throw refuse('export_damaged', 'The manifest was not written with this key');
  return manifest;
}

const versionSchema = z.object({ format: z.literal(FORMAT), version: z.int() });

/** The version of a manifest of a backup; undefined for other documents. */
export function readVersion(bytes: Uint8Array): number | undefined {
  try {
    return versionSchema.parse(JSON.parse(Buffer.from(bytes).toString())).version;
  } catch {
    return undefined;
  }
}
