// `livehouse pull URL SERVER DIR [--release R] [--files]`: copies a release of another instance into a folder, which
// `livehouse publish DIR` publishes under the same id. Opens no engine. Running it again continues and repairs the copy.

import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operatorError } from '../../../features/release/common/operator-error.ts';
import { COPY_MANIFEST_FILE, COPY_ORIGIN_FILE } from '../../../features/release/snapshot/copy-files.ts';
import type { ReleaseManifest } from '../../../features/release/store/formats.ts';
import {
  COPY_DIGESTS_FILE,
  COPY_MANIFEST_BYTES_MAX,
  COPY_ORIGIN_BYTES_MAX,
  checkCopiedManifest,
  checkCopiedOrigin,
  copiedFiles,
} from '../../../features/release/store/release-copy.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { isReleaseId, isServerId } from '../../../kernel/names.ts';
import { writeAtomically } from '../../../platform/files/durable.ts';
import { measureDisk } from '../../../platform/files/free-space.ts';
import { type Command, UsageError } from '../../command.ts';
import { formatBytes, formatCount, formatDuration, formatTable } from '../../terminal.ts';
import { fetchFiles } from './files.ts';
import { parseSourceAddress, Source } from './source.ts';

const PARTS_FOLDER = '.parts';
const ARTIFACTS = 'artifacts/android/bundles/';

export const pullCommand: Command = async ({ terminal, positionals, flag, option }) => {
  const [url = '', server = '', directory = ''] = positionals;
  const address = parseSourceAddress(url);
  if (!isServerId(server)) throw new UsageError(`"${server}" is no id of a server`);
  const named = option('release');
  if (named !== undefined && !isReleaseId(named)) throw new UsageError(`"${named}" is no id of a release`);
  const openSource = (): Source =>
    new Source(address, {
      allowPrivate: flag('allow-private'),
      onTrouble: (what) => terminal.note(`Trying again: ${what}`),
    });

  using source = openSource();
  const api = `/api/v1/servers/${server}/release`;
  const path = resolve(directory);
  const begun = readBegun(path, server, named);
  const bytes = begun ?? (await source.readWhole(pinned(api, named, COPY_MANIFEST_BYTES_MAX)));
  const manifest = checkCopiedManifest(bytes);
  requireWanted(manifest, server, named);
  const { releaseId, sourceId } = manifest;
  const originBytes = await source.readWhole(pinned(`${api}/origin`, releaseId, COPY_ORIGIN_BYTES_MAX));
  const files = copiedFiles(manifest, checkCopiedOrigin(originBytes, manifest));
  const chosen = flag('files') ? files : files.filter(({ path: entry }) => /^(?:api|metadata)\//.test(entry));
  const total = chosen.reduce((sum, file) => sum + file.bytes, 0);

  mkdirSync(path, { recursive: true });
  const folder = realpathSync(path);
  const free = measureDisk(folder)?.freeBytes ?? Number.POSITIVE_INFINITY;
  // What is there already is counted, too, unless a copy was begun.
  if (begun === undefined && total > free) {
    const sizes = `${formatBytes(total)} are needed, ${formatBytes(free)} are free`;
    throw operatorError('storage_full', `The disk of "${folder}" is too small: ${sizes}.`);
  }
  const parts = join(folder, PARTS_FOLDER);
  mkdirSync(parts, { recursive: true });
  writeAtomically(join(folder, COPY_ORIGIN_FILE), originBytes);
  writeAtomically(join(folder, COPY_MANIFEST_FILE), bytes);
  let done = 0;
  const fetched = await fetchFiles(chosen, {
    folder,
    parts,
    openSource,
    wanted: (file) =>
      file.path.startsWith(ARTIFACTS)
        ? {
            path: `/artifacts/${server}/${sourceId}/android/bundles/${encodeURIComponent(file.path.slice(ARTIFACTS.length))}`,
          }
        : { path: `${api}/entry`, search: { path: file.path, release: releaseId } },
    onProgress: (more) => {
      done += more;
      terminal.progress('Fetching', done, total, 'bytes');
    },
  });
  const own = [
    { path: COPY_MANIFEST_FILE, sha256: sha256Hex(bytes) },
    { path: COPY_ORIGIN_FILE, sha256: sha256Hex(originBytes) },
  ];
  const digests = [...own, ...chosen].map(({ path: file, sha256 }) => `${sha256}  ${file}\n`).join('');
  writeAtomically(join(folder, COPY_DIGESTS_FILE), Buffer.from(digests));
  rmSync(parts, { recursive: true, force: true });

  const left = files.length - chosen.length;
  const milliseconds = Math.round(performance.now());
  terminal.clear();
  terminal.result({
    ok: true,
    server,
    releaseId,
    sourceId,
    folder,
    files: chosen.length,
    bytes: total,
    fetched: { files: fetched.files, bytes: fetched.bytes },
    kept: fetched.kept,
    left,
    milliseconds,
  });
  terminal.say(`Pulled ${server} to ${folder}`);
  const rows = [
    ['  release', releaseId],
    ['  source', sourceId],
    ['  files', `${formatCount(chosen.length)}, ${formatBytes(total)} (${formatCount(fetched.kept)} from before)`],
    ...(left > 0 ? [['  left out', `${formatCount(left)}; --files fetches them`]] : []),
    ['  took', formatDuration(milliseconds)],
  ];
  for (const line of formatTable(rows)) terminal.say(line);
  return 0;
};

const pinned = (path: string, release: string | undefined, bytesMax: number) => ({
  path,
  bytesMax,
  ...(release !== undefined && { search: { release } }),
});

/** The manifest of the copy that the folder has; undefined when it is empty. Throws OperatorError for any other folder. */
function readBegun(folder: string, server: string, named: string | undefined): Uint8Array | undefined {
  if (!existsSync(folder)) return undefined;
  const place = join(folder, COPY_MANIFEST_FILE);
  if (existsSync(place)) {
    const bytes = readFileSync(place);
    const manifest = checkCopiedManifest(bytes);
    if (manifest.server === server && (named === undefined || manifest.releaseId === named)) return bytes;
    const what = `The folder has the release ${manifest.releaseId} of ${manifest.server}`;
    throw operatorError('folder_not_empty', `${what}; pull another one into another folder.`);
  }
  const others = readdirSync(folder).filter((name) => name !== PARTS_FOLDER && name !== COPY_ORIGIN_FILE);
  if (others.length === 0) return undefined;
  throw operatorError('folder_not_empty', `"${folder}" has other files and is no copy of a release.`);
}

function requireWanted({ server, releaseId }: ReleaseManifest, wanted: string, named: string | undefined): void {
  if (server === wanted && (named === undefined || releaseId === named)) return;
  throw operatorError('release_invalid', `The server sends the release ${releaseId} of ${server}.`, COPY_MANIFEST_FILE);
}
