// Derives the game-client manifest and its index from the operator's game-client tree. The client's files are release
// entries under their own paths; here they are counted, assigned roles and checked for consistency.
import { canonicalBytes } from '../../kernel/canonical-json.ts';
import { JSON_TYPE } from '../../kernel/media-type.ts';
import { GAME_CLIENT_FILE_NAME_MAX, isMasterFileName } from '../../kernel/names.ts';
import { PARTITION_ALGORITHM, SHARD_COUNT, SHARD_NAMES, shardOf } from '../../kernel/partition.ts';
import type { Finding } from '../release/common/finding.ts';
import type { Derivation, DerivationContext, SnapshotFile } from '../release/publish/derivation.ts';
import { capFindings } from '../release/snapshot/capped-findings.ts';
import { DESCRIPTOR_FILE, type GameClientDeclaration } from '../release/snapshot/descriptor.ts';
import { parseDocument } from '../release/store/formats.ts';
import {
  type ClientFileRole,
  clientFileKey,
  GAME_CLIENT_INDEX_PREFIX,
  GAME_CLIENT_INDEX_SCHEMA,
  GAME_CLIENT_MANIFEST_PATH,
  GAME_CLIENT_SCHEMA,
  type GameClientIndex,
  type GameClientManifest,
  gameClientIndexPath,
  gameClientManifestSchema,
  VERSION_FILE,
} from './formats.ts';

/** A version or hash is one line of text; a longer file is wrong. */
const LINE_BYTES_MAX = 256;
const CATALOG_HASH = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/i;

type Report = (finding: Finding) => void;

interface NamedFile {
  readonly name: string;
  readonly file: SnapshotFile;
}

/**
 * Emits the manifest and all 256 index shards if the snapshot has a game client. Emits nothing after a mistake in it.
 */
export const deriveGameClient: Derivation = async (context) => {
  const declaration = context.descriptor.gameClient;
  const tree = context.files('game-client');
  if (declaration === undefined) {
    if (tree.length > 0) {
      const message = 'The snapshot has a game-client tree; the descriptor needs a gameClient section.';
      context.report({ severity: 'error', file: DESCRIPTOR_FILE, path: '$', code: 'game_client_undeclared', message });
    }
    return;
  }
  const findings = capFindings(context.report);
  let mistakes = 0;
  const report: Report = (finding) => {
    if (finding.severity === 'error') mistakes++;
    findings.report(finding);
  };
  judgeFolders(tree, declaration, report);
  const master = await readMaster(context, report);
  const bundles = await readBundles(context, declaration, report);
  findings.close();
  if (mistakes > 0 || master === undefined || bundles === undefined) return;
  const server = context.descriptor.server.id;
  const manifest: GameClientManifest = {
    schema: GAME_CLIENT_SCHEMA,
    server,
    sourceId: context.sourceId,
    master,
    bundles: bundles.manifest,
    routes: {
      master: `/game-client/${server}/master/{file}`,
      bundles: `/game-client/${server}/asset/${declaration.platform}/{file}`,
      index: `/game-client/${server}/${GAME_CLIENT_INDEX_PREFIX}{shard}.json`,
    },
  };
  const bytes = canonicalBytes(manifest);
  await context.emit({ path: GAME_CLIENT_MANIFEST_PATH, bytes, mediaType: JSON_TYPE, prepared: true });
  await emitIndex(context, declaration.platform, bundles.entries);
};

/** Checks and emits the manifest of the game client of a copied release, if it has one. */
export const replayGameClient: Derivation = async (context) => {
  const file = context.file(GAME_CLIENT_MANIFEST_PATH);
  if (file === undefined) return;
  const bytes = await context.readBytes(file);
  if (parseDocument(gameClientManifestSchema, bytes) === undefined) {
    const message = 'It is no manifest of a game client that this version reads.';
    context.report({ severity: 'error', file: GAME_CLIENT_MANIFEST_PATH, path: '', code: 'document_invalid', message });
    return;
  }
  await context.emit({ path: GAME_CLIENT_MANIFEST_PATH, bytes, mediaType: JSON_TYPE, prepared: true });
};

function judgeFolders(tree: readonly SnapshotFile[], declaration: GameClientDeclaration, report: Report): void {
  const known = new Set(['master', declaration.platform]);
  for (const { path } of tree) {
    const folder = path.split('/')[1] ?? '';
    if (known.has(folder)) continue;
    known.add(folder);
    const message = `The descriptor's platform is "${declaration.platform}": files of another cannot be served.`;
    report({ severity: 'error', file: `game-client/${folder}`, path: '', code: 'platform_mismatch', message });
  }
}

async function readMaster(
  context: DerivationContext,
  report: Report,
): Promise<GameClientManifest['master'] | undefined> {
  const files = filesOf(context, 'game-client/master');
  const tables = files.filter(({ name }) => name !== VERSION_FILE);
  for (const { name, file } of tables) {
    if (isMasterFileName(name)) continue;
    const message = 'Master files are named "Master", letters, digits or underscores, ".bin".';
    report({ severity: 'error', file: file.path, path: '', code: 'invalid_master_file', message });
  }
  const version = files.find(({ name }) => name === VERSION_FILE);
  if (version === undefined) {
    const message = 'A game client needs its version file.';
    const path = `game-client/master/${VERSION_FILE}`;
    report({ severity: 'error', file: path, path: '', code: 'missing_file', message });
    return undefined;
  }
  const systemVersion = await readLine(context, version.file, report);
  if (systemVersion === undefined) return undefined;
  return {
    systemVersion,
    versionFile: VERSION_FILE,
    tableCount: tables.length,
    totalBytes: sumBytes(files),
    tables: tables.map(({ name, file }) => ({ bytes: file.bytes, file: name, sha256: file.sha256 })),
  };
}

interface Bundles {
  readonly manifest: GameClientManifest['bundles'];
  readonly entries: ReadonlyMap<string, GameClientIndex['entries'][string]>;
}

async function readBundles(
  context: DerivationContext,
  declaration: GameClientDeclaration,
  report: Report,
): Promise<Bundles | undefined> {
  const { platform, catalogFile, catalogHashFile, embeddedCatalogFile } = declaration;
  const files = filesOf(context, `game-client/${platform}`);
  const byName = new Map(files.map(({ name, file }) => [name, file]));
  const roles = new Map<string, ClientFileRole>();
  const named = [
    ['catalogFile', catalogFile, 'catalog'],
    ['catalogHashFile', catalogHashFile, 'catalog-hash'],
    ['embeddedCatalogFile', embeddedCatalogFile, 'embedded-catalog'],
  ] as const;
  for (const [key, name, role] of named) {
    const refuse = (code: string, message: string): void =>
      report({ severity: 'error', file: DESCRIPTOR_FILE, path: `$.gameClient.${key}`, code, message });
    if (roles.has(name)) refuse('duplicate_file', `"${name}" already has another role.`);
    else roles.set(name, role);
    if (!byName.has(name)) refuse('missing_file', `There is no file "game-client/${platform}/${name}".`);
  }
  for (const { name, file } of files) {
    if (name.length <= GAME_CLIENT_FILE_NAME_MAX) continue;
    const message = `A file name has at most ${GAME_CLIENT_FILE_NAME_MAX} characters.`;
    report({ severity: 'error', file: file.path, path: '', code: 'invalid_client_file', message });
  }
  const hashFile = byName.get(catalogHashFile);
  const catalogHash = CATALOG_HASH.exec(catalogFile)?.[0] ?? (hashFile && (await readLine(context, hashFile, report)));
  if (catalogHash === undefined) return undefined;
  const entries = new Map<string, GameClientIndex['entries'][string]>();
  for (const { name, file } of files) entries.set(name, [file.sha256, file.bytes, roles.get(name) ?? 'unity-bundle']);
  return {
    manifest: {
      platform,
      catalogHash,
      catalogFile,
      catalogHashFile,
      embeddedCatalogFile,
      bundleCount: files.filter(({ name }) => !roles.has(name)).length,
      fileCount: files.length,
      totalBytes: sumBytes(files),
      index: { algorithm: PARTITION_ALGORITHM, shards: SHARD_COUNT, prefix: GAME_CLIENT_INDEX_PREFIX },
    },
    entries,
  };
}

async function emitIndex(context: DerivationContext, platform: string, files: Bundles['entries']): Promise<void> {
  const shards = new Map<string, [string, GameClientIndex['entries'][string]][]>();
  for (const entry of files) {
    const shard = shardOf(clientFileKey(platform, entry[0]));
    const known = shards.get(shard);
    if (known === undefined) shards.set(shard, [entry]);
    else known.push(entry);
  }
  for (const shard of SHARD_NAMES) {
    const index: GameClientIndex = {
      schema: GAME_CLIENT_INDEX_SCHEMA,
      server: context.descriptor.server.id,
      sourceId: context.sourceId,
      platform,
      algorithm: PARTITION_ALGORITHM,
      shard,
      entries: Object.fromEntries(shards.get(shard) ?? []),
    };
    const bytes = canonicalBytes(index);
    await context.emit({ path: gameClientIndexPath(shard), bytes, mediaType: JSON_TYPE, prepared: false });
  }
}

/** Files directly in a folder, with their names. */
function filesOf(context: DerivationContext, folder: string): readonly NamedFile[] {
  return context.files(folder).map((file) => ({ name: file.path.slice(folder.length + 1), file }));
}

function sumBytes(files: readonly NamedFile[]): number {
  return files.reduce((sum, { file }) => sum + file.bytes, 0);
}

/** The single line of text in a small file, trimmed; undefined after reporting a finding. */
async function readLine(context: DerivationContext, file: SnapshotFile, report: Report): Promise<string | undefined> {
  const refuse = (message: string): undefined => {
    report({ severity: 'error', file: file.path, path: '', code: 'invalid_text', message });
    return undefined;
  };
  if (file.bytes > LINE_BYTES_MAX) return refuse(`One line of at most ${LINE_BYTES_MAX} bytes is expected.`);
  const bytes = await context.readBytes(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' || /\p{Cc}/u.test(text) ? refuse('One line of text is expected.') : text;
  } catch {
    return refuse('The text is not valid UTF-8.');
  }
}
